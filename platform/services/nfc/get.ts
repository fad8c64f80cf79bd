import { notFound } from '#platform/base/errors.ts';
import type { NamedStatement } from '#platform/db/client.ts';
import type { Call } from '#platform/services/call.ts';
import { requireMember } from '#platform/services/members/find.ts';
import { type NfcIssuer, toStoredIssuer } from './issuer.ts';

const tokenOfMember: NamedStatement = {
  name: 'nfc_token_of_member',
  text: `SELECT token FROM nfc_tokens
    WHERE chain_id = $1 AND account_id = $2 AND ($3 = '' OR issuer = $3)
    ORDER BY issuer <> '', created_at DESC LIMIT 1`,
};

/**
 * The member's token of one issuer. Without an issuer: the token that names none, otherwise the newest.
 * @throws 404 NFC_TOKEN if there is none
 */
export async function getNfcToken(call: Call, accountId: string, issuer: NfcIssuer): Promise<{ token: string }> {
  const member = await requireMember(call, { by: 'accountId', accountId });
  const values = [call.chainId, member.accountId, toStoredIssuer(issuer)];
  const [found] = await call.db.find<{ token: string }>(tokenOfMember, values);
  if (!found) throw notFound('NFC_TOKEN');
  return { token: found.token };
}
