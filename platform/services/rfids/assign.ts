import { sql as raw } from 'drizzle-orm';
import type { RfidRequest } from '#contracts/v2/rfids.ts';
import type { Sql } from '#platform/db/client.ts';
import { type RfidRow, rfids } from '#platform/db/schema/cards.ts';
import type { Call } from '#platform/services/call.ts';
import { toStoredRfid } from './stored-rfid.ts';

export type Card = Pick<RfidRow, 'rfid' | 'tagFormat'>;

/** The cards of a request, each once, in the order in which every transaction takes them. */
export function toCards(requests: readonly RfidRequest[]): Card[] {
  const cards = new Map<string, Card>();
  for (const { rfid: sent, tagFormat } of requests) {
    const rfid = toStoredRfid(sent);
    if (!cards.has(rfid)) cards.set(rfid, { rfid, tagFormat: tagFormat ?? null });
  }
  return [...cards.values()].sort((one, other) => (one.rfid < other.rfid ? -1 : 1));
}

/**
 * Gives cards to a member; whoever in the chain held them holds them no longer. A card that changes hands is new to
 * its holder: what a machine knew of it belongs to the former one.
 */
export async function assignCards(sql: Sql, { chainId, clock }: Call, accountId: string, cards: Card[]): Promise<void> {
  if (cards.length === 0) return;
  const createdAt = clock();
  const isSameHolder = raw`${rfids.accountId} = excluded.account_id`;
  await sql
    .insert(rfids)
    .values(cards.map((card) => ({ chainId, accountId, ...card, isFromGymSoftware: true, createdAt })))
    .onConflictDoUpdate({
      target: [rfids.chainId, rfids.rfid],
      set: {
        accountId,
        tagFormat: raw`excluded.tag_format`,
        isFromGymSoftware: true,
        isFromMachine: raw`${rfids.isFromMachine} AND ${isSameHolder}`,
        createdAt: raw`CASE WHEN ${isSameHolder} THEN ${rfids.createdAt} ELSE excluded.created_at END`,
      },
    });
}
