import 'server-only';
import { and, eq, gte, inArray } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { migrationRuns } from '#lib/server/db/schema/migration.ts';
import { isDueBy } from '#lib/server/db/set-back.ts';
import { longestBackoffMs } from '#lib/server/due/backoff.ts';
import { claimDue, type DueRows } from '#lib/server/due/claim-due.ts';
import { dueNoticeOf } from '#lib/server/due/notice.ts';
import { holdFor, isLeaseFree, type Lease } from '#lib/server/lease/lease.ts';

export type Migrating = Pick<DeskContext, 'db' | 'clock' | 'newId' | 'gymClientOf' | 'live' | 'log'>;

/** The lease of a run: only its holder processes it. */
export type RunLease = Lease<typeof migrationRuns, { locationId: string; id: string }>;

/** Longer than the longest batch takes. */
const leaseMs = 15_000;

const leaseOf = (locationId: string, runId: string, id: string): RunLease => ({
  table: migrationRuns,
  key: { locationId, id: runId },
  id,
  ms: leaseMs,
});

const dueRuns: DueRows<typeof migrationRuns> = {
  table: migrationRuns,
  key: ['locationId', 'id'],
  dueAt: migrationRuns.nextAttemptAt,
  isDue: (now) =>
    and(
      eq(migrationRuns.state, 'running'),
      isDueBy(migrationRuns.nextAttemptAt, now, longestBackoffMs),
      isLeaseFree(migrationRuns, now),
    ),
  hold: (now) => holdFor(leaseMs, now),
};

export const runKind = 'migrate-members';

/** For `returning`: announces when a run is due. */
export const noticeOfRun = dueNoticeOf({
  kind: runKind,
  locationId: migrationRuns.locationId,
  dueAt: migrationRuns.nextAttemptAt,
});

/** A run that this process has leased. */
export interface ClaimedRun {
  lease: RunLease;
  location: Location;
}

/** Claims due runs that no process has leased, those that have waited longest first. */
export async function claimRuns(db: Queryable, choice: Parameters<typeof claimDue>[2]): Promise<ClaimedRun[]> {
  const claimed = await claimDue(db, dueRuns, choice);
  if (claimed.length === 0) return [];
  const ids = claimed.map(({ locationId }) => locationId);
  const found = await db.select().from(locations).where(inArray(locations.id, ids));
  return claimed.flatMap(({ locationId, id, leaseId }) => {
    const location = found.find((one) => one.id === locationId);
    return location && leaseId !== null ? [{ lease: leaseOf(locationId, id, leaseId), location }] : [];
  });
}

/** Whether any process holds the lease of the run. */
export async function isLeased(
  db: Queryable,
  { locationId, runId, now }: { locationId: string; runId: string; now: Date },
): Promise<boolean> {
  const isRun = and(eq(migrationRuns.locationId, locationId), eq(migrationRuns.id, runId));
  return (await db.$count(migrationRuns, and(isRun, gte(migrationRuns.leaseEndsAt, now)))) > 0;
}
