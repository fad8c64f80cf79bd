import { expect, test } from 'vitest';
import { brokenRules } from './broken-rule.ts';
import { passIssuerForm } from './cards.ts';

test('an issuer is parsed from typed text', () => {
  expect(passIssuerForm.parse({ wallet: 'google', id: ' 20180608 ' })).toEqual({
    wallet: 'google',
    collectorId: 20_180_608,
  });
  expect(passIssuerForm.parse({ wallet: 'apple', id: ' pass.com.example.gym ' })).toEqual({
    wallet: 'apple',
    passTypeId: 'pass.com.example.gym',
  });
});

test.each([
  ['google', ''],
  ['google', 'gym'],
  ['google', '1e3'],
  ['google', '9007199254740993'],
  ['apple', ' '],
] as const)('%s “%s” is refused at its field', (wallet, id) => {
  expect(Object.keys(brokenRules(passIssuerForm.safeParse({ wallet, id }).error))).toEqual(['id']);
});
