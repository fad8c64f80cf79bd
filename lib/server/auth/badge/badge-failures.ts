import 'server-only';
import { and, eq, gte, lt, notExists, type SQL, sql } from 'drizzle-orm';
import { forgetFailures } from '#lib/server/auth/password/attempts.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { badgeFailures, staffBadges } from '#lib/server/db/schema/staff.ts';
import { dayMs } from '#shared/calendar/durations.ts';

/** After so many wrong PINs a badge is locked until a manager opens it. Nothing else begins a new count. */
export const mostBadgeFailures = 30;
/** How long the failures of a card are kept that is nobody's badge. A lock of it ends with them. */
const keptMs = 90 * dayMs;

/** For whom the failures of a quarter of an hour are counted. */
export const whomOfBadge = (cardDigest: string) => `badge/${cardDigest}`;

/**
 * Counts a wrong PIN of a card before the PIN is looked at; of many at once, no more than the limit get through.
 * @returns how many there are with it; null for a card that is locked
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

/** The PIN was right: this one was no failure. Those before it stay. */
export async function takeBackBadgeFailure({ db }: Pick<DeskContext, 'db'>, cardDigest: string): Promise<void> {
  await db
    .update(badgeFailures)
    .set({ failures: sql`${badgeFailures.failures} - 1` })
    .where(eq(badgeFailures.cardDigest, cardDigest));
}

/**
 * Begins a new count.
 * @returns whether the card was locked
 */
export async function openLockedBadge(tx: Queryable, cardDigest: string): Promise<boolean> {
  const [opened] = await tx
    .delete(badgeFailures)
    .where(eq(badgeFailures.cardDigest, cardDigest))
    .returning({ failures: badgeFailures.failures });
  return opened !== undefined && opened.failures >= mostBadgeFailures;
}

/** Of a card that is locked. */
export const isLockedBadge = gte(badgeFailures.failures, mostBadgeFailures);

const isNobodysBadge = (tx: Queryable): SQL =>
  notExists(tx.select({ one: sql`1` }).from(staffBadges).where(eq(staffBadges.cardDigest, badgeFailures.cardDigest)));

/** Deletes what was counted of cards that are nobody's badge, and long ago. */
export async function forgetOldBadgeFailures(tx: Queryable, now: number): Promise<void> {
  await tx.delete(badgeFailures).where(and(lt(badgeFailures.failedAt, new Date(now - keptMs)), isNobodysBadge(tx)));
}

/**
 * Deletes what was counted of all cards that are nobody's badge: any of them may be a member's, and by which number it was
 * counted depends on the reader it was held to.
 */
export async function forgetFailuresOfCards(tx: Queryable, keys: Pick<DeskContext, 'secret'>): Promise<void> {
  const forgotten = await tx
    .delete(badgeFailures)
    .where(isNobodysBadge(tx))
    .returning({ cardDigest: badgeFailures.cardDigest });
  await forgetFailures(
    tx,
    keys,
    forgotten.map(({ cardDigest }) => whomOfBadge(cardDigest)),
  );
}
