import { describe, expect, test } from 'vitest';
import { createClockWatch } from '#lib/server/base/clock-watch.ts';
import { timeOfTap } from './tap-time.ts';

const now = Date.parse('2026-11-21T08:41:07.123Z');
const second = 1_000;
const hour = 3_600 * second;
const day = 24 * hour;

/** The desk at that moment, whose clock nobody set. */
const at = (moment: number) => ({
  clock: () => moment,
  clockWatch: createClockWatch(
    () => moment,
    () => 0,
    'one',
  ),
});
const certain = (tappedAt: number) => ({ tappedAt, isTimeInDoubt: false, clock: expect.anything() });
const doubtful = (tappedAt: number) => ({ tappedAt, isTimeInDoubt: true, clock: expect.anything() });

describe('a page that has compared its clock with the desk’s', () => {
  const byDesk = { at: now - 60 * second, isSure: true };

  test.each([
    ['right', now - 60 * second, now - 60 * second],
    ['three hours ahead', now + 3 * hour, now + 3 * hour],
    ['corrected since', now + 3 * hour, now - 60 * second],
    ['of 2020', now - 6 * 365 * day, now],
  ])('is believed, whatever its clock on the wall shows: %s', (_, tappedAt, sentAt) => {
    expect(timeOfTap({ tappedAt, sentAt, ageMs: 5, byDesk }, at(now))).toEqual(certain(byDesk.at));
  });

  test('may send a tap after more than a week', () => {
    const long = { at: now - 20 * day, isSure: true };
    expect(timeOfTap({ tappedAt: long.at, sentAt: now, byDesk: long }, at(now))).toEqual(certain(long.at));
  });

  test.each([
    ['ahead', 482 * second],
    ['back', -482 * second],
  ])('and has not since the desk’s was set %s, tells the time by it all the same', (_, setMs) => {
    let wall = now;
    const clock = () => wall;
    const desk = { clock, clockWatch: createClockWatch(clock, () => 0, 'one') };
    wall += setMs;
    const tap = { tappedAt: now, sentAt: now, ageMs: 60 * second, byDesk };
    expect(timeOfTap(tap, desk)).toEqual(certain(byDesk.at + setMs));
    const compared = { ...tap, byDesk: { ...byDesk, at: byDesk.at + setMs } };
    expect(timeOfTap(compared, desk)).toEqual(certain(byDesk.at + setMs));
  });

  test('is believed, in doubt, where it is not sure itself', () => {
    const tap = { tappedAt: now, sentAt: now, ageMs: 5, byDesk: { ...byDesk, isSure: false } };
    expect(timeOfTap(tap, at(now))).toEqual(doubtful(byDesk.at));
  });

  test('knows no future', () => {
    const ahead = (ms: number) =>
      timeOfTap({ tappedAt: now, sentAt: now, byDesk: { at: now + ms, isSure: true } }, at(now));
    expect(ahead(500)).toEqual(certain(now));
    expect(ahead(hour)).toEqual(doubtful(now));
  });
});

describe('a page that knows its own clock alone', () => {
  test.each([0, 1, 1_999, 2_000, 60 * second])('is believed to the millisecond, %i ms after sending', (travelMs) => {
    expect(timeOfTap({ tappedAt: now - travelMs - 5_003, sentAt: now - travelMs }, at(now))).toEqual(
      certain(now - travelMs - 5_003),
    );
  });

  test('may send a tap hours later', () => {
    expect(timeOfTap({ tappedAt: now - 3 * hour, sentAt: now }, at(now))).toEqual(certain(now - 3 * hour));
  });

  test.each([
    ['ahead', hour],
    ['behind', -hour],
    ['two years behind', -2 * 365 * day],
  ])('is believed as to how long ago it was where its clock is %s', (_, error) => {
    expect(timeOfTap({ tappedAt: now + error - 250, sentAt: now + error }, at(now))).toEqual(doubtful(now - 250));
  });

  test('is believed by the clock that nobody sets, where it says what that shows', () => {
    const corrected = { tappedAt: now - 3 * hour - 250, sentAt: now, ageMs: 250 };
    expect(timeOfTap(corrected, at(now))).toEqual(doubtful(now - 250));
  });
});

test.each([
  ['a tap after it was sent: its clock was set back meanwhile', { tappedAt: now + 60 * second, sentAt: now }],
  ['a tap six years before it was sent: its clock was told the date', { tappedAt: now - 6 * 365 * day, sentAt: now }],
  ['a tap of 1970', { tappedAt: 1, sentAt: now, byDesk: { at: 1, isSure: true } }],
])('%s is recorded when it comes, in doubt', (_, tap) => {
  expect(timeOfTap(tap, at(now))).toEqual(doubtful(now));
});
