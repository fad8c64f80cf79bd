import { expect, test } from 'vitest';
import { createClockWatch } from './clock-watch.ts';

function openWatch() {
  const time = { wall: 1_000_000, uptime: 5_000 };
  const onMachine = (machine: string) =>
    createClockWatch(
      () => time.wall,
      () => time.uptime,
      machine,
    );
  const pass = (ms: number) => {
    time.wall += ms;
    time.uptime += ms;
  };
  return { watch: onMachine('this one'), onMachine, time, pass };
}

test('times written before the clock was set are distinguished from later ones, also by another process of the machine', () => {
  const { watch, onMachine, time, pass } = openWatch();
  const before = watch.stamp();
  pass(10_000);
  time.wall -= 360_000;
  const after = watch.stamp();
  pass(10_000);
  for (const process of [watch, onMachine('this one')]) {
    expect([before, after, null, undefined].map((stamp) => process.setSince(stamp))).toEqual([-360_000, 0, 0, 0]);
  }
});

test('a stamp of another machine says nothing about a change of the clock', () => {
  const { onMachine, watch, time } = openWatch();
  const stamp = onMachine('another').stamp();
  time.wall -= 360_000;
  expect(watch.setSince(stamp)).toBe(0);
});

test('a small correction of the clock does not count as a clock that was set', () => {
  const { watch, time, pass } = openWatch();
  const stamp = watch.stamp();
  pass(3_600_000);
  time.wall += 900;
  expect(watch.setSince(stamp)).toBe(0);
});

test.each([
  ['ahead', 482_000],
  ['back', -482_000],
])(
  'a page that has not compared its clock since this one was set %s is distinguished from one that has',
  (_, setMs) => {
    const { watch, time, pass } = openWatch();
    pass(60_000);
    time.wall += setMs;
    pass(20_000);
    const late = (ms: number) => watch.setSinceCompared(ms);
    expect([late(setMs), late(setMs + 3_000), late(0), late(3_000)]).toEqual([setMs, setMs, 0, 0]);
    // no request has a latency that long or that short
    expect([late(setMs + 60_000), late(setMs - 60_000)]).toEqual([0, 0]);
  },
);

test('for a page that compared before two changes of the clock, both are summed', () => {
  const { watch, time, pass } = openWatch();
  time.wall += 400_000;
  watch.look();
  pass(20_000);
  time.wall += 83_000;
  const compared = [0, 83_000, 483_000].map((ms) => watch.setSinceCompared(ms + 40));
  expect(compared).toEqual([0, 83_000, 483_000]);
});

test('a change of the clock is forgotten after an hour, when every page has compared again', () => {
  const { watch, time, pass } = openWatch();
  time.wall += 400_000;
  watch.look();
  pass(3_600_001);
  expect(watch.setSinceCompared(400_000)).toBe(0);
});
