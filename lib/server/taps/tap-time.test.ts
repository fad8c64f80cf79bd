import { describe, expect, test } from 'vitest';
import { createClockWatch } from '#lib/server/base/clock-watch.ts';
import { timeOfTap } from './tap-time.ts';

const now = Date.parse('2026-11-21T08:41:07.123Z');
const second = 1_000;
const hour = 3_600 * second;
const day = 24 * hour;

/** A desk at that moment, whose clock was never set. */
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
  ])('is trusted, whatever its wall clock shows: %s', (_, tappedAt, sentAt) => {
    expect(timeOfTap(at(now), { tappedAt, sentAt, ageMs: 5, byDesk })).toEqual(certain(byDesk.at));
  });

  test('can send a tap after more than a week', () => {
    const long = { at: now - 20 * day, isSure: true };
    expect(timeOfTap(at(now), { tappedAt: long.at, sentAt: now, byDesk: long })).toEqual(certain(long.at));
  });

  test.each([
    ['ahead', 482 * second],
    ['back', -482 * second],
  ])('is trusted even if the desk’s clock was set %s since', (_, setMs) => {
    let wall = now;
    const clock = () => wall;
    const desk = { clock, clockWatch: createClockWatch(clock, () => 0, 'one') };
    wall += setMs;
    const tap = { tappedAt: now, sentAt: now, ageMs: 60 * second, byDesk };
    expect(timeOfTap(desk, tap)).toEqual(certain(byDesk.at + setMs));
    const compared = { ...tap, byDesk: { ...byDesk, at: byDesk.at + setMs } };
    expect(timeOfTap(desk, compared)).toEqual(certain(byDesk.at + setMs));
    const reloaded = { tappedAt: now - 60 * second, sentAt: now, byDesk };
    expect(timeOfTap(desk, reloaded)).toEqual(certain(byDesk.at + setMs));
    const comparedBefore = { ...reloaded, byDesk: compared.byDesk };
    expect(timeOfTap(desk, comparedBefore)).toEqual(certain(byDesk.at + setMs));
  });

  test('is not corrected after a reload whose device’s clock was set meanwhile', () => {
    let wall = now;
    const clock = () => wall;
    const desk = { clock, clockWatch: createClockWatch(clock, () => 0, 'one') };
    wall += 482 * second;
    const recent = { ...byDesk, at: now - 3 * second };
    const setBack = { tappedAt: now + 3 * hour, sentAt: now, byDesk: recent };
    expect(timeOfTap(desk, setBack)).toEqual(certain(recent.at));
    const setAlike = { tappedAt: now - 3 * second, sentAt: now + 482 * second, byDesk: recent };
    expect(timeOfTap(desk, setAlike)).toEqual(certain(recent.at));
  });

  test('is trusted with doubt if it is not sure itself', () => {
    const tap = { tappedAt: now, sentAt: now, ageMs: 5, byDesk: { ...byDesk, isSure: false } };
    expect(timeOfTap(at(now), tap)).toEqual(doubtful(byDesk.at));
  });

  test('cannot send a time in the future', () => {
    const ahead = (ms: number) =>
      timeOfTap(at(now), { tappedAt: now, sentAt: now, byDesk: { at: now + ms, isSure: true } });
    expect(ahead(500)).toEqual(certain(now));
    expect(ahead(hour)).toEqual(doubtful(now));
  });
});

describe('a page that has only its own clock', () => {
  test.each([0, 1, 1_999, 2_000, 60 * second])('is trusted to the millisecond, %i ms after sending', (travelMs) => {
    expect(timeOfTap(at(now), { tappedAt: now - travelMs - 5_003, sentAt: now - travelMs })).toEqual(
      certain(now - travelMs - 5_003),
    );
  });

  test('can send a tap hours later', () => {
    expect(timeOfTap(at(now), { tappedAt: now - 3 * hour, sentAt: now })).toEqual(certain(now - 3 * hour));
  });

  test.each([
    ['ahead', hour],
    ['behind', -hour],
    ['two years behind', -2 * 365 * day],
  ])('is trusted for the age of the tap if its clock is %s', (_, error) => {
    expect(timeOfTap(at(now), { tappedAt: now + error - 250, sentAt: now + error })).toEqual(doubtful(now - 250));
  });

  test('is trusted by its monotonic clock, if it sends that', () => {
    const corrected = { tappedAt: now - 3 * hour - 250, sentAt: now, ageMs: 250 };
    expect(timeOfTap(at(now), corrected)).toEqual(doubtful(now - 250));
  });
});

test.each([
  ['a tap after it was sent: its clock was set back meanwhile', { tappedAt: now + 60 * second, sentAt: now }],
  ['a tap six years before it was sent: its clock was corrected', { tappedAt: now - 6 * 365 * day, sentAt: now }],
  ['a tap of 1970', { tappedAt: 1, sentAt: now, byDesk: { at: 1, isSure: true } }],
])('%s is recorded with the time of its arrival, with doubt', (_, tap) => {
  expect(timeOfTap(at(now), tap)).toEqual(doubtful(now));
});
