import { expect, test } from 'vitest';
import { isGuardedAddress } from './guarded-address.ts';

test.each([
  ['https://api.example.com', true],
  ['https://127.0.0.1:4010', true],
  ['http://127.0.0.1:4010', true],
  ['http://localhost', true],
  ['http://[::1]:4010', true],
  ['http://api.example.com', false],
  ['http://192.168.1.20', false],
  ['http://localhost.example.com', false],
  ['ftp://127.0.0.1', false],
])('data sent to %s is protected from eavesdropping: %s', (address, isGuarded) => {
  expect(isGuardedAddress(new URL(address))).toBe(isGuarded);
});

test('plain HTTP is allowed only for a named host', () => {
  const isNamed = (hostname: string) => hostname === 'platform.internal';
  expect(isGuardedAddress(new URL('http://platform.internal:4010'), isNamed)).toBe(true);
  expect(isGuardedAddress(new URL('http://127.0.0.1'), isNamed)).toBe(false);
  expect(isGuardedAddress(new URL('https://api.example.com'), isNamed)).toBe(true);
});
