import type { RequestListener } from 'node:http';
import { isIPv6 } from 'node:net';
import { isLoopback } from '#shared/network/loopback.ts';
import { plainAddress } from '#shared/network/network-list.ts';

/**
 * The client's address. Loopback and configured proxies are trusted: the address is the last entry of X-Forwarded-For
 * that is not such a proxy. Earlier entries, and those of other peers, may be forged.
 */
export function clientAddressOf(
  remoteAddress: string | undefined,
  forwardedFor: string | string[] | undefined,
  isProxy: (address: string) => boolean = () => false,
): string {
  const remote = plainAddress(remoteAddress ?? '');
  if (!isLoopback(remote) && !isProxy(remote)) return remote;
  const told = [forwardedFor ?? []].flat().join(',').split(',');
  const addresses = told.map((entry) => plainAddress(entry.trim())).filter((address) => address !== '');
  return addresses.findLast((address) => !isLoopback(address) && !isProxy(address)) ?? addresses[0] ?? remote;
}

/** Replaces `X-Forwarded-For`, which a client may forge, with the client's verified address. */
export const tellClientAddress =
  (handle: RequestListener, isProxy: (address: string) => boolean): RequestListener =>
  (request, response) => {
    const { headers, socket } = request;
    headers['x-forwarded-for'] = clientAddressOf(socket.remoteAddress, headers['x-forwarded-for'], isProxy);
    return handle(request, response);
  };

/** The network that attempts are counted for. A holder of one IPv6 address has its whole /64 network. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const whole = tail === undefined ? groups : [...groups, ...Array(8 - groups.length - rest.length).fill('0'), ...rest];
  return `${whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
