import { expect, test } from 'vitest';
import { emailAddress } from './primitives.ts';

test.each([
  'lena.vogt+gym@example.org',
  'r&d@example.com',
  "o'brien@example.com",
  'lena@xn--bcher-kva.example',
  'lena@example.xn--p1ai',
])('%s is an e-mail address, as in the fields of browsers', (address) => {
  expect(emailAddress.parse(` ${address} `)).toBe(address);
});

test.each([
  'lena',
  'lena@',
  'lena@example.',
  'lena@-example.org',
  'lena.example.org',
  'lena vogt@example.org',
  'lenä@example.org',
  'lena@exämple.org',
  'Lena <lena@example.org>',
  'lena@example.org,ana@example.org',
  'lena@example.org\r\nBcc: ana@example.org',
])('%j is none', (address) => {
  expect(emailAddress.safeParse(address).success).toBe(false);
});
