import 'server-only';
import { and, eq, gte, lt, notExists, type SQL, sql } from 'drizzle-orm';
import { forgetFailures } from '#lib/server/auth/password/attempts.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { badgeFailures, staffBadges } from '#lib/server/db/schema/staff.ts';
import { dayMs } from '#shared/calendar/durations.ts';

/** After this many wrong PINs a badge is locked until a manager unlocks it. Nothing else resets the count. */
export const mostBadgeFailures = 30;
/** How long failures of a card that is no badge are kept. Its lock ends with them. */
const keptMs = 90 * dayMs;

/** The key under which failures within fifteen minutes are counted. */
export const whomOfBadge = (cardDigest: string) => `badge/${cardDigest}`;

/**
 * Counts an attempt as failed before its PIN is verified, so that concurrent attempts cannot exceed the limit.
 * @returns the number of failures including this one; null where the card is locked
 */
export async function countBadgeFailure(
  { db, clock }: Pick<DeskContext, 'db' | 'clock'>,
  cardDigest: string,
): Promise<number | null> {
  const failedAt = new Date(clock());
  const [counted] = await db
    .insert(badgeFailures)
    .values({ cardDigest, failures: 1, failedAt })
    .onConflictDoUpdate({
      target: badgeFailures.cardDigest,
      set: { failures: sql`${badgeFailures.failures} + 1`, failedAt },
      setWhere: lt(badgeFailures.failures, mostBadgeFailures),
    })
    .returning({ failures: badgeFailures.failures });
  return counted?.failures ?? null;
}

/** Undoes the count of an attempt whose PIN was right. Earlier failures stay. */
export async function takeBackBadgeFailure({ db }: Pick<DeskContext, 'db'>, cardDigest: string): Promise<void> {
  await db
    .update(badgeFailures)
    .set({ failures: sql`${badgeFailures.failures} - 1` })
    .where(eq(badgeFailures.cardDigest, cardDigest));
}

/**
 * Resets the count.
 * @returns whether the card was locked
 */
export async function openLockedBadge(tx: Queryable, cardDigest: string): Promise<boolean> {
  const [opened] = await tx
    .delete(badgeFailures)
    .where(eq(badgeFailures.cardDigest, cardDigest))
    .returning({ failures: badgeFailures.failures });
  return opened !== undefined && opened.failures >= mostBadgeFailures;
}

/** Condition for cards that are locked. */
export const isLockedBadge = gte(badgeFailures.failures, mostBadgeFailures);

const isNoBadge = (tx: Queryable): SQL =>
  notExists(tx.select({ one: sql`1` }).from(staffBadges).where(eq(staffBadges.cardDigest, badgeFailures.cardDigest)));

/** Deletes old failures of cards that are no badge. */
export async function forgetOldBadgeFailures(tx: Queryable, now: number): Promise<void> {
  await tx.delete(badgeFailures).where(and(lt(badgeFailures.failedAt, new Date(now - keptMs)), isNoBadge(tx)));
}

/**
 * Deletes the failures of all cards that are no badge. Any of them may be a member's card, and cannot be found by its number,
 * since readers write the number differently.
 */
export async function forgetFailuresOfCards(tx: Queryable, keys: Pick<DeskContext, 'secret'>): Promise<void> {
  const forgotten = await tx
    .delete(badgeFailures)
    .where(isNoBadge(tx))
    .returning({ cardDigest: badgeFailures.cardDigest });
  await forgetFailures(
    tx,
    keys,
    forgotten.map(({ cardDigest }) => whomOfBadge(cardDigest)),
  );
}
