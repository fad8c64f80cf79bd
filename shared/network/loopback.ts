import { BlockList, isIP, isIPv6 } from 'node:net';

const ofThisMachine = new BlockList();
ofThisMachine.addSubnet('127.0.0.0', 8, 'ipv4');
ofThisMachine.addAddress('::1', 'ipv6');

/** Names that always mean this machine (RFC 6761). */
export const isLocalName = (host: string): boolean => /(^|\.)localhost\.?$/.test(host);

/** Whether a host is this machine, in the form of a URL, a listening address or a socket address. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost') return true;
  const address = host.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) !== 0 && ofThisMachine.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
