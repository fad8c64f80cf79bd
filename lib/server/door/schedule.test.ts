import { expect, test } from 'vitest';
import { createSchedule } from './schedule.ts';

/** A desk that serves `perS` people a second while others are refused. */
function openSchedule() {
  let at = 0;
  const schedule = createSchedule(() => at);
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

test('of many who are refused at once, each is told to come when there is room', () => {
  const { pass, refuse } = openSchedule();
  pass(2, 10);
  const told = refuse(100);
  expect(told.toSorted((a, b) => a - b)).toEqual(told);
  const bySecond = Map.groupBy(told, (seconds) => seconds);
  expect([...bySecond.keys()].length).toBeGreaterThan(8);
  for (const ofSecond of bySecond.values()) expect(ofSecond.length).toBeLessThan(15);
});

test('who waits at the door comes first', () => {
  const { schedule, pass } = openSchedule();
  pass(2, 10);
  expect(schedule.nextInS(100)).toBeGreaterThan(9);
});

test('nobody is told to wait for ever, nor for no time', () => {
  const { refuse } = openSchedule();
  const told = refuse(10_000);
  expect(Math.min(...told)).toBe(1);
  expect(Math.max(...told)).toBe(30);
});

test('a desk that had nothing to do is not taken for a slow one', () => {
  const { schedule, pass, refuse } = openSchedule();
  pass(2, 100);
  pass(3_600);
  schedule.noteServed();
  expect(Math.max(...refuse(100))).toBeLessThanOrEqual(2);
});
