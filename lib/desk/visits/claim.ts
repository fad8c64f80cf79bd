import 'server-only';
import { and, eq, getTableColumns, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '#lib/db/client.ts';
import { type Visit, visits } from '#lib/db/schema/visits.ts';
import type { TimeDifference } from '#lib/desk/base/platform-time.ts';
import type { VisitKey } from '#lib/desk/base/queues.ts';

const earlier = alias(visits, 'earlier');

/**
 * Takes a due visit for one attempt. Null where it is not due, is being sent, is settled, or where an earlier event of
 * the same member has to go first.
 */
export async function claimVisit(
  db: Queryable,
  { locationId, tapId }: VisitKey,
  now: Date,
  difference: TimeDifference,
): Promise<Visit | null> {
  const unsentBefore = db
    .select({ one: sql`1` })
    .from(earlier)
    .where(
      and(
        eq(earlier.locationId, locationId),
        eq(earlier.accountId, visits.accountId),
        lt(earlier.tappedAt, visits.tappedAt),
        inArray(earlier.state, ['held', 'waiting', 'sending']),
      ),
    );
  const [claimed] = await db
    .update(visits)
    .set({
      state: 'sending',
      claimedAt: now,
      attempts: sql`${visits.attempts} + 1`,
      platformAt: platformAt(difference),
    })
    .where(
      and(
        eq(visits.locationId, locationId),
        eq(visits.tapId, tapId),
        inArray(visits.state, ['held', 'waiting']),
        lte(visits.nextAttemptAt, now),
        isNotBeingConfirmed(now),
        sql`not exists (${unsentBefore})`,
      ),
    )
    .returning(getTableColumns(visits));
  return claimed ?? null;
}

/** What the platform is told: the same in every attempt, so that an event whose answer was lost stays one event. */
function platformAt({ platformAheadMs, latest }: TimeDifference): SQL {
  const at = sql`${visits.tappedAt} + make_interval(secs => ${platformAheadMs / 1_000}::double precision)`;
  // `least` passes over null
  return sql`coalesce(${visits.platformAt}, least(${at}, ${latest === null ? null : new Date(latest).toISOString()}::timestamptz))`;
}

/** Whether nobody is asking the platform about an arrival right now. */
export const isNotBeingConfirmed = (now: Date) => or(isNull(visits.confirmingUntil), lte(visits.confirmingUntil, now));

/** Holds for the attempt that claimed the visit, until it has settled it or was taken for dead. */
export const isClaimOf = ({ locationId, tapId, attempts }: Visit) =>
  and(
    eq(visits.locationId, locationId),
    eq(visits.tapId, tapId),
    eq(visits.state, 'sending'),
    eq(visits.attempts, attempts),
  );
