import 'server-only';
import { and, asc, eq, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { isInUse } from '#lib/server/base/locations.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type LegacyConnectivity, legacyConnectivity } from '#lib/server/db/schema/legacy-connectivity.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { isDueBy } from '#lib/server/db/set-back.ts';
import { backoffMs } from '#lib/server/outbox/backoff.ts';
import type { LegacyState } from '#lib/wire/legacy-connectivity.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Longer than any attempt takes: the process that began it has died. */
const attemptEndsMs = minuteMs;
/** Processes that start together send once. */
const startedTogetherMs = minuteMs;
/** Once a day, and never so late that the 24 hours are over after which a gym counts as silent. */
const heardAgainMs = 20 * hourMs;
/** Somebody may have put the pair right at the platform. */
const refusedAgainMs = hourMs;

export interface LegacyAttempt {
  connectivity: LegacyConnectivity;
  location: Location;
}

/** Begins anew with the credentials that a location has now: due at once, or nothing where it has none. */
export async function beginLegacyConnectivity(
  tx: Queryable,
  { id: locationId, v1Url }: Pick<Location, 'id' | 'v1Url'>,
  now: Date,
): Promise<void> {
  await tx.delete(legacyConnectivity).where(eq(legacyConnectivity.locationId, locationId));
  if (v1Url === null) return;
  await tx.insert(legacyConnectivity).values({ locationId, state: 'untried', nextAttemptAt: now });
}

/** Has every platform told at once that the desk has started, but for those that were told just now. */
export async function makeLegacyAttemptsDue(db: Queryable, now: Date): Promise<void> {
  const { attemptedAt } = legacyConnectivity;
  await db
    .update(legacyConnectivity)
    .set({ nextAttemptAt: now })
    .where(or(isNull(attemptedAt), lte(attemptedAt, earlier(now, startedTogetherMs)), gt(attemptedAt, now)));
}

/** Has a platform that is back told at once, where it could not be reached. */
export async function retryUnreachableLegacy(tx: Queryable, locationId: string, now: Date): Promise<void> {
  const { state } = legacyConnectivity;
  await tx
    .update(legacyConnectivity)
    .set({ nextAttemptAt: now })
    .where(and(eq(legacyConnectivity.locationId, locationId), eq(state, 'unreachable')));
}

/** Takes one that is due, for one attempt: no other process takes it meanwhile. */
export async function claimLegacyAttempt(db: Queryable, now: Date): Promise<LegacyAttempt | undefined> {
  const { nextAttemptAt } = legacyConnectivity;
  const isDue = isDueBy(nextAttemptAt, now, heardAgainMs);
  const due = db.$with('due').as(
    db
      .select({ locationId: legacyConnectivity.locationId })
      .from(legacyConnectivity)
      .innerJoin(locations, eq(locations.id, legacyConnectivity.locationId))
      .where(and(isInUse, isNotNull(locations.v1Url), isDue))
      .orderBy(asc(nextAttemptAt))
      .limit(1)
      .for('update', { of: legacyConnectivity, skipLocked: true }),
  );
  const [claimed] = await db
    .with(due)
    .update(legacyConnectivity)
    .set({ attemptedAt: now, nextAttemptAt: later(now, attemptEndsMs) })
    .from(locations)
    .where(
      and(
        eq(legacyConnectivity.locationId, sql`(select location_id from due)`),
        eq(locations.id, legacyConnectivity.locationId),
      ),
    )
    .returning({ connectivity: legacyConnectivity, location: locations });
  return claimed;
}

/**
 * Keeps what an attempt came to, and when the next one is.
 * @returns false where the credentials were changed meanwhile: what was answered is about others
 */
export async function settleLegacyAttempt(
  db: Queryable,
  { locationId, nextAttemptAt, attempts, heardAt, failingSince }: LegacyConnectivity,
  state: Exclude<LegacyState, 'untried'>,
  now: Date,
): Promise<boolean> {
  const failed = state === 'unreachable' ? attempts + 1 : 0;
  const pauseMs = { heard: heardAgainMs, refused: refusedAgainMs, unreachable: backoffMs(failed) }[state];
  const { rowCount } = await db
    .update(legacyConnectivity)
    .set({
      state,
      heardAt: state === 'heard' ? now : heardAt,
      failingSince: state === 'heard' ? null : (failingSince ?? now),
      attempts: failed,
      nextAttemptAt: later(now, pauseMs),
    })
    .where(and(eq(legacyConnectivity.locationId, locationId), eq(legacyConnectivity.nextAttemptAt, nextAttemptAt)));
  return rowCount === 1;
}

const later = (now: Date, ms: number) => new Date(now.getTime() + ms);
const earlier = (now: Date, ms: number) => later(now, -ms);
