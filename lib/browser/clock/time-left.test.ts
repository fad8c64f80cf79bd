import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settingLimits } from '#lib/wire/locations.ts';
import { longestUndoMs, msToTakeBack, timeLeft } from './time-left.ts';

const hourMs = 3_600_000;
let wall: number;
let steady: number;
const pass = (ms: number) => {
  wall += ms;
  steady += ms;
};

beforeEach(() => {
  [wall, steady] = [Date.parse('2026-11-21T08:41:07Z'), 5_000];
  vi.spyOn(Date, 'now').mockImplementation(() => wall);
  vi.spyOn(performance, 'now').mockImplementation(() => steady);
});
afterEach(() => void vi.restoreAllMocks());

test.each([
  ['goes on', 0],
  ['is set back an hour', -hourMs],
])('a countdown ends on time if the clock %s', (_, setMs) => {
  const left = timeLeft(msToTakeBack(wall + 10_000));
  pass(4_000);
  wall += setMs;
  expect(left()).toBe(6_000);
  pass(6_000);
  expect(left()).toBe(0);
});

test('it ends after a sleep, during which the monotonic clock stands still', () => {
  const left = timeLeft(10_000);
  wall += hourMs;
  expect(left()).toBeLessThanOrEqual(0);
});

test('a time an hour ahead, as after the clock was set back, is capped at the longest undo time', () => {
  wall -= hourMs;
  expect(msToTakeBack(wall + hourMs + 10_000)).toBe(longestUndoMs);
  expect(longestUndoMs).toBe(settingLimits.undoS.max * 1_000);
});
