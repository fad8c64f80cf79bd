import { expect, test } from 'vitest';
import { longestHoldMs, watchCrowd } from './crowd.ts';

test('people count as waiting until a second after the last of them, and for a minute at most', () => {
  let now = 0;
  const crowd = watchCrowd(() => now);
  expect(crowd.isWaiting()).toBe(false);
  crowd.note();
  now += 1_000;
  expect(crowd.isWaiting()).toBe(true);
  now += 1;
  expect(crowd.isWaiting()).toBe(false);
  for (const end = now + longestHoldMs; now <= end; now += 500) {
    crowd.note();
    expect(crowd.isWaiting()).toBe(true);
  }
  crowd.note();
  expect(crowd.isWaiting()).toBe(false);
  now += 1_001;
  crowd.note();
  expect(crowd.isWaiting()).toBe(true);
});
