import 'server-only';
import { eq } from 'drizzle-orm';
import { readAllEveryMs } from '#lib/server/base/run-every.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type DirectorySync, directorySyncs } from '#lib/server/db/schema/directory.ts';
import { acquireLease, isHeld, type Lease, renewLease } from '#lib/server/lease/lease.ts';
import { bringDirectoryBack } from './set-back.ts';

/** One reading of the platform's list from its first page to its last. */
export interface SyncPass {
  /** Reads what changed since then, by the platform's clock; all members where null. */
  since: Date | null;
  startedAt: Date;
  /** The same moment by the platform's clock; null before its first answer. */
  startedThere: Date | null;
  /** Of the next page. */
  offset: number;
  /** The most members that the platform said it lists under this question; null while it has said nothing. */
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
  const sync = await acquireLease(db, { lease, now });
  if (!sync) return null;
  const pass = nextPass(await bringDirectoryBack(db, sync, now), now);
  await keepPass(db, lease, pass, now);
  return pass;
}

/** The pass that is under way, or the one that is due. */
export function nextPass(
  sync: Pick<DirectorySync, PassColumn | 'knownUntil' | 'allReadAt' | 'isAllReadWhole' | 'absentCount'>,
  now: Date,
): SyncPass {
  const { passSince, passStartedAt, passStartedThere, passOffset, passTotal, passUnreadable } = sync;
  if (passStartedAt && now.getTime() - passStartedAt.getTime() < longestPassMs) {
    const [offset, total, unreadable] = [passOffset, passTotal, passUnreadable];
    return { since: passSince, startedAt: passStartedAt, startedThere: passStartedThere, offset, total, unreadable };
  }
  const { knownUntil, allReadAt, isAllReadWhole, absentCount } = sync;
  // where many are absent, the list may tell of them again as soon as the platform is mended
  const everyMs = readAllEveryMs({ isAllReadWhole: isAllReadWhole && absentCount === null });
  const isReadAllDue = !knownUntil || !allReadAt || now.getTime() - allReadAt.getTime() >= everyMs;
  const since = isReadAllDue ? null : new Date(knownUntil.getTime() - overlapMs);
  return { since, startedAt: now, startedThere: null, offset: 0, total: null, unreadable: 0 };
}
type PassColumn = Extract<keyof DirectorySync, `pass${string}`>;

/**
 * Notes how far a pass has come, and renews the lease.
 * @returns false where another process has the lease by now: then what was read must not be kept
 */
export async function keepPass(tx: Queryable, lease: SyncLease, pass: SyncPass, now: Date): Promise<boolean> {
  const kept = await renewLease(tx, {
    lease,
    now,
    set: {
      passSince: pass.since,
      passStartedAt: pass.startedAt,
      passStartedThere: pass.startedThere,
      passOffset: pass.offset,
      passTotal: pass.total,
      passUnreadable: pass.unreadable,
    },
  });
  return kept !== null;
}

/**
 * Notes that a pass has come to its end.
 * @param isWhole whether it read all that there is: what it did not read of changes, the next one begins with again, as
 * long as it takes until all members are read
 * @param isRead whether it read all that it was told
 * @returns after the changes since all were read: who was last told of before that moment is absent now. Else null
 */
export async function finishPass(
  tx: Queryable,
  lease: SyncLease,
  { since, startedAt, startedThere, total }: SyncPass,
  { isWhole, isRead, now }: { isWhole: boolean; isRead: boolean; now: Date },
): Promise<Date | null> {
  const hasReadAll = since === null;
  const [before] = await tx.select().from(directorySyncs).where(isHeld(lease));
  const isCaughtUp = !hasReadAll && isWhole;
  await tx
    .update(directorySyncs)
    .set({
      ...{ passSince: null, passStartedAt: null, passStartedThere: null },
      ...{ passOffset: 0, passTotal: null, passUnreadable: 0 },
      ...((hasReadAll || isWhole) && { knownUntil: startedThere ?? startedAt }),
      ...{ finishedAt: now },
      ...(hasReadAll && { allReadAt: startedAt, isAllReadWhole: isWhole, memberCount: total }),
      ...(hasReadAll && { absentBefore: isRead ? startedAt : null }),
      ...(isCaughtUp && { absentBefore: null }),
    })
    .where(isHeld(lease));
  return isCaughtUp ? (before?.absentBefore ?? null) : null;
}

/** Whether the last pass over all members read every one of them. */
export async function isAllReadWhole(tx: Queryable, locationId: string): Promise<boolean> {
  const [sync] = await tx.select().from(directorySyncs).where(eq(directorySyncs.locationId, locationId));
  return sync?.isAllReadWhole ?? true;
}
