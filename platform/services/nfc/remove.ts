import { notFound } from '#platform/base/errors.ts';
import type { NamedStatement } from '#platform/db/client.ts';
import type { Call } from '#platform/services/call.ts';
import { requireMember } from '#platform/services/members/find.ts';
import { type NfcIssuer, toStoredIssuer } from './issuer.ts';

const deleteTokens: NamedStatement = {
  name: 'delete_nfc_tokens',
  text: `DELETE FROM nfc_tokens WHERE chain_id = $1 AND account_id = $2 AND ($3 = '' OR issuer = $3) RETURNING issuer`,
};

/**
 * Removes a member's token of one issuer; without an issuer, all tokens.
 * @throws 404 NFC_TOKEN if there is none
 */
export async function removeNfcToken(call: Call, accountId: string, issuer: NfcIssuer): Promise<void> {
  const member = await requireMember(call, { by: 'accountId', accountId });
  const removed = await call.db.find(deleteTokens, [call.chainId, member.accountId, toStoredIssuer(issuer)]);
  if (removed.length === 0) throw notFound('NFC_TOKEN');
}
