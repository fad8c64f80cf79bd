import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { expect, test } from 'vitest';
import { watchClockOfMachine } from './clock-of-machine.ts';

const minute = 60_000;
const sinceBoot = () => Number(process.hrtime.bigint()) / 1e6;
const open = (uptime: () => number, bootId: () => string | null) =>
  watchClockOfMachine(Date.now, randomUUID, { uptime, bootId });

test.runIf(fs.existsSync('/proc/sys/kernel/random/boot_id'))(
  'on Linux, another process recognises a stamp of this machine’s clock',
  () => {
    const [one, other] = [watchClockOfMachine(Date.now, randomUUID), watchClockOfMachine(Date.now, randomUUID)];
    const stamp = one.stamp();
    expect(other.stamp().machine).toBe(stamp.machine);
    expect(other.setSince(stamp)).toBe(0);
    expect(other.setSince({ ...stamp, begunAt: stamp.begunAt - 6 * minute })).toBeCloseTo(6 * minute, -3);
  },
);

test('another boot, or one without a boot id, counts as another clock', () => {
  const stamp = open(sinceBoot, () => 'one').stamp();
  const before = { ...stamp, begunAt: stamp.begunAt - 6 * minute };
  expect(open(sinceBoot, () => 'one').setSince(before)).toBeCloseTo(6 * minute, -3);
  expect(open(sinceBoot, () => 'two').setSince(before)).toBe(0);
  expect(open(sinceBoot, () => null).setSince(before)).toBe(0);
});

test('a container that sees its own uptime uses an id of its own process', () => {
  expect(
    open(
      () => 0,
      () => 'one',
    ).stamp().machine,
  ).not.toBe('one');
});
