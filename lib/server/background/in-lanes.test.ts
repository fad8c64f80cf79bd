import { expect, test } from 'vitest';
import { inLanes } from './in-lanes.ts';

test('what never ends holds up its own lane alone, and no more is taken than there are lanes', async () => {
  const waiting = Array.from({ length: 20 }, (_, index) => index);
  const done: number[] = [];
  const never = new Promise<void>(() => {});
  let [now, most] = [0, 0];
  void inLanes(
    async () => waiting.shift(),
    async (taken) => {
      now += 1;
      most = Math.max(most, now);
      if (taken < 2) return never;
      await Promise.resolve();
      done.push(taken);
      now -= 1;
    },
    3,
  );
  await new Promise(setImmediate);
  expect(done).toEqual(Array.from({ length: 18 }, (_, index) => index + 2));
  expect(most).toBe(3);
});
