import type { Rfid, TagFormat } from '#contracts/v2/rfids.ts';
import type { NamedStatement } from '#platform/db/client.ts';
import type { Call } from '#platform/services/call.ts';
import { requireMember } from '#platform/services/members/find.ts';

const rfidsOfMember: NamedStatement = {
  name: 'rfids_of_member',
  text: `SELECT rfid, tag_format FROM rfids
    WHERE chain_id = $1 AND account_id = $2 AND (is_from_gym_software OR $3)
    ORDER BY created_at, rfid`,
};

/** The member's cards. `allSources` includes cards assigned by machines. */
export async function listRfids(call: Call, accountId: string, allSources: boolean): Promise<Rfid[]> {
  const member = await requireMember(call, { by: 'accountId', accountId });
  const values = [call.chainId, member.accountId, allSources];
  const rows = await call.db.find<{ rfid: string; tag_format: TagFormat | null }>(rfidsOfMember, values);
  return rows.map((row) => ({ rfid: row.rfid, tagFormat: row.tag_format ?? undefined }));
}
