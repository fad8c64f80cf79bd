import 'server-only';
import { eq } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { locationsInReach } from '#lib/server/base/locations.ts';
import { differenceFrom } from '#lib/server/base/platform-time.ts';
import { readAllEveryMs } from '#lib/server/base/run-every.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type TaskSync, taskSyncs, tasks } from '#lib/server/db/schema/tasks.ts';
import { areAhead, bringBack } from '#lib/server/db/set-back.ts';
import { areMany } from '#lib/server/directory/absent.ts';
import type { LocationWork } from '#lib/server/due/location-work.ts';
import { classifyFailure } from '#lib/server/gym-api/errors.ts';
import type { GymClient } from '#lib/server/gym-api/gym-client.ts';
import { listTasks } from '#lib/server/gym-api/tasks.ts';
import { acquireLease, isHeld, type Lease, releaseLease, renewLease } from '#lib/server/lease/lease.ts';
import { keepUnreadable, readUnreadable } from '#lib/server/unreadable/keep-unreadable.ts';
import { hourMs } from '#shared/calendar/durations.ts';
import { isStale } from './read-tasks.ts';
import { countSyncedBefore, dropTasksSyncedBefore, lockTasks, platformTaskOf, upsertTasks } from './upsert-tasks.ts';

type Mirroring = Pick<DeskContext, 'db' | 'clock' | 'newId' | 'gymClientOf' | 'log'>;

/** Longer than the longest wait for both lists of tasks. */
const leaseMs = 30_000;
/** Changes of this time before the last read are read again: clocks differ, and a change may be committed late. */
const overlapMs = 5 * 60_000;

/** Keeps the mirrored tasks of locations up to date. */
export const mirroringTasks: LocationWork = {
  kind: 'mirrorTasks',
  everyMs: 15_000,
  locationsAt: locationsInReach,
  work: async (context) => {
    await mirrorTasks(context);
    return false;
  },
};

/** Mirrors the tasks of the platform: those that have changed, and at first and once a day all of them. */
export async function mirrorTasks({ desk, actor: { location } }: LocationContext<Mirroring>): Promise<void> {
  const { db, newId } = desk;
  const locationId = location.id;
  const begunAt = new Date(desk.clock());
  const lease = { table: taskSyncs, key: { locationId }, id: newId(), ms: leaseMs };
  const acquired = await acquireLease(db, { lease, now: begunAt });
  if (!acquired) return;
  const sync = await resetFutureTimes(db, acquired, begunAt);
  const pass = { desk, gym: desk.gymClientOf(location), lease, sync };
  const since = sync.knownUntil && new Date(sync.knownUntil.getTime() - overlapMs);
  const isAllDue = since === null || isReadAllDue(sync, begunAt);
  // the changes come first: whatever the platform answers to the list of all tasks does not hold them up
  const problemOfChanges = since && (await mirrorList(pass, { since, isLast: !isAllDue }));
  const problem = isAllDue ? await mirrorList(pass, { since: null, isLast: true }) : problemOfChanges;
  if (problem === null) return;
  const areChangesRead = since !== null && problemOfChanges === null;
  await db.transaction(async (tx) => {
    if (!(await releaseLease(tx, { lease, set: areChangesRead ? {} : { problem } }))) return;
    if (areChangesRead) await recordAllUnread(tx, locationId);
  });
}

interface Pass {
  desk: Mirroring;
  gym: GymClient;
  lease: Lease<typeof taskSyncs, { locationId: string }>;
  sync: TaskSync;
}

interface AskedList {
  /** Null for the list of all tasks. */
  since: Date | null;
  /** Whether the lease is released with it. */
  isLast: boolean;
}

/**
 * Asks for a list, and mirrors its tasks.
 * @returns why it could not be read, while the lease is still held; null where it was read
 */
async function mirrorList(pass: Pass, { since, isLast }: AskedList): Promise<TaskSync['problem']> {
  const { desk, gym, lease, sync } = pass;
  const { db, newId } = desk;
  const { locationId } = sync;
  const answer = await listTasks(gym, since);
  const { askedAt } = answer;
  if (!answer.ok) {
    const failure = classifyFailure(answer.problem);
    return failure.kind === 'unavailable' ? failure.because : 'failed';
  }
  const knownUntil = new Date(askedAt.getTime() + differenceFrom(gym, desk.clock()).platformAheadMs);
  const isWhole = answer.value.unreadable.length === 0;
  const listed = answer.value.items.flatMap((task) => platformTaskOf(task) ?? []);
  const distinct = [...new Map(listed.toReversed().map((task) => [task.platformId, task])).values()];
  const wasStale = sync.problem !== null || isStale(sync.finishedAt, askedAt);
  const keepSync = async (tx: Queryable, set: Partial<TaskSync>) =>
    isLast
      ? releaseLease(tx, { lease, set })
      : (await renewLease(tx, { lease, now: new Date(desk.clock()), set })) !== null;
  // most lists of changes have none
  if (since !== null && isWhole && distinct.length === 0) {
    await db.transaction(async (tx) => {
      if (!(await keepSync(tx, { problem: null, finishedAt: askedAt, knownUntil }))) return;
      await recordUnreadable(tx, { sync, since, unreadable: 0 });
      if (wasStale) await notifyLive(tx, { locationId, event: 'tasks' });
    });
    return null;
  }
  await db.transaction(async (tx) => {
    await lockTasks(tx, locationId);
    if ((await tx.$count(taskSyncs, isHeld(lease))) === 0) return;
    const { hasChanged, hasLeftOut } = await upsertTasks(tx, { locationId, answered: distinct, askedAt, newId });
    // a task that could not be read does not count as gone
    const gone = since === null && isWhole ? await dropGone(tx, sync, askedAt) : nothingGone;
    await recordUnreadable(tx, { sync, since, unreadable: answer.value.unreadable.length });
    await keepSync(tx, {
      problem: null,
      finishedAt: askedAt,
      // tasks that were left out, or could not be read, are read again the next time
      ...(!hasLeftOut && (isWhole || since === null) && { knownUntil }),
      ...(!hasLeftOut && since === null && { allReadAt: askedAt, isAllReadWhole: isWhole && !gone.isInDoubt }),
    });
    if (hasChanged || gone.hasDropped) await notifyLive(tx, { locationId, event: 'tasks' });
    // clears the notice on screens that showed the list as stale
    else if (wasStale) await notifyLive(tx, { locationId, event: 'tasks' });
  });
  return null;
}

const nothingGone = { hasDropped: false, isInDoubt: false };

/**
 * Deletes tasks that are missing from the list of all tasks. If many are missing, the list is probably wrong: they are deleted
 * only if they are missing from the next one too, which is read soon.
 */
async function dropGone(
  tx: Queryable,
  { locationId, allReadAt }: TaskSync,
  askedAt: Date,
): Promise<{ hasDropped: boolean; isInDoubt: boolean }> {
  const last = await readUnreadable(tx, { locationId, list: 'tasks' });
  const wereMissing = allReadAt && !last?.count ? allReadAt : null;
  const hasDropped = wereMissing !== null && (await dropTasksSyncedBefore(tx, { locationId, moment: wereMissing }));
  const { missing, of } = await countSyncedBefore(tx, { locationId, moment: askedAt });
  if (areMany(missing, of)) return { hasDropped, isInDoubt: true };
  return {
    hasDropped: (await dropTasksSyncedBefore(tx, { locationId, moment: askedAt })) || hasDropped,
    isInDoubt: false,
  };
}

/**
 * Records how many tasks could not be read. A list of changes has only some of those that were unreadable in the list
 * of all, and does not show that all can be listed.
 */
async function recordUnreadable(
  tx: Queryable,
  { sync, since, unreadable }: { sync: TaskSync; since: Date | null; unreadable: number },
): Promise<void> {
  const { locationId, isAllReadWhole } = sync;
  const before = since === null ? null : await readUnreadable(tx, { locationId, list: 'tasks' });
  const count = Math.max(unreadable, isAllReadWhole ? 0 : (before?.count ?? 0));
  const isCutShort = before?.isCutShort ?? false;
  await keepUnreadable(tx, { locationId, list: 'tasks', count, isEndless: false, isCutShort });
}

/** Records that the platform lists changes, but not all tasks: nothing else shows it, and deleted tasks stay. */
async function recordAllUnread(tx: Queryable, locationId: string): Promise<void> {
  const before = await readUnreadable(tx, { locationId, list: 'tasks' });
  const count = before?.count ?? 0;
  await keepUnreadable(tx, { locationId, list: 'tasks', count, isEndless: false, isCutShort: true });
}

/**
 * After the desk's clock was set back, resets times in the future so that current answers count as newer, and has all
 * tasks read again.
 */
async function resetFutureTimes(db: Queryable, sync: TaskSync, now: Date): Promise<TaskSync> {
  if (!(await areAhead(db, { times: [sync.allReadAt, sync.finishedAt], now }))) return sync;
  const { locationId } = sync;
  const unread = { knownUntil: null, allReadAt: null, finishedAt: null };
  await db.transaction(async (tx) => {
    await lockTasks(tx, locationId);
    await tx.update(taskSyncs).set(unread).where(eq(taskSyncs.locationId, locationId));
    await bringBack(tx, { table: tasks, key: { locationId }, names: ['syncedAt'], now });
  });
  return { ...sync, ...unread };
}

/**
 * A list of changes does not include deleted tasks, so all are read from time to time. Where they could not be read and their changes
 * could, it is due again an hour later.
 */
function isReadAllDue(sync: TaskSync, now: Date): boolean {
  const { allReadAt, finishedAt } = sync;
  if (!allReadAt || !finishedAt) return true;
  const hoursUntil = (time: Date) => Math.floor((time.getTime() - allReadAt.getTime()) / hourMs);
  return now.getTime() - allReadAt.getTime() >= readAllEveryMs(sync) && hoursUntil(now) > hoursUntil(finishedAt);
}
