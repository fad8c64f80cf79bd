import type { TagFormat } from '#contracts/v2/rfids.ts';
import { withoutLeadingZeros } from '#contracts/v2/rfids.ts';
import { notFound } from '#platform/base/errors.ts';
import type { NamedStatement } from '#platform/db/client.ts';
import type { Call } from '#platform/services/call.ts';
import { requireMember } from '#platform/services/members/find.ts';
import { toStoredRfid } from '#platform/services/members/stored-rfid.ts';

const deleteRfid: NamedStatement = {
  name: 'delete_rfid',
  text: `DELETE FROM rfids
    WHERE chain_id = $1 AND account_id = $2 AND rfid = (
      SELECT rfid FROM rfids
      WHERE chain_id = $1 AND account_id = $2 AND (rfid = $3 OR (rfid = $4 AND is_decimal))
        AND ($5::text IS NULL OR tag_format IS NULL OR tag_format = $5)
      ORDER BY rfid = $3 DESC
      LIMIT 1
    )
    RETURNING rfid`,
};

/**
 * Removes a card from a member, whatever source assigned it. A card sent in decimal matches with any number of
 * leading zeros, as in the look-up.
 * @throws 404 RFID if the member has no such card
 */
export async function removeRfid(call: Call, accountId: string, rfid: string, tagFormat?: TagFormat): Promise<void> {
  const member = await requireMember(call, { by: 'accountId', accountId });
  const stored = toStoredRfid(rfid);
  const values = [call.chainId, member.accountId, stored, withoutLeadingZeros(stored), tagFormat ?? null];
  const removed = await call.db.find(deleteRfid, values);
  if (removed.length === 0) throw notFound('RFID');
}
