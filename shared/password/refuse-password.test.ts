import { expect, test } from 'vitest';
import { refusePassword } from './refuse-password.ts';

const names = { person: ['Ana Keller', 'ana@example.com'], gyms: ['Studio Nord'] };

test.each([
  ['short', 'tooShort'],
  ['x'.repeat(201), 'tooLong'],
  ['Password!2026', 'tooCommon'],
  ['AnaKeller2026', 'mainlyNames'],
  ['Front Desk 26!', 'mainlyNames'],
  ['Studio Nord 26', 'mainlyNames'],
  ['four words in a row', undefined],
  ['ä'.repeat(12), undefined],
])('%s: %s', async (password, mistake) => {
  expect(await refusePassword(password, names)).toBe(mistake);
});
