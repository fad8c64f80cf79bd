import type { Rfid, RfidRequest } from '#contracts/v2/rfids.ts';
import { retryOnCollision } from '#platform/db/collisions.ts';
import type { Call } from '#platform/services/call.ts';
import { requireMember } from '#platform/services/members/find.ts';
import { toStoredRfid } from '#platform/services/members/stored-rfid.ts';
import { assignCards, toCards } from './assign.ts';

/** Assigns a card to a member. Another member of the chain who had it loses it. */
export async function addRfid(call: Call, accountId: string, request: RfidRequest): Promise<Rfid> {
  const member = await requireMember(call, { by: 'accountId', accountId });
  await retryOnCollision(() => call.db.read((sql) => assignCards(sql, call, member.accountId, toCards([request]))));
  return { rfid: toStoredRfid(request.rfid), tagFormat: request.tagFormat ?? undefined };
}
