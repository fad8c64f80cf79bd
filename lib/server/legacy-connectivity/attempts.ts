import 'server-only';
import { and, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { isInUse } from '#lib/server/base/locations.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type LegacyConnectivity, legacyConnectivity } from '#lib/server/db/schema/legacy-connectivity.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { isDueBy } from '#lib/server/db/set-back.ts';
import { backoffMs } from '#lib/server/due/backoff.ts';
import { claimDue, type DueRows } from '#lib/server/due/claim-due.ts';
import type { Look } from '#lib/server/due/lanes.ts';
import type { LegacyState } from '#lib/wire/legacy-connectivity.ts';
import { hourMs } from '#shared/calendar/durations.ts';

const minuteMs = 60_000;
/** Longer than any attempt takes: after that, its process is presumed dead. */
const attemptEndsMs = minuteMs;
/** Processes that start within this time send one request together. */
const startedTogetherMs = minuteMs;
/** Once a day, with a margin before the 24 hours after which the platform shows a gym as inactive. */
const heardAgainMs = 20 * hourMs;
/** The credentials may have been corrected at the platform. */
const refusedAgainMs = hourMs;

export interface LegacyAttempt {
  connectivity: LegacyConnectivity;
  location: Location;
}

/** Restarts the attempts with the current credentials of a location: due at once, or none without credentials. */
export async function beginLegacyConnectivity(
  tx: Queryable,
  { location, now }: { location: Pick<Location, 'id' | 'v1Url'>; now: Date },
): Promise<void> {
  const { id: locationId, v1Url } = location;
  await tx.delete(legacyConnectivity).where(eq(legacyConnectivity.locationId, locationId));
  if (v1Url === null) return;
  await tx.insert(legacyConnectivity).values({ locationId, state: 'untried', nextAttemptAt: now });
}

/** Makes all attempts due at the start of the desk, except those made just now by another process. */
export async function makeLegacyAttemptsDue(db: Queryable, now: Date): Promise<void> {
  const { attemptedAt } = legacyConnectivity;
  await db
    .update(legacyConnectivity)
    .set({ nextAttemptAt: now })
    .where(or(isNull(attemptedAt), lte(attemptedAt, earlier(now, startedTogetherMs)), gt(attemptedAt, now)));
}

/** Makes the attempt of an unreachable platform due once it is back. */
export async function retryUnreachableLegacy(
  tx: Queryable,
  { locationId, now }: { locationId: string; now: Date },
): Promise<void> {
  const { state } = legacyConnectivity;
  await tx
    .update(legacyConnectivity)
    .set({ nextAttemptAt: now })
    .where(and(eq(legacyConnectivity.locationId, locationId), eq(state, 'unreachable')));
}

const hasInterface = sql`exists (select 1 from ${locations} where ${and(eq(locations.id, legacyConnectivity.locationId), isInUse, isNotNull(locations.v1Url))})`;

/** A claim postpones the next attempt, so that no other process makes one meanwhile. */
const dueAttempts: DueRows<typeof legacyConnectivity> = {
  table: legacyConnectivity,
  key: ['locationId'],
  dueAt: legacyConnectivity.nextAttemptAt,
  isDue: (now) => and(hasInterface, isDueBy(legacyConnectivity.nextAttemptAt, now, heardAgainMs)),
  hold: (now) => ({ attemptedAt: now, nextAttemptAt: later(now, attemptEndsMs) }),
};

/** Claims due rows, each for one attempt, with their current locations. */
export async function claimLegacyAttempts(db: Queryable, look: Look): Promise<LegacyAttempt[]> {
  const claimed = await claimDue(db, dueAttempts, look);
  if (claimed.length === 0) return [];
  const ids = claimed.map(({ locationId }) => locationId);
  const found = await db.select().from(locations).where(inArray(locations.id, ids));
  return claimed.flatMap((connectivity) => {
    const location = found.find(({ id }) => id === connectivity.locationId);
    return location ? [{ connectivity, location }] : [];
  });
}

interface AttemptedLegacy {
  /** As the claim returned it. */
  connectivity: LegacyConnectivity;
  state: Exclude<LegacyState, 'untried'>;
  /** How long the platform asked to wait. */
  leastMs?: number;
  now: Date;
}

/**
 * Writes the outcome of an attempt, and when the next one is due.
 * @returns false where the credentials were changed meanwhile: the answer is about the previous ones
 */
export async function settleLegacyAttempt(
  db: Queryable,
  { connectivity, state, leastMs = 0, now }: AttemptedLegacy,
): Promise<boolean> {
  const { locationId, nextAttemptAt, attempts, heardAt, failingSince } = connectivity;
  const failed = state === 'unreachable' ? attempts + 1 : 0;
  const pauseMs = { heard: heardAgainMs, refused: refusedAgainMs, unreachable: Math.max(leastMs, backoffMs(failed)) }[
    state
  ];
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
