import { expect, test } from 'vitest';
import { quietErrors } from './quiet-errors.ts';

test('an error of a request is logged without its message, and a plain message is printed as it is', () => {
  const printed: unknown[][] = [];
  const logged: unknown[][] = [];
  const output = { error: (...parts: unknown[]) => void printed.push(parts) };
  quietErrors({ error: (...parts: unknown[]) => void logged.push(parts) }, output);
  const error = new Error('Unexpected token in "what a stranger sent"');
  output.error('⨯', error);
  output.error('Port 3000 is in use.');
  expect(logged).toEqual([[{ error }, 'a request failed']]);
  expect(printed).toEqual([['Port 3000 is in use.']]);
});
