import type { Rfid, RfidRequest } from '#contracts/v2/rfids.ts';
import type { NamedStatement } from '#platform/db/client.ts';
import { findKnownMember } from '#platform/services/accounts/find.ts';
import type { Call } from '#platform/services/call.ts';
import { toStoredRfid } from './stored-rfid.ts';

/** A card that changes hands is new to its holder: what a machine knew of it belongs to the former one. */
const assignRfid: NamedStatement = {
  name: 'assign_rfid',
  text: `
    INSERT INTO rfids AS card (chain_id, rfid, account_id, tag_format, is_from_gym_software, is_from_machine, created_at)
    VALUES ($1, $2, $3, $4, true, false, $5)
    ON CONFLICT (chain_id, rfid) DO UPDATE SET
      account_id = excluded.account_id,
      tag_format = excluded.tag_format,
      is_from_gym_software = true,
      is_from_machine = card.is_from_machine AND card.account_id = excluded.account_id,
      created_at = CASE WHEN card.account_id = excluded.account_id THEN card.created_at ELSE excluded.created_at END`,
};

/** Gives a card to a member; whoever in the chain held it holds it no longer. */
export async function addRfid(call: Call, accountId: string, request: RfidRequest): Promise<Rfid> {
  const member = await findKnownMember(call, { by: 'accountId', accountId });
  const rfid = toStoredRfid(request.rfid);
  const values = [call.chainId, rfid, member.account_id, request.tagFormat ?? null, call.clock()];
  await call.db.find(assignRfid, values);
  return { rfid, tagFormat: request.tagFormat ?? undefined };
}
