import { expect, test } from 'vitest';
import { faultNames } from './fault-names.ts';
import { planRounds, wholeLengths } from './plan.ts';

test('a seed determines its rounds, and another seed gives others', () => {
  expect(planRounds(7, 60, wholeLengths)).toEqual(planRounds(7, 60, wholeLengths));
  expect(planRounds(8, 60, wholeLengths)).not.toEqual(planRounds(7, 60, wholeLengths));
});

test('every fault occurs once before any is repeated', () => {
  const names = planRounds(1, faultNames.length, wholeLengths).map(({ fault }) => fault);
  expect(new Set(names).size).toBe(faultNames.length);
});
