import { describe, expect, test } from 'vitest';
import { timeOfTap } from './tap-time.ts';

const now = Date.parse('2026-11-21T08:41:07.123Z');
const hour = 3_600_000;
const day = 24 * hour;

describe('a browser whose clock is right', () => {
  test.each([0, 1, 1_999, 2_000, -2_000])('is believed to the millisecond, %i ms after sending', (travelMs) => {
    expect(timeOfTap({ tappedAt: now - 5_003, sentAt: now - travelMs }, now)).toBe(now - 5_003);
  });

  test('may send a tap hours later', () => {
    expect(timeOfTap({ tappedAt: now - 3 * hour, sentAt: now }, now)).toBe(now - 3 * hour);
  });
});

describe('a browser whose clock is wrong', () => {
  test.each([
    ['ahead', hour],
    ['behind', -hour],
    ['two years behind', -2 * 365 * day],
  ])('%s: the time between tap and sending counts', (_, error) => {
    expect(timeOfTap({ tappedAt: now + error - 250, sentAt: now + error }, now)).toBe(now - 250);
  });
});

test.each([
  ['a tap after it was sent', { tappedAt: now + 2_001, sentAt: now }, /future/],
  ['a tap eight days ago', { tappedAt: now - 8 * day, sentAt: now }, /seven days/],
  ['a tap eight days before it was sent, by a wrong clock', { tappedAt: hour, sentAt: hour + 8 * day }, /seven days/],
])('%s is refused', (_, tap, message) => {
  expect(() => timeOfTap(tap, now)).toThrow(message);
});
