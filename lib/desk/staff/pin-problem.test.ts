import { expect, test } from 'vitest';
import { pinProblem } from './pin-problem.ts';

const problemOf = (pin: string, again = pin) => pinProblem({ pin, again });

test.each(['1111', '00000000', '1234', '4321', '7890', '0987', '12345678'])('%s is too easy to guess', (pin) => {
  expect(problemOf(pin)).toBe('guessable');
});

test.each(['2580', '1357', '1122', '90210', '12345679'])('%s may be a PIN', (pin) => {
  expect(problemOf(pin)).toBeNull();
});

test.each(['', '258', '258036914', '25a0', '２５８０', ' 2580'])('“%s” is none', (pin) => {
  expect(problemOf(pin)).toBe('length');
});

test('both entries are the same', () => {
  expect(problemOf('2580', '2581')).toBe('different');
});
