import { expect, test } from 'vitest';
import { proxyTest } from './is-proxy.ts';

const own = { address: '192.168.1.20', family: 'IPv4', port: 3000 };

test.each([
  ['the address that the desk listens on', '192.168.1.20', true],
  ['the same, on an IPv6 socket', '::ffff:192.168.1.20', true],
  ['a configured proxy', '10.0.0.5', true],
  ['another machine', '192.168.1.21', false],
  ['no address', '', false],
])('%s (%s) is a proxy: %s', (_, address, expected) => {
  expect(proxyTest(['10.0.0.5'], own)(address)).toBe(expected);
});

test('a desk that listens on all addresses does not trust them as proxies', () => {
  const isProxy = proxyTest([], { ...own, address: '::', family: 'IPv6' });
  expect(['::', '192.168.1.20', ''].map(isProxy)).toEqual([true, false, false]);
});
