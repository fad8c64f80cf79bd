import { expect, test } from 'vitest';
import { faultNames } from './fault-names.ts';
import { planRounds, wholeLengths } from './plan.ts';

test('a seed names its rounds, another seed other ones', () => {
  expect(planRounds(7, 60, wholeLengths)).toEqual(planRounds(7, 60, wholeLengths));
  expect(planRounds(8, 60, wholeLengths)).not.toEqual(planRounds(7, 60, wholeLengths));
});

test('every fault has its turn before any comes again', () => {
  const names = planRounds(1, faultNames.length, wholeLengths).map(({ fault }) => fault);
  expect(new Set(names).size).toBe(faultNames.length);
});
