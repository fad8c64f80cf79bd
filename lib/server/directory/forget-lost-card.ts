import 'server-only';
import { aliasedTable, and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { leadingZeros, withoutLeadingZeros } from '#contracts/v2/rfids.ts';
import type { MemberKey } from '#lib/server/base/member-key.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { cards, members } from '#lib/server/db/schema/directory.ts';
import { locations } from '#lib/server/db/schema/locations.ts';

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

/**
 * Subquery of the other gyms of this desk that know the same membership from the same platform. The account alone would also find
 * gyms of another chain in which the person is a member, and ids of another platform say nothing about this one.
 */
function otherGymsOf(db: Queryable, { locationId, accountId }: MemberKey) {
  const [own, gym] = [aliasedTable(members, 'own'), aliasedTable(locations, 'gym')];
  const isSameMembership = and(eq(members.accountId, own.accountId), eq(members.membershipId, own.membershipId));
  return db
    .select({ id: members.locationId })
    .from(own)
    .innerJoin(gym, eq(gym.id, own.locationId))
    .innerJoin(locations, eq(locations.apiUrl, gym.apiUrl))
    .innerJoin(members, and(eq(members.locationId, locations.id), isSameMembership))
    .where(and(eq(own.locationId, locationId), eq(own.accountId, accountId)));
}
