import { expect, test } from 'vitest';
import { clientAddressOf, networkOf } from './client-address.ts';

test.each([
  ['a direct request', '192.0.2.7', undefined, '192.0.2.7'],
  ['a direct request with a forged header', '192.0.2.7', '10.0.0.1', '192.0.2.7'],
  ['a request through a local proxy', '127.0.0.1', '192.0.2.7', '192.0.2.7'],
  ['a request with a header forged towards that proxy', '::ffff:127.0.0.1', '10.0.0.1, 192.0.2.7', '192.0.2.7'],
  ['a request with a forged header in a line of its own', '::1', ['10.0.0.1', '192.0.2.7'], '192.0.2.7'],
  ['a local program', '127.0.0.1', undefined, '127.0.0.1'],
  ['IPv4 on an IPv6 socket', '::ffff:192.0.2.7', undefined, '192.0.2.7'],
])('the client address of %s', (_, remote, forwarded, expected) => {
  expect(clientAddressOf(remote, forwarded)).toBe(expected);
});

test.each([
  ['through the configured proxy', '10.0.0.5', '203.0.113.9, 192.0.2.7', '192.0.2.7'],
  ['through it, on an IPv6 socket', '::ffff:10.0.0.5', '192.0.2.7', '192.0.2.7'],
  ['through it and a local proxy', '127.0.0.1', '198.51.100.3, 192.0.2.7, 10.0.0.5', '192.0.2.7'],
  ['from the proxy itself', '10.0.0.5', undefined, '10.0.0.5'],
  ['through another machine', '10.0.0.6', '192.0.2.7', '10.0.0.6'],
])('with a proxy on another machine, a request %s', (_, remote, forwarded, expected) => {
  expect(clientAddressOf(remote, forwarded, (address) => address === '10.0.0.5')).toBe(expected);
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8::1', '2001:db8:0:0::/64'],
  ['2001:0db8:0001::', '2001:db8:1:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
