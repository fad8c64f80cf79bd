import { expect, test } from 'vitest';
import { isGuessable, pin } from './pin-rules.ts';

test.each(['1111', '00000000', '1234', '4321', '7890', '0987', '12345678'])('%s is too easy to guess', (digits) => {
  expect(isGuessable(digits)).toBe(true);
  expect(pin.safeParse(digits).success).toBe(false);
});

test.each(['2580', '1357', '1122', '90210', '12345679'])('%s may be a PIN', (digits) => {
  expect(pin.safeParse(digits).success).toBe(true);
});

test.each(['', '258', '258036914', '25a0', '２５８０', ' 2580'])('“%s” is none', (digits) => {
  expect(pin.safeParse(digits).success).toBe(false);
});
