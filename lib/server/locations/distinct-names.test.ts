import { expect, test } from 'vitest';
import { distinctNames } from './distinct-names.ts';

test('gyms of the same name are told apart by their slugs, and others keep their names', () => {
  const gyms = [
    { name: 'West', slug: 'west' },
    { name: 'East', slug: 'east' },
    { name: 'West', slug: 'west-2' },
  ];
  expect(distinctNames(gyms).map(({ name }) => name)).toEqual(['West (west)', 'East', 'West (west-2)']);
});
