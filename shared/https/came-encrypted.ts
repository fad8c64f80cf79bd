import { plainAddress } from '#shared/network/network-list.ts';

interface Arrival {
  /** The other end of the connection, as the socket tells it. */
  remoteAddress: string | undefined;
  /** Whether the connection itself is TLS. */
  isEncrypted: boolean;
  /** `X-Forwarded-Proto` */
  forwardedProto: string | string[] | undefined;
}

/**
 * Whether a request came over https: to this program itself, or to a proxy that ended TLS in front of it. Only a proxy is
 * believed. Of several in a row each adds an entry, and one hop without TLS is enough for a key to be read: all have to say
 * https. What somebody invents before the last entry can only have their own request refused.
 * @param isProxy whether the word of an address on this counts
 */
export function cameEncrypted(
  { remoteAddress, isEncrypted, forwardedProto }: Arrival,
  isProxy: (address: string) => boolean,
): boolean {
  if (isEncrypted) return true;
  const told = [forwardedProto ?? []].flat().join(',').split(',');
  return told.every((hop) => hop.trim() === 'https') && isProxy(plainAddress(remoteAddress ?? ''));
}
