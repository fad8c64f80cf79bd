import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openAlarms } from './alarms.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

const clockOf = (aheadMs = 0) => Date.now() + aheadMs;

test('rings once for each location, at its earliest moment', () => {
  const rung: string[][] = [];
  const alarms = openAlarms(clockOf, (ids) => rung.push(ids));
  const now = Date.now();
  alarms.set('a', now + 500);
  alarms.set('a', now + 100);
  alarms.set('a', now + 300);
  alarms.set('b', now + 200);
  vi.advanceTimersByTime(99);
  expect(rung).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(rung).toEqual([['a']]);
  vi.advanceTimersByTime(1_000);
  expect(rung).toEqual([['a'], ['b']]);
});

test('moments set at the same time ring together', () => {
  const rung: string[][] = [];
  const alarms = openAlarms(clockOf, (ids) => rung.push(ids));
  for (const id of ['a', 'b', 'c']) alarms.set(id, Date.now() - 5_000);
  vi.advanceTimersByTime(50);
  expect(rung).toEqual([['a', 'b', 'c']]);
});

test('with a pause, moments of many locations ring together once in it', () => {
  const rung: string[][] = [];
  const alarms = openAlarms(clockOf, (ids) => rung.push(ids), { pauseMs: 1_000 });
  for (let index = 0; index < 20; index += 1) alarms.set(`gym ${index}`, Date.now() + 100 + index * 90);
  vi.advanceTimersByTime(2_099);
  expect(rung.map((ids) => ids.length)).toEqual([1, 11]);
  vi.advanceTimersByTime(1);
  expect(rung.map((ids) => ids.length)).toEqual([1, 11, 8]);
});

test('with each moment, a due time written while the former one waits for its pause is not lost', () => {
  const rung: [number, string[]][] = [];
  const start = Date.now();
  const ring = (ids: string[]) => void rung.push([Date.now() - start, ids]);
  const alarms = openAlarms(clockOf, ring, { pauseMs: 1_000, hasEach: true });
  alarms.set('a', start);
  vi.advanceTimersByTime(20);
  alarms.set('b', start + 100);
  alarms.set('a', start + 100);
  alarms.set('a', start + 200);
  vi.advanceTimersByTime(300);
  // another process has done the work of both meanwhile
  alarms.set('b', start + 15_100);
  vi.advanceTimersByTime(60_000);
  expect(rung).toEqual([
    [20, ['a']],
    [1_020, ['b', 'a']],
    [15_100, ['b']],
  ]);
});

test('a clock that is set while the timer runs is noticed within ten seconds', () => {
  const rung: string[][] = [];
  let aheadMs = 0;
  const alarms = openAlarms(
    () => clockOf(aheadMs),
    (ids) => rung.push(ids),
  );
  alarms.set('a', Date.now() + 3_600_000);
  aheadMs = 3_600_000;
  vi.advanceTimersByTime(10_000);
  expect(rung).toEqual([['a']]);
});

test('does not ring after it was ended', () => {
  const rung: string[][] = [];
  const alarms = openAlarms(clockOf, (ids) => rung.push(ids));
  alarms.set('a', Date.now() + 10);
  alarms.end();
  alarms.set('b', Date.now());
  vi.advanceTimersByTime(60_000);
  expect(rung).toEqual([]);
});
