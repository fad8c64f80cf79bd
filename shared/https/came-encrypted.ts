import { plainAddress } from '#shared/network/network-list.ts';

interface Arrival {
  /** The peer address of the socket. */
  remoteAddress: string | undefined;
  /** Whether the connection itself is TLS. */
  isEncrypted: boolean;
  /** `X-Forwarded-Proto` */
  forwardedProto: string | string[] | undefined;
}

/**
 * Whether a request came over HTTPS, which ended at this program or at a proxy in front of it. Only proxies are
 * trusted. Each proxy in a chain adds an entry; all entries must be https, because a key can be read on any hop
 * without TLS. A client that forges earlier entries can only get its own request rejected.
 * @param isProxy whether the address is a trusted proxy
 */
export function cameEncrypted(
  { remoteAddress, isEncrypted, forwardedProto }: Arrival,
  isProxy: (address: string) => boolean,
): boolean {
  if (isEncrypted) return true;
  const told = [forwardedProto ?? []].flat().join(',').split(',');
  return told.every((hop) => hop.trim() === 'https') && isProxy(plainAddress(remoteAddress ?? ''));
}
