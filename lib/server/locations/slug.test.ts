import { expect, test } from 'vitest';
import { slugOf } from './slug.ts';

test.each([
  ['München West', 'muenchen-west'],
  ['München West'.normalize('NFD'), 'muenchen-west'],
  ['Straße & Söhne', 'strasse-and-soehne'],
  ['Café Crossfit №5', 'cafe-crossfit-no5'],
  ['  The -- Gym!  ', 'the-gym'],
  ['ジム', 'gym'],
  ['—', 'gym'],
  [`${'long '.repeat(30)}`, 'long-long-long-long-long-long-long-long-long-long-long-long'],
])('%s is %s in an address', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});
