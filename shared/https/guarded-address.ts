import { isLoopback } from '#shared/network/loopback.ts';

/**
 * Whether nobody on the way can read what is sent to an address: it is https, or http to a host that may be spoken to in
 * plain text.
 * @param mayBePlain of a host name as a URL has it, with an IPv6 address in brackets; this machine alone where it is left out
 */
export const isGuardedAddress = (
  { protocol, hostname }: URL,
  mayBePlain: (hostname: string) => boolean = isLoopback,
): boolean => protocol === 'https:' || (protocol === 'http:' && mayBePlain(hostname));
