import type { Rfid, RfidRequest } from '#contracts/v2/rfids.ts';
import { retryOnCollision } from '#platform/db/collisions.ts';
import type { Call } from '#platform/services/call.ts';
import { lockMember } from '#platform/services/members/lock.ts';
import { toStoredRfid } from '#platform/services/members/stored-rfid.ts';
import { assignCards, lockNumbers, toCards } from './assign.ts';

/** Assigns a card to a member. Another member of the chain who had it loses it. */
export async function addRfid(call: Call, accountId: string, request: RfidRequest): Promise<Rfid> {
  const cards = toCards([request]);
  await retryOnCollision(() =>
    call.db.transaction(async (sql) => {
      const { profile } = await lockMember(sql, call, accountId);
      await lockNumbers(sql, call, cards);
      await assignCards(sql, call, profile.accountId, cards);
    }),
  );
  return { rfid: toStoredRfid(request.rfid), tagFormat: request.tagFormat ?? undefined };
}
