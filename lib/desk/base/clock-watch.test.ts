import { expect, test } from 'vitest';
import { createClockWatch } from './clock-watch.ts';

function openWatch() {
  const time = { wall: 1_000_000, uptime: 5_000 };
  const watch = createClockWatch(
    () => time.wall,
    () => time.uptime,
  );
  const pass = (ms: number) => {
    time.wall += ms;
    time.uptime += ms;
  };
  return { watch, time, pass };
}

test('what was written before a clock was set is told apart from what was written after', () => {
  const { watch, time, pass } = openWatch();
  watch.note('before');
  pass(10_000);
  time.wall -= 360_000;
  watch.note('after');
  pass(10_000);
  expect([watch.setSince('before'), watch.setSince('after'), watch.setSince('unknown')]).toEqual([-360_000, 0, 0]);
});

test('a clock that is led back to the right time was not set', () => {
  const { watch, time, pass } = openWatch();
  watch.note('one');
  pass(3_600_000);
  time.wall += 900;
  expect(watch.setSince('one')).toBe(0);
});

test('what was written last is known, however much that is', () => {
  const { watch, time } = openWatch();
  for (let index = 0; index < 20_001; index += 1) watch.note(String(index));
  time.wall += 60_000;
  expect([watch.setSince('0'), watch.setSince('1'), watch.setSince('20000')]).toEqual([0, 60_000, 60_000]);
});
