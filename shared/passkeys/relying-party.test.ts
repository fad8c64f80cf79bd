import { expect, test } from 'vitest';
import { canRequirePasskey, relyingPartyOf } from './relying-party.ts';

const url = 'https://desk.example.com';

test.each([
  [url, url, 'desk.example.com'],
  ['https://desk.example.com:8443', 'https://desk.example.com:8443', 'desk.example.com'],
  // the demo
  ['http://127.0.0.1:3000', 'http://localhost:3000', 'localhost'],
  ['', 'http://localhost:3000', 'localhost'],
])('passkeys of a program at %s work on a page of %s, for %s', (at, origin, id) => {
  expect(relyingPartyOf(at, origin)).toEqual({ id, origin });
});

test.each([
  [url, 'https://desk.attacker.example'],
  [url, 'http://desk.example.com'],
  [url, 'https://desk.example.com:8443'],
  [url, 'https://192.0.2.4'],
  // otherwise passkeys of two host names would count
  [url, 'http://localhost:3000'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['http://192.0.2.4:3000', 'http://192.0.2.4:3000'],
  ['https://[2001:db8::1]', 'https://[2001:db8::1]'],
  ['http://desk.local:3000', 'http://desk.local:3000'],
  [url, null],
])('and of a program at %s none work on a page of %s', (at, origin) => {
  expect(relyingPartyOf(at, origin)).toBeNull();
});

test.each([
  [url, url, true],
  // whoever chooses another address is not let off
  [url, 'https://192.0.2.4', true],
  [url, null, true],
  ['http://127.0.0.1:3000', 'http://localhost:3000', true],
  ['', 'http://192.0.2.4:3000', false],
  ['http://192.0.2.4:3000', 'http://192.0.2.4:3000', false],
  ['http://desk.local:3000', 'http://desk.local:3000', false],
])('of a program at %s, a sign-in on a page of %s can be required to have one: %s', (at, origin, can) => {
  expect(canRequirePasskey(at, origin)).toBe(can);
});
