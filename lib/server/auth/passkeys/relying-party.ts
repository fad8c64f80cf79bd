import 'server-only';
import { headers } from 'next/headers';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { canRequirePasskey, type RelyingParty, relyingPartyOf } from '#shared/passkeys/relying-party.ts';

/** The relying party of the page that sent this POST, whose `Origin` has been checked to be the desk's. */
export const findRelyingParty = async ({ url }: Pick<DeskContext, 'url'>): Promise<RelyingParty | null> =>
  relyingPartyOf(url, (await headers()).get('origin'));

/** Whether this sign-in is at an address of the desk where a passkey can be required. */
export const canRequireHere = async ({ url }: Pick<DeskContext, 'url'>): Promise<boolean> =>
  canRequirePasskey(url, (await headers()).get('origin'));

/**
 * The same as `findRelyingParty`.
 * @throws ActionFailure `conflict` at an address without passkeys
 */
export async function requireRelyingParty(desk: Pick<DeskContext, 'url'>): Promise<RelyingParty> {
  const party = await findRelyingParty(desk);
  if (!party) throw new ActionFailure('conflict', 'Passkeys are not available at this address of the desk.');
  return party;
}
