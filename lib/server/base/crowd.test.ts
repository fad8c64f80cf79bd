import { expect, test } from 'vitest';
import { watchCrowd } from './crowd.ts';

test('people count as waiting until a second after the last of them', () => {
  let now = 0;
  const crowd = watchCrowd(() => now);
  const isHeld = crowd.openHold();
  expect(isHeld()).toBe(false);
  crowd.note();
  now += 1_000;
  expect(isHeld()).toBe(true);
  now += 1;
  expect(isHeld()).toBe(false);
});

test('each kind of work gives way for a minute at most, then once more for as long', () => {
  let now = 0;
  const crowd = watchCrowd(() => now);
  const holds = [crowd.openHold(), crowd.openHold()];
  const passed: number[][] = [[], []];
  for (; now <= 150_000; now += 500) {
    crowd.note();
    // the second kind polls less often, and is not held because the first has just passed
    if (!holds[0]?.()) passed[0]?.push(now);
    if (now % 10_000 === 0 && !holds[1]?.()) passed[1]?.push(now);
  }
  expect(passed).toEqual([
    [60_000, 120_000],
    [60_000, 120_000],
  ]);
});
