import 'server-only';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { prepareOnce } from '#lib/server/db/prepare-once.ts';
import { staff, staffBadges, staffLocations } from '#lib/server/db/schema/staff.ts';
import { badgeDigest } from './card-of-badge.ts';

/**
 * - `valid`: its person may sign in at this location
 * - `void`: its person is disabled or works elsewhere. It is still not a member's card.
 */
type BadgeState = 'valid' | 'void';

/** Finds the badge with a card number; null where the card is not a badge. */
export async function findBadge(
  { db, badgeKey }: Pick<DeskContext, 'db' | 'badgeKey'>,
  { locationId, cardNumber }: { locationId: string; cardNumber: string },
): Promise<BadgeState | null> {
  const [badge] = await badgeStatement(db).execute({ locationId, cardDigest: badgeDigest(badgeKey, cardNumber) });
  if (!badge) return null;
  return badge.isValid ? 'valid' : 'void';
}

const badgeStatement = prepareOnce((db) => {
  const isHere = eq(staffLocations.locationId, sql.placeholder('locationId'));
  return db
    .select({ isValid: sql<boolean>`${isNull(staff.disabledAt)} and ${staffLocations.locationId} is not null` })
    .from(staffBadges)
    .innerJoin(staff, eq(staff.id, staffBadges.staffId))
    .leftJoin(staffLocations, and(eq(staffLocations.staffId, staffBadges.staffId), isHere))
    .where(eq(staffBadges.cardDigest, sql.placeholder('cardDigest')))
    .prepare('');
});
