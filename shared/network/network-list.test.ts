import { expect, test } from 'vitest';
import { isListed, isNetwork, networkListOf } from './network-list.ts';

test.each(['10.0.0.0/8', '192.168.1.10', '0.0.0.0/0', 'fd00::/8', '2001:db8::1', '::1/128'])(
  '%s is an address or a network',
  (entry) => {
    expect(isNetwork(entry)).toBe(true);
  },
);

test.each([
  '',
  'home',
  '10.0.0.0/33',
  'fd00::/129',
  '10.0.0.0/8/8',
  '10.0.0.0/',
  '10.0.0/8',
  '10.0.0.0/-1',
  'fe80::1%eth0',
])('“%s” is neither', (entry) => {
  expect(isNetwork(entry)).toBe(false);
});

const list = networkListOf(['10.0.0.0/8', '192.168.1.10', 'fd00::/8']);

test.each(['10.1.2.3', '::ffff:10.1.2.3', '192.168.1.10', 'fd12::1'])('%s is in the list', (address) => {
  expect(isListed(address, list)).toBe(true);
});

test.each(['11.1.2.3', '::ffff:192.168.1.11', 'fe80::1', ''])('“%s” is not', (address) => {
  expect(isListed(address, list)).toBe(false);
});
