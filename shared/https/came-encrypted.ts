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
 * believed, and of several entries only the last one, which is its own: what stands before that may be invented.
 * @param isProxy whether the word of an address on this counts
 */
export function cameEncrypted(
  { remoteAddress, isEncrypted, forwardedProto }: Arrival,
  isProxy: (address: string) => boolean,
): boolean {
  if (isEncrypted) return true;
  const told = [forwardedProto ?? []].flat().join(',').split(',').at(-1)?.trim();
  return told === 'https' && isProxy(plainAddress(remoteAddress ?? ''));
}
