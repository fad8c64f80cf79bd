import 'server-only';
import { eq } from 'drizzle-orm';
import { readAllEveryMs } from '#lib/server/base/run-every.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type DirectorySync, directorySyncs } from '#lib/server/db/schema/directory.ts';
import { acquireLease, isHeld, type Lease, renewLease } from '#lib/server/lease/lease.ts';
import { bringDirectoryBack } from './set-back.ts';

/** One pass over the platform's list, from its first page to its last. */
export interface SyncPass {
  /** Only members changed since then are listed, by the platform's clock; all members where null. */
  since: Date | null;
  startedAt: Date;
  /** `startedAt` by the platform's clock; null before its first answer. */
  startedThere: Date | null;
  /** The offset of the next page. */
  offset: number;
  /** The largest count that the platform has reported in this pass; null while it has reported none. */
  total: number | null;
  /** The number of unreadable members so far. */
  unreadable: number;
}

/** The lease for mirroring a location. */
export type SyncLease = Lease<typeof directorySyncs, { locationId: string }>;

/** Longer than the longest request for a page. */
const leaseMs = 30_000;
/** Passes overlap by so much: clocks differ, and a change may become visible late. */
const overlapMs = 5 * 60_000;
/** After this, the list has changed too much for the offset to be meaningful, and the pass starts over. */
const longestPassMs = 60 * 60_000;
/** A directory is too old for verdicts after 48 hours (./find-current.ts). */
const longestPutOffMs = 40 * 60 * 60_000;

export const syncLeaseOf = (locationId: string, id: string): SyncLease => ({
  table: directorySyncs,
  key: { locationId },
  id,
  ms: leaseMs,
});

/**
 * Acquires the lease, and resumes the pass in progress or starts the due one.
 * @returns null while another process has the lease
 */
export async function takeUpPass(
  db: Queryable,
  { lease, now, isLimited }: { lease: SyncLease; now: Date; isLimited: boolean },
): Promise<SyncPass | null> {
  const sync = await acquireLease(db, { lease, now });
  if (!sync) return null;
  const pass = nextPass(await bringDirectoryBack(db, { sync, now }), now, isLimited);
  await keepPass(db, { lease, pass, now });
  return pass;
}

/**
 * The pass in progress, or else the one that is due.
 * @param isLimited whether people need what the key may send: then a full pass would not get on, and verdicts need the changes
 * meanwhile. It has to wait, but not so long that the directory would be too old for them
 */
export function nextPass(
  sync: Pick<DirectorySync, PassColumn | 'knownUntil' | 'allReadAt' | 'isAllReadWhole' | 'absentCount'>,
  now: Date,
  isLimited = false,
): SyncPass {
  const { passSince, passStartedAt, passStartedThere, passOffset, passTotal, passUnreadable } = sync;
  const { knownUntil, allReadAt, isAllReadWhole, absentCount } = sync;
  const unreadMs = now.getTime() - (allReadAt?.getTime() ?? 0);
  const hasToWait =
    isLimited && knownUntil !== null && isAllReadWhole && absentCount === null && unreadMs < longestPutOffMs;
  const isUnderWay = passStartedAt && now.getTime() - passStartedAt.getTime() < longestPassMs;
  if (isUnderWay && !(passSince === null && hasToWait)) {
    const [offset, total, unreadable] = [passOffset, passTotal, passUnreadable];
    return { since: passSince, startedAt: passStartedAt, startedThere: passStartedThere, offset, total, unreadable };
  }
  // while a review of many absent members is open, the platform may list them again at any time
  const everyMs = readAllEveryMs({ isAllReadWhole: isAllReadWhole && absentCount === null });
  const isReadAllDue = !knownUntil || !allReadAt || (unreadMs >= everyMs && !hasToWait);
  const since = isReadAllDue ? null : new Date(knownUntil.getTime() - overlapMs);
  return { since, startedAt: now, startedThere: null, offset: 0, total: null, unreadable: 0 };
}
type PassColumn = Extract<keyof DirectorySync, `pass${string}`>;

/**
 * Stores the progress of a pass, and renews the lease.
 * @returns false where another process has taken the lease over: then the page that was read must be discarded
 */
export async function keepPass(
  tx: Queryable,
  { lease, pass, now }: { lease: SyncLease; pass: SyncPass; now: Date },
): Promise<boolean> {
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

interface FinishedPass {
  lease: SyncLease;
  pass: SyncPass;
  /** Whether it read everything there is. If not, the next pass over changes starts from the same moment again. */
  isWhole: boolean;
  /** Whether it read everything it was sent. */
  isRead: boolean;
  now: Date;
}

/**
 * Stores that a pass has ended.
 * @returns after the pass over changes that follows a full one: members last synced before this moment are absent. Else null
 */
export async function finishPass(
  tx: Queryable,
  { lease, pass: { since, startedAt, startedThere, total }, isWhole, isRead, now }: FinishedPass,
): Promise<Date | null> {
  const hasReadAll = since === null;
  const [before] = await tx.select().from(directorySyncs).where(isHeld(lease));
  const isCaughtUp = !hasReadAll && isWhole;
  await tx
    .update(directorySyncs)
    .set({
      passSince: null,
      passStartedAt: null,
      passStartedThere: null,
      passOffset: 0,
      passTotal: null,
      passUnreadable: 0,
      ...((hasReadAll || isWhole) && { knownUntil: startedThere ?? startedAt }),
      finishedAt: now,
      ...(hasReadAll && { allReadAt: startedAt, isAllReadWhole: isWhole, memberCount: total }),
      ...(hasReadAll && { absentBefore: isRead ? startedAt : null }),
      ...(isCaughtUp && { absentBefore: null }),
    })
    .where(isHeld(lease));
  return isCaughtUp ? (before?.absentBefore ?? null) : null;
}

/** Whether the last full pass read every member. */
export async function isAllReadWhole(tx: Queryable, locationId: string): Promise<boolean> {
  const [sync] = await tx.select().from(directorySyncs).where(eq(directorySyncs.locationId, locationId));
  return sync?.isAllReadWhole ?? true;
}
