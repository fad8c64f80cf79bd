import 'server-only';
import { and, eq, gte, isNull, lt, lte, or } from 'drizzle-orm';
import type { Queryable } from '#lib/db/client.ts';
import { type MigrationRunRow, migrationRuns } from '#lib/db/schema/migration.ts';

/** Whose work a list is. */
export interface Lease {
  locationId: string;
  runId: string;
  /** Made anew for every lease. */
  id: string;
}

/** A lease ends by itself, should its process die: longer than the longest wait for a batch. */
const leaseMs = 15_000;

/** @returns null while another process has the lease, or nothing is due */
export async function acquireLease(db: Queryable, lease: Lease, now: Date): Promise<MigrationRunRow | null> {
  const { locationId, runId } = lease;
  const [run] = await db
    .update(migrationRuns)
    .set({ leaseId: lease.id, leaseEndsAt: leaseEnd(now) })
    .where(
      and(
        eq(migrationRuns.locationId, locationId),
        eq(migrationRuns.id, runId),
        eq(migrationRuns.state, 'running'),
        lte(migrationRuns.nextAttemptAt, now),
        or(isNull(migrationRuns.leaseId), lt(migrationRuns.leaseEndsAt, now)),
      ),
    )
    .returning();
  return run ?? null;
}

/**
 * Renews the lease, and keeps the row of the list locked to the end of the transaction.
 * @returns null where another process has the lease by now: then nothing must be sent or kept
 */
export async function renewLease(tx: Queryable, lease: Lease, now: Date): Promise<MigrationRunRow | null> {
  const [run] = await tx
    .update(migrationRuns)
    .set({ leaseEndsAt: leaseEnd(now) })
    .where(isLease(lease))
    .returning();
  return run ?? null;
}

/** Whether some process has the lease right now. */
export async function isBeingWorkedOn(db: Queryable, locationId: string, runId: string, now: Date): Promise<boolean> {
  const isRun = and(eq(migrationRuns.locationId, locationId), eq(migrationRuns.id, runId));
  return (await db.$count(migrationRuns, and(isRun, gte(migrationRuns.leaseEndsAt, now)))) > 0;
}

export async function releaseLease(db: Queryable, lease: Lease): Promise<void> {
  await db.update(migrationRuns).set({ leaseId: null, leaseEndsAt: null }).where(isLease(lease));
}

const leaseEnd = (now: Date) => new Date(now.getTime() + leaseMs);

const isLease = ({ locationId, runId, id }: Lease) =>
  and(eq(migrationRuns.locationId, locationId), eq(migrationRuns.id, runId), eq(migrationRuns.leaseId, id));
