import 'server-only';
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { leadingZeros, withoutLeadingZeros } from '#contracts/v2/rfids.ts';
import type { MemberKey } from '#lib/server/base/member-key.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { cards } from '#lib/server/db/schema/directory.ts';
import { otherGymsOf } from './other-gyms.ts';

interface LostCard extends MemberKey {
  /** A pass whose token is unknown stands for all passes of the member. */
  card: { kind: 'rfid'; value: string } | { kind: 'nfc'; value: string | null };
}

/**
 * Deletes a lost card, a removed pass, or a card that was handed to somebody else. Other gyms of the chain forget it too: it
 * would admit the member there while the platform is unreachable.
 */
export async function forgetLostCard(db: Queryable, { locationId, accountId, card }: LostCard): Promise<void> {
  const isOfMember = and(eq(cards.kind, card.kind), eq(cards.accountId, accountId), isSameCard(card));
  const isHere = eq(cards.locationId, locationId);
  const isValue = card.value === null ? undefined : and(eq(cards.kind, card.kind), eq(cards.value, card.value));
  await db.delete(cards).where(and(isHere, or(isValue, isOfMember)));
  const isInChain = inArray(cards.locationId, otherGymsOf(db, { locationId, accountId }));
  await db.delete(cards).where(and(isInChain, isOfMember));
}

/**
 * A card in every form of its number by which this member was found: the platform lists a card that came as a decimal number without
 * leading zeros, and finds it with any.
 */
function isSameCard({ kind, value }: LostCard['card']): SQL | undefined {
  if (value === null) return undefined;
  if (kind === 'nfc') return eq(cards.value, value);
  return eq(sql`regexp_replace(${cards.value}, ${leadingZeros.source}, '0x')`, withoutLeadingZeros(value));
}
