import { expect, it } from 'vitest';
import { z } from 'zod';
import { createRandom } from './random.ts';

const draws = (seed: number, stream: string) => {
  const random = createRandom(seed, stream);
  return Array.from({ length: 20 }, () => random.next());
};

it('is deterministic for a seed and stream', () => {
  expect(draws(7, 'members')).toEqual(draws(7, 'members'));
});

it('differs by seed and by stream', () => {
  expect(draws(7, 'members')).not.toEqual(draws(8, 'members'));
  expect(draws(7, 'members')).not.toEqual(draws(7, 'visits'));
});

it('draws every value of a range about equally often, and none outside it', () => {
  const random = createRandom(1, 'dice');
  const counts = new Map<number, number>();
  for (let roll = 0; roll < 6000; roll += 1) {
    const face = random.integer(1, 6);
    counts.set(face, (counts.get(face) ?? 0) + 1);
  }
  expect([...counts.keys()].sort()).toEqual([1, 2, 3, 4, 5, 6]);
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
});

it('picks by weight, and never an option of weight zero', () => {
  const random = createRandom(1, 'weights');
  const picked = Array.from({ length: 4000 }, () =>
    random.pickWeighted([
      [3, 'often'],
      [0, 'never'],
      [1, 'seldom'],
    ]),
  );
  expect(picked).not.toContain('never');
  expect(picked.filter((value) => value === 'often').length / picked.length).toBeCloseTo(0.75, 1);
});

it('samples without repeating, at most as many as there are', () => {
  const random = createRandom(1, 'sample');
  const sample = random.sample([1, 2, 3, 4, 5], 3);
  expect(new Set(sample).size).toBe(3);
  expect(random.sample([1, 2, 3], 9).sort()).toEqual([1, 2, 3]);
});

it('rejects an empty list', () => {
  expect(() => createRandom(1, 'empty').pick([])).toThrow(RangeError);
  expect(() => createRandom(1, 'empty').pickWeighted([])).toThrow(RangeError);
});

it('creates identifiers that pass the strict UUID check', () => {
  const random = createRandom(1, 'ids');
  for (let count = 0; count < 50; count += 1) expect(() => z.uuidv4().parse(random.uuid())).not.toThrow();
});

it('has the requested mean waiting time', () => {
  const random = createRandom(1, 'waits');
  const waits = Array.from({ length: 5000 }, () => random.exponential(30));
  expect(Math.abs(waits.reduce((sum, wait) => sum + wait, 0) / waits.length - 30)).toBeLessThan(2);
});
