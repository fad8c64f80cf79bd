import { expect, test } from 'vitest';
import { isLoopback } from './loopback.ts';

test.each([
  'localhost',
  '127.0.0.1',
  '127.255.255.254',
  '::1',
  '[::1]',
  '0:0:0:0:0:0:0:1',
  '::ffff:127.0.0.1',
  '[::ffff:7f00:1]',
])('%s is loopback', (host) => {
  expect(isLoopback(host)).toBe(true);
});

test.each([
  '128.0.0.1',
  '127.0.0.1.example.com',
  '127.999.0.1',
  '0.0.0.0',
  '::',
  '::2',
  'fe80::1%eth0',
  '::ffff:192.168.1.5',
  'localhost.example.com',
  '[::1',
  '',
])('“%s” is not', (host) => {
  expect(isLoopback(host)).toBe(false);
});
