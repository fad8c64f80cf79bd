import { expect, test } from 'vitest';
import { createSchedule } from './schedule.ts';

const longestS = 30;

/** A desk that serves `perS` requests a second while it refuses others. */
function openSchedule() {
  let at = 0;
  const schedule = createSchedule(longestS, () => at);
  return {
    schedule,
    pass: (seconds: number, perS = 0) => {
      for (let second = 0; second < seconds; second++) {
        at += 1_000;
        for (let served = 0; served < perS; served++) schedule.noteServed();
        if (perS > 0) schedule.nextInS(0);
      }
    },
    refuse: (count: number) => Array.from({ length: count }, () => schedule.nextInS(0)),
  };
}

test('requests that are refused together get staggered Retry-After times, by the measured rate', () => {
  const { pass, refuse } = openSchedule();
  pass(2, 10);
  const told = refuse(100);
  expect(told.toSorted((a, b) => a - b)).toEqual(told);
  const bySecond = Map.groupBy(told, (seconds) => seconds);
  expect([...bySecond.keys()].length).toBeGreaterThan(8);
  for (const ofSecond of bySecond.values()) expect(ofSecond.length).toBeLessThan(15);
});

test('queued requests come before refused ones', () => {
  const { schedule, pass } = openSchedule();
  pass(2, 10);
  expect(schedule.nextInS(100)).toBeGreaterThan(9);
});

test('Retry-After is at least one second and at most as long as the lane allows', () => {
  const { refuse } = openSchedule();
  const told = refuse(10_000);
  expect(Math.min(...told)).toBe(1);
  expect(Math.max(...told)).toBe(longestS);
});

test('Retry-After is no second longer than the longest at a fraction of a millisecond', () => {
  const at = 192.592452;
  const schedule = createSchedule(8, () => at);
  expect(at + 8_000 - at).toBeGreaterThan(8_000); // control: the sum is rounded
  expect(Math.max(...Array.from({ length: 1_000 }, () => schedule.nextInS(0)))).toBe(8);
});

test('an idle period does not lower the measured rate', () => {
  const { schedule, pass, refuse } = openSchedule();
  pass(2, 100);
  pass(3_600);
  schedule.noteServed();
  expect(Math.max(...refuse(100))).toBeLessThanOrEqual(2);
});
