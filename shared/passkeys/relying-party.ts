import { isIP } from 'node:net';
import { isLoopback } from '#shared/network/loopback.ts';

/** Where passkeys are valid. */
export interface RelyingParty {
  /** The host name that passkeys belong to. */
  id: string;
  /** The address of the page, which the browser signs. */
  origin: string;
}

/**
 * The one host name that passkeys of a program belong to: the one of its public address, or `localhost` for a program on this
 * machine alone, such as the demo. Browsers accept no IP address, and a host that only a request names may be anybody's.
 * @returns null where the public address has none that browsers accept
 */
export function passkeyHostOf(publicUrl: string): string | null {
  const own = URL.parse(publicUrl);
  if (!own || isLoopback(own.hostname)) return 'localhost';
  const isName = isIP(own.hostname.replace(/^\[|\]$/g, '')) === 0;
  return own.protocol === 'https:' && isName ? own.hostname : null;
}

/**
 * Whether a passkey can be required at a sign-in: of a program with a name, wherever its page was opened; of one that is known by none
 * only on its own machine, because other machines open it by plain HTTP, where no browser offers passkeys.
 * @param origin of the request that the page sent
 */
export function canRequirePasskey(publicUrl: string, origin: string | null): boolean {
  const host = passkeyHostOf(publicUrl);
  return host !== null && (host !== 'localhost' || relyingPartyOf(publicUrl, origin) !== null);
}

/**
 * The relying party of a page.
 * @param origin of the request that the page sent
 * @returns null at an address without passkeys
 */
export function relyingPartyOf(publicUrl: string, origin: string | null): RelyingParty | null {
  const page = URL.parse(origin ?? '');
  const id = passkeyHostOf(publicUrl);
  if (!page || page.hostname !== id) return null;
  const isOwn = id === 'localhost' || page.origin === URL.parse(publicUrl)?.origin;
  return isOwn ? { id, origin: page.origin } : null;
}
