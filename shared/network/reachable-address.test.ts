import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isReachable } from './reachable-address.ts';

test.each(['8.8.8.8', '1.1.1.1', '93.184.215.14', '172.15.255.255', '172.32.0.1', '100.63.255.255', '100.128.0.1'])(
  'a public address is allowed: %s',
  (address) => {
    expect(isReachable(address, false)).toBe(true);
    expect(isReachable(`::ffff:${address}`, false)).toBe(true);
  },
);

test.each(['2606:4700:4700::1111', '2a00:1450:4001:80b::200e', '2001:4860:4860::8888'])(
  'a public IPv6 address is allowed: %s',
  (address) => expect(isReachable(address, false)).toBe(true),
);

test.each([
  ['this host', '0.0.0.0'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['private', '10.1.2.3'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.1.1'],
  ['shared by carriers', '100.64.0.1'],
  ['shared by carriers, and metadata', '100.100.100.200'],
  ['link-local, and metadata', '169.254.169.254'],
  ['metadata on a public address', '168.63.129.16'],
  ['protocol assignments, and metadata', '192.0.0.192'],
  ['benchmarks', '198.18.0.1'],
  ['documentation', '203.0.113.7'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
])('an IPv4 address that is %s is not allowed, even mapped into IPv6: %s', (_, address) => {
  expect(isReachable(address, false)).toBe(false);
  expect(isReachable(`::ffff:${address}`, false)).toBe(false);
});

test.each([
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['loopback, long', '0:0:0:0:0:0:0:1'],
  ['mapped loopback in hex', '::ffff:7f00:1'],
  ['mapped metadata in hex', '::ffff:a9fe:a9fe'],
  ['IPv4-compatible', '::127.0.0.1'],
  ['IPv4-translated', '::ffff:0:127.0.0.1'],
  ['NAT64', '64:ff9b::7f00:1'],
  ['local NAT64', '64:ff9b:1::a00:1'],
  ['unique-local', 'fd12:3456:789a::1'],
  ['unique-local, and metadata', 'fd00:ec2::254'],
  ['unique-local', 'fc00::1'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['global with a zone', '2606:4700:4700::1111%eth0'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
  ['6to4 of a private address', '2002:a00:1::'],
  ['Teredo', '2001:0:53aa:64c::1'],
  ['documentation', '2001:db8::1'],
  ['discard only', '100::1'],
])('an IPv6 address that is %s is not allowed: %s', (_, address) => {
  expect(isReachable(address, false)).toBe(false);
});

test.each(['', 'localhost', '127.1', '0x7f000001', '2130706433', '1.2.3', '1.2.3.4.5', '[::1]', ' 8.8.8.8'])(
  'a value that is not a literal address is not allowed: "%s"',
  (text) => {
    expect(isReachable(text, false)).toBe(false);
    expect(isReachable(text, true)).toBe(false);
  },
);

test('a sandbox additionally allows loopback only', () => {
  for (const address of ['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1']) {
    expect(isReachable(address, true)).toBe(true);
  }
  for (const address of ['10.0.0.1', '192.168.0.1', '169.254.169.254', 'fd00::1', 'fe80::1', '0.0.0.0', '::']) {
    expect(isReachable(address, true)).toBe(false);
  }
});

test('an IPv4 address mapped into IPv6 is treated like itself', () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.boolean(), (address, allowsLoopback) => {
      expect(isReachable(`::ffff:${address}`, allowsLoopback)).toBe(isReachable(address, allowsLoopback));
    }),
    { numRuns: 500 },
  );
});

test('no IPv6 address outside global unicast and the mapped range is allowed', () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      const first = Number.parseInt(address.split(':')[0] || '0', 16);
      const isGlobal = first >= 0x2000 && first <= 0x3fff;
      const mayBeMapped = first === 0;
      if (!isGlobal && !mayBeMapped) expect(isReachable(address, false)).toBe(false);
    }),
    { numRuns: 500 },
  );
});
