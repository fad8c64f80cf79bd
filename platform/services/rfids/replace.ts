import { and, eq, notInArray } from 'drizzle-orm';
import type { RfidRequest } from '#contracts/v2/rfids.ts';
import type { Sql } from '#platform/db/client.ts';
import { retryOnCollision } from '#platform/db/collisions.ts';
import { rfids } from '#platform/db/schema/cards.ts';
import type { Call } from '#platform/services/call.ts';
import { lockMember } from '#platform/services/members/lock.ts';
import { assignCards, type Card, lockNumbers, toCards } from './assign.ts';

/** Replaces the cards that came through this interface. Cards assigned by machines stay. */
export async function replaceRfids(call: Call, accountId: string, requests: readonly RfidRequest[]): Promise<void> {
  const cards = toCards(requests);
  await retryOnCollision(() =>
    call.db.transaction(async (sql) => {
      const { profile } = await lockMember(sql, call, accountId);
      await replaceCards(sql, call, profile.accountId, cards);
    }),
  );
}

/** As `replaceRfids`, within a transaction that has locked the member. */
export async function replaceCards(sql: Sql, call: Call, accountId: string, cards: Card[]): Promise<void> {
  await lockNumbers(sql, call, cards);
  await takeOtherCards(sql, call.chainId, accountId, cards);
  await assignCards(sql, call, accountId, cards);
}

/** Removes all cards of the gym's software from a member, except those to keep. */
async function takeOtherCards(sql: Sql, chainId: string, accountId: string, keep: Card[]): Promise<void> {
  const kept = keep.map(({ rfid }) => rfid);
  const isOther = and(
    eq(rfids.chainId, chainId),
    eq(rfids.accountId, accountId),
    eq(rfids.isFromGymSoftware, true),
    kept.length > 0 ? notInArray(rfids.rfid, kept) : undefined,
  );
  await sql.delete(rfids).where(and(isOther, eq(rfids.isFromMachine, false)));
  await sql.update(rfids).set({ isFromGymSoftware: false }).where(isOther);
}
