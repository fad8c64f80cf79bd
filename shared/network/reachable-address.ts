import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { isLoopback } from './loopback.ts';

/**
 * Networks that no request to an address that somebody has entered may reach: IANA's special-purpose registry, and the one metadata service on a public
 * address. Other metadata services have link-local, shared or unique-local addresses, which the registry includes.
 */
const closedNetworks = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/** In IPv6 only global unicast is allowed, without its special-purpose networks and tunnels to IPv4. */
const closedGlobalNetworks = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const;

const closed = new BlockList();
for (const [network, bits] of closedNetworks) closed.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of closedGlobalNetworks) closed.addSubnet(network, bits, 'ipv6');
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
const ipv4Mapped = new BlockList();
ipv4Mapped.addSubnet('::ffff:0:0', 96, 'ipv6');

/**
 * Whether a literal address is one of the internet, to which a request may go whoever entered its URL.
 * @param allowsLoopback true where the other side runs on the same machine, as in a sandbox
 */
export function isReachable(address: string, allowsLoopback: boolean): boolean {
  if (isIPv4(address)) return !closed.check(address, 'ipv4') || (allowsLoopback && isLoopback(address));
  if (!isIPv6(address) || address.includes('%')) return false;
  if (isLoopback(address)) return allowsLoopback;
  const isOpenKind = globalUnicast.check(address, 'ipv6') || ipv4Mapped.check(address, 'ipv6');
  return isOpenKind && !closed.check(address, 'ipv6');
}
