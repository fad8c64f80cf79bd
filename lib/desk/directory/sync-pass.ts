import 'server-only';
import { eq } from 'drizzle-orm';
import type { Queryable } from '#lib/db/client.ts';
import { type DirectorySync, directorySyncs } from '#lib/db/schema/directory.ts';
import { readAllEveryMs } from '#lib/desk/base/run-every.ts';
import { acquireLease, isHeld, type Lease, renewLease } from '#lib/lease/lease.ts';

/** One reading of the platform's list from its first page to its last. */
export interface SyncPass {
  /** Reads what changed since then; all members where null. */
  since: Date | null;
  startedAt: Date;
  /** Of the next page. */
  offset: number;
  /** Members that the platform lists under this question; null before its first answer. */
  total: number | null;
  /** Members that could not be read so far. */
  unreadable: number;
}

/** Whose work it is to mirror a location. */
export type SyncLease = Lease<typeof directorySyncs, { locationId: string }>;

/** Longer than the longest wait for a page. */
const leaseMs = 30_000;
/** What changed shortly before the last pass is read again: clocks differ, and a change may be written late. */
const overlapMs = 5 * 60_000;
/** After that, the list has moved too far below a pass for its offset to mean anything. */
const longestPassMs = 60 * 60_000;

export const syncLeaseOf = (locationId: string, id: string): SyncLease => ({
  ...{ table: directorySyncs, key: { locationId }, id, ms: leaseMs },
});

/**
 * Acquires the lease, and finds the pass to go on with or to begin.
 * @returns null while another process has the lease
 */
export async function takeUpPass(db: Queryable, lease: SyncLease, now: Date): Promise<SyncPass | null> {
  const sync = await acquireLease(db, lease, now);
  if (!sync) return null;
  const pass = nextPass(sync, now);
  await keepPass(db, lease, pass, now);
  return pass;
}

/** The pass that is under way, or the one that is due. */
export function nextPass(
  sync: Pick<DirectorySync, PassColumn | 'knownUntil' | 'allReadAt' | 'isAllReadWhole'>,
  now: Date,
): SyncPass {
  const { passSince, passStartedAt, passOffset, passTotal, passUnreadable, knownUntil, allReadAt } = sync;
  if (passStartedAt && now.getTime() - passStartedAt.getTime() < longestPassMs) {
    const [offset, total, unreadable] = [passOffset, passTotal, passUnreadable];
    return { since: passSince, startedAt: passStartedAt, offset, total, unreadable };
  }
  const isReadAllDue = !knownUntil || !allReadAt || now.getTime() - allReadAt.getTime() >= readAllEveryMs(sync);
  const since = isReadAllDue ? null : new Date(knownUntil.getTime() - overlapMs);
  return { since, startedAt: now, offset: 0, total: null, unreadable: 0 };
}
type PassColumn = 'passSince' | 'passStartedAt' | 'passOffset' | 'passTotal' | 'passUnreadable';

/**
 * Notes how far a pass has come, and renews the lease.
 * @returns false where another process has the lease by now: then what was read must not be kept
 */
export async function keepPass(tx: Queryable, lease: SyncLease, pass: SyncPass, now: Date): Promise<boolean> {
  const kept = await renewLease(tx, lease, now, {
    passSince: pass.since,
    passStartedAt: pass.startedAt,
    passOffset: pass.offset,
    passTotal: pass.total,
    passUnreadable: pass.unreadable,
  });
  return kept !== null;
}

/**
 * Notes that a pass has come to its end.
 * @param isWhole whether it read all that the platform told: what it did not read of changes, the next one begins with
 * again, as long as it takes until all members are read
 */
export async function finishPass(
  tx: Queryable,
  lease: SyncLease,
  { since, startedAt, total }: SyncPass,
  { isWhole, now }: { isWhole: boolean; now: Date },
): Promise<void> {
  const hasReadAll = since === null;
  await tx
    .update(directorySyncs)
    .set({
      ...{ passSince: null, passStartedAt: null, passOffset: 0, passTotal: null, passUnreadable: 0 },
      ...((hasReadAll || isWhole) && { knownUntil: startedAt }),
      ...{ finishedAt: now },
      ...(hasReadAll && { allReadAt: startedAt, isAllReadWhole: isWhole, memberCount: total }),
    })
    .where(isHeld(lease));
}

/** Whether the last pass over all members read every one of them. */
export async function isAllReadWhole(tx: Queryable, locationId: string): Promise<boolean> {
  const [sync] = await tx.select().from(directorySyncs).where(eq(directorySyncs.locationId, locationId));
  return sync?.isAllReadWhole ?? true;
}
