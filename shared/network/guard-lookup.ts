import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import type { FindAddresses } from './find-addresses.ts';
import { isReachable } from './reachable-address.ts';

export class ForbiddenAddressError extends Error {
  override name = 'ForbiddenAddressError';
  readonly code = 'ERR_FORBIDDEN_ADDRESS';
}

/**
 * Looks a name up and returns only addresses of the internet. As the look-up of a socket it checks the address that is connected
 * to, so that a name cannot lead to an internal one after a check (DNS rebinding). A literal address is not looked up: see
 * `isForbiddenLiteral`.
 */
export function guardLookup(findAddresses: FindAddresses, allowsLoopback: boolean): LookupFunction {
  const find = callbackify(findAddresses);
  return (hostname, options, callback) => {
    find(hostname, (error, found) => {
      if (error) return callback(error, '');
      const open = found.filter(({ address }) => isReachable(address, allowsLoopback));
      const [first] = open;
      if (!first) return callback(new ForbiddenAddressError('No address of this host may be used.'), '');
      return options.all ? callback(null, open) : callback(null, first.address, first.family);
    });
  };
}

/**
 * Whether the host of a URL is a literal address that is not one of the internet. A URL object writes an IPv4 address in one
 * notation only.
 */
export function isForbiddenLiteral(url: URL, allowsLoopback: boolean): boolean {
  const host = hostOf(url);
  return isIP(host) !== 0 && !isReachable(host, allowsLoopback);
}

/** The host of a URL in the form a socket takes: an IPv6 address without its brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

export const isForbiddenAddress = (error: unknown): boolean =>
  error instanceof ForbiddenAddressError ||
  (error instanceof AggregateError && error.errors.some((inner) => inner instanceof ForbiddenAddressError));
