import 'server-only';
import { isIP } from 'node:net';
import { headers } from 'next/headers';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';

/** Where passkeys are valid. */
export interface RelyingParty {
  /** The host name that passkeys belong to. */
  id: string;
  /** The address of the page, which the browser signs. */
  origin: string;
}

/**
 * The relying party of a page. Passkeys belong to the host of the desk's public address (`DESK_URL`), and at `localhost` to that
 * name, for the demo: browsers accept no IP address, and a host that only the request names may be anybody's.
 * @returns null at any other address
 */
export function relyingPartyOf({ url }: Pick<DeskContext, 'url'>, origin: string | null): RelyingParty | null {
  const page = URL.parse(origin ?? '');
  if (!page) return null;
  const isPublic = page.origin === URL.parse(url)?.origin && (page.protocol === 'https:' || isLocal(page));
  if (!(isPublic || isLocal(page)) || isIP(page.hostname.replace(/^\[|\]$/g, '')) !== 0) return null;
  return { id: page.hostname, origin: page.origin };
}

const isLocal = ({ hostname }: URL) => hostname === 'localhost';

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
