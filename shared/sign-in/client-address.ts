import type { RequestListener } from 'node:http';
import { isIPv6 } from 'node:net';
import { isLoopback } from '#shared/network/loopback.ts';
import { plainAddress } from '#shared/network/network-list.ts';

/**
 * The address of who asks. A proxy says it, on this machine or one that is configured, in the last entry of X-Forwarded-For
 * that is no such proxy itself: what is before that, and what anybody else says there, may be invented.
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

/** Leaves in `X-Forwarded-For` what routes may take for the client's address: a browser may send any. */
export const tellClientAddress =
  (handle: RequestListener, isProxy: (address: string) => boolean): RequestListener =>
  (request, response) => {
    const { headers, socket } = request;
    headers['x-forwarded-for'] = clientAddressOf(socket.remoteAddress, headers['x-forwarded-for'], isProxy);
    return handle(request, response);
  };

/** Whom attempts from an address are counted for: whoever has one of IPv6 has the 2⁶⁴ around it too. */
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
