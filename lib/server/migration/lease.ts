import 'server-only';
import { and, eq, gte } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type MigrationRunRow, migrationRuns } from '#lib/server/db/schema/migration.ts';
import { isDueBy } from '#lib/server/db/set-back.ts';
import { acquireLeaseWhere, type Lease } from '#lib/server/lease/lease.ts';
import { longestBackoffMs } from '#lib/server/outbox/backoff.ts';

export type Migrating = Pick<DeskContext, 'db' | 'clock' | 'newId' | 'gymClientOf' | 'live' | 'log'>;

/** Whose work a list is. */
export type RunLease = Lease<typeof migrationRuns, { locationId: string; id: string }>;

/** Longer than the longest wait for a batch. */
const leaseMs = 15_000;

export const runLeaseOf = (locationId: string, runId: string, id: string): RunLease => ({
  ...{ table: migrationRuns, key: { locationId, id: runId }, id, ms: leaseMs },
});

/** @returns null while another process has the lease, or nothing is due */
export const acquireRun = (db: Queryable, lease: RunLease, now: Date): Promise<MigrationRunRow | null> =>
  acquireLeaseWhere(
    db,
    lease,
    and(eq(migrationRuns.state, 'running'), isDueBy(migrationRuns.nextAttemptAt, now, longestBackoffMs)),
    now,
  );

/** Whether some process has the lease right now. */
export async function isBeingWorkedOn(db: Queryable, locationId: string, runId: string, now: Date): Promise<boolean> {
  const isRun = and(eq(migrationRuns.locationId, locationId), eq(migrationRuns.id, runId));
  return (await db.$count(migrationRuns, and(isRun, gte(migrationRuns.leaseEndsAt, now)))) > 0;
}
