import { expect, test } from 'vitest';
import { typedEmail } from './typed-email.ts';

test.each(['nora@example.org', 'nora.lind@mail.example.org', 'nora@example.c'])('%s is complete', (address) => {
  expect(typedEmail.safeParse(address).success).toBe(true);
});

test.each(['nora@example', 'nora.lind@example', 'nora@example.'])('%s is not', (address) => {
  expect(typedEmail.safeParse(address).success).toBe(false);
});
