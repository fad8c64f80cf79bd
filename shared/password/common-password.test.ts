import { expect, test } from 'vitest';
import { isCommonPassword } from './common-password.ts';

test.each([
  'unbelievable',
  'Administrator',
  '1qaz2wsx3edc4rfv',
  'password2026!',
  '!!Sunshine!!12',
  'dragondragon',
  '123412341234',
])('“%s” is a common password', async (password) => {
  expect(await isCommonPassword(password)).toBe(true);
});

test.each([
  'correct horse battery',
  'tea at half past nine',
  'k7Pq-vd2M-xx0s',
  '92-mauve-ladders',
  'Übung macht 3 Meister',
])('“%s” is not on the list', async (password) => {
  expect(await isCommonPassword(password)).toBe(false);
});
