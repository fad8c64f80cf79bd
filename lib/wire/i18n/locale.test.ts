import { expect, test } from 'vitest';
import { chooseLocale } from './locale.ts';

test.each([
  ['de', 'en-GB,en;q=0.9', 'de'],
  [undefined, 'de-DE,de;q=0.9,en;q=0.8', 'de'],
  [undefined, 'fr-FR,en;q=0.3,de;q=0.7', 'de'],
  [undefined, 'fr', 'en'],
  [undefined, null, 'en'],
  ['xx', 'de', 'de'],
])('the locale is the chosen one, or else the browser’s: %s, %s → %s', (chosen, accepted, locale) => {
  expect(chooseLocale(chosen, accepted)).toBe(locale);
});
