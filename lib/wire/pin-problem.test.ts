import { expect, test } from 'vitest';
import { brokenRules } from './broken-rule.ts';
import { changePinForm, commonPins } from './pins.ts';
import type { StaffRole } from './staff.ts';

function problemOf(pin: string, again = pin, role: StaffRole = 'reception'): string | null {
  const problems = Object.values(brokenRules(changePinForm(role).safeParse({ pin, again }).error));
  expect(problems.length).toBeLessThan(2);
  return problems[0] ?? null;
}

test.each(['1111', '00000000', '1234', '4321', '7890', '0987', '12345678', '2580', '1122', '1990', '90210', '123123'])(
  '%s is too easy to guess',
  (pin) => {
    expect(problemOf(pin)).toBe('guessable');
  },
);

test.each(['9753', '1357', '8206', '90217', '12345679'])('%s is accepted as PIN', (pin) => {
  expect(problemOf(pin)).toBeNull();
});

test.each(['', '258', '258036914', '25a0', '９７５３', ' 9753'])('“%s” is no PIN', (pin) => {
  expect(problemOf(pin)).toBe('length');
});

test('both entries must be the same', () => {
  expect(problemOf('9753', '9754')).toBe('different');
  // an invalid first PIN is the only error reported
  expect(problemOf('975', '9754')).toBe('length');
});

test('a manager’s PIN has six digits', () => {
  expect(problemOf('97531', '97531', 'manager')).toBe('length');
  expect(problemOf('975310', '975310', 'manager')).toBeNull();
  for (const role of ['reception', 'trainer'] as const) expect(problemOf('9753', '9753', role)).toBeNull();
});

test('two hundred PINs of four and of six digits are refused as too common', () => {
  const ofLength = (length: number) => [...commonPins].filter((pin) => pin.length === length);
  for (const length of [4, 6]) expect(ofLength(length)).toHaveLength(200);
  expect(ofLength(4).map((pin) => problemOf(pin))).toEqual(Array(200).fill('guessable'));
});
