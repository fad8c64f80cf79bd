import type { TagFormat } from '#contracts/v2/rfids.ts';
import type { NamedStatement } from '#platform/db/client.ts';
import { notFound } from '#platform/errors.ts';
import { findKnownMember } from '#platform/services/accounts/find.ts';
import type { Call } from '#platform/services/call.ts';
import { toStoredRfid } from './stored-rfid.ts';

const deleteRfid: NamedStatement = {
  name: 'delete_rfid',
  text: `DELETE FROM rfids
    WHERE chain_id = $1 AND account_id = $2 AND rfid = $3 AND ($4::text IS NULL OR tag_format IS NULL OR tag_format = $4)
    RETURNING rfid`,
};

/**
 * Takes a card from a member, whoever assigned it.
 * @throws 404 RFID where the member has no such card
 */
export async function removeRfid(call: Call, accountId: string, rfid: string, tagFormat?: TagFormat): Promise<void> {
  const member = await findKnownMember(call, { by: 'accountId', accountId });
  const values = [call.chainId, member.account_id, toStoredRfid(rfid), tagFormat ?? null];
  const removed = await call.db.find(deleteRfid, values);
  if (removed.length === 0) throw notFound('RFID');
}
