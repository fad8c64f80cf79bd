import { expect, test } from 'vitest';
import { watchCrowd } from './crowd.ts';

test.each(['people', 'windows'] as const)('%s count as waiting until a second after the last of them', (who) => {
  let now = 0;
  const crowd = watchCrowd(() => now);
  const findWaiting = crowd.openHold();
  expect(findWaiting()).toBe(null);
  crowd.note(who);
  now += 1_000;
  expect(findWaiting()).toBe(who);
  now += 1;
  expect(findWaiting()).toBe(null);
});

test('people come before windows', () => {
  const crowd = watchCrowd(() => 0);
  const findWaiting = crowd.openHold();
  for (const who of ['people', 'windows'] as const) crowd.note(who);
  expect(findWaiting()).toBe('people');
});

test('work gives way for a minute at most to people and windows together', () => {
  let now = 0;
  const crowd = watchCrowd(() => now);
  const findWaiting = crowd.openHold();
  const seen: unknown[] = [];
  for (; now <= 80_000; now += 10_000) {
    crowd.note(now < 30_000 ? 'people' : 'windows');
    seen.push(findWaiting());
  }
  const toWindows = ['windows', 'windows', 'windows'];
  expect(seen).toEqual(['people', 'people', 'people', ...toWindows, null, 'windows', 'windows']);
});

test('work gives way for a minute at most, goes on for ten seconds, and then gives way once more', () => {
  let now = 0;
  const crowd = watchCrowd(() => now);
  const holds = [crowd.openHold(), crowd.openHold()];
  const passed: number[][] = [[], []];
  for (; now <= 150_000; now += 2_500) {
    crowd.note('people');
    // the second lanes poll less often, and are not held only because the first have just been let through
    if (!holds[0]?.()) passed[0]?.push(now);
    if (now % 25_000 === 0 && !holds[1]?.()) passed[1]?.push(now);
  }
  expect(passed).toEqual([
    [60_000, 62_500, 65_000, 67_500, 127_500, 130_000, 132_500, 135_000],
    [75_000, 150_000],
  ]);
});
