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

test('work gives way for a minute at most, goes on for ten seconds, and then gives way once more', () => {
  let now = 0;
  const crowd = watchCrowd(() => now);
  const holds = [crowd.openHold(), crowd.openHold()];
  const passed: number[][] = [[], []];
  for (; now <= 150_000; now += 2_500) {
    crowd.note();
    // the second lanes poll less often, and are not held only because the first have just been let through
    if (!holds[0]?.()) passed[0]?.push(now);
    if (now % 25_000 === 0 && !holds[1]?.()) passed[1]?.push(now);
  }
  expect(passed).toEqual([
    [60_000, 62_500, 65_000, 67_500, 127_500, 130_000, 132_500, 135_000],
    [75_000, 150_000],
  ]);
});

test('lists that wait slow work down and do not hold it, for five minutes at most, and then it goes on for ten seconds', () => {
  let now = 0;
  const crowd = watchCrowd(() => now);
  const [isHeld, isPaced] = [crowd.openHold(), crowd.openPace()];
  const free: number[] = [];
  for (; now <= 600_000; now += 5_000) {
    crowd.noteLists();
    expect(isHeld()).toBe(false);
    if (!isPaced()) free.push(now);
  }
  expect(free).toEqual([300_000, 305_000]);
  now += 2_000;
  crowd.note();
  expect([isHeld(), isPaced()]).toEqual([true, false]);
});

test('lists count as waiting until a second after the last of them', () => {
  let now = 0;
  const crowd = watchCrowd(() => now);
  expect(crowd.hasWaitingLists()).toBe(false);
  crowd.noteLists();
  now += 1_000;
  expect(crowd.hasWaitingLists()).toBe(true);
  now += 1;
  expect(crowd.hasWaitingLists()).toBe(false);
});
