import { isLoopback } from '#shared/network/loopback.ts';

/**
 * Whether requests to a URL cannot be read on the way: it is https, or http to a host for which plain text is
 * allowed.
 * @param mayBePlain gets the host as in a URL, an IPv6 address in brackets; by default only this machine is allowed
 */
export const isGuardedAddress = (
  { protocol, hostname }: URL,
  mayBePlain: (hostname: string) => boolean = isLoopback,
): boolean => protocol === 'https:' || (protocol === 'http:' && mayBePlain(hostname));
