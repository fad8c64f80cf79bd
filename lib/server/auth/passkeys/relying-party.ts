import 'server-only';
import { isIP } from 'node:net';
import { headers } from 'next/headers';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { isLoopback } from '#shared/network/loopback.ts';

/** Where passkeys are valid. */
export interface RelyingParty {
  /** The host name that passkeys belong to. */
  id: string;
  /** The address of the page, which the browser signs. */
  origin: string;
}

/**
 * The one host name that passkeys of this desk belong to: the one of its public address (`DESK_URL`), or `localhost` for a desk on
 * this machine alone, such as the demo. Browsers accept no IP address, and a host that only a request names may be anybody's.
 * @returns null where the public address has none that browsers accept
 */
export function passkeyHostOf({ url }: Pick<DeskContext, 'url'>): string | null {
  const desk = URL.parse(url);
  if (!desk || isLoopback(desk.hostname)) return 'localhost';
  const isName = isIP(desk.hostname.replace(/^\[|\]$/g, '')) === 0;
  return desk.protocol === 'https:' && isName ? desk.hostname : null;
}

/** The relying party of a page. @returns null at an address without passkeys */
export function relyingPartyOf(desk: Pick<DeskContext, 'url'>, origin: string | null): RelyingParty | null {
  const page = URL.parse(origin ?? '');
  const id = passkeyHostOf(desk);
  if (!page || page.hostname !== id) return null;
  const isOfDesk = id === 'localhost' || page.origin === URL.parse(desk.url)?.origin;
  return isOfDesk ? { id, origin: page.origin } : null;
}

/** The relying party of the page that sent this POST, whose `Origin` has been checked to be the desk's. */
export const findRelyingParty = async (desk: Pick<DeskContext, 'url'>): Promise<RelyingParty | null> =>
  relyingPartyOf(desk, (await headers()).get('origin'));

/**
 * The same.
 * @throws ActionFailure `conflict` at an address without passkeys
 */
export async function requireRelyingParty(desk: Pick<DeskContext, 'url'>): Promise<RelyingParty> {
  const party = await findRelyingParty(desk);
  if (!party) throw new ActionFailure('conflict', 'Passkeys are not available at this address of the desk.');
  return party;
}
