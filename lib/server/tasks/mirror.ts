import 'server-only';
import { eq } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { locationsInReach } from '#lib/server/base/locations.ts';
import { differenceFrom } from '#lib/server/base/platform-time.ts';
import { readAllEveryMs } from '#lib/server/base/run-every.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { type TaskSync, taskSyncs, tasks } from '#lib/server/db/schema/tasks.ts';
import { areAhead, bringBack } from '#lib/server/db/set-back.ts';
import { areMany } from '#lib/server/directory/absent.ts';
import type { LocationWork } from '#lib/server/due/location-work.ts';
import { classifyFailure } from '#lib/server/gym-api/errors.ts';
import { listTasks } from '#lib/server/gym-api/tasks.ts';
import { acquireLease, isHeld, releaseLease } from '#lib/server/lease/lease.ts';
import { keepUnreadable, readUnreadable } from '#lib/server/unreadable/keep-unreadable.ts';
import { isStale } from './read-tasks.ts';
import { countSyncedBefore, dropTasksSyncedBefore, lockTasks, platformTaskOf, upsertTasks } from './upsert-tasks.ts';

type Mirroring = Pick<DeskContext, 'db' | 'clock' | 'newId' | 'gymClientOf' | 'log'>;

/** Longer than the longest wait for the list. */
const leaseMs = 30_000;
/** What changed shortly before is read again: clocks differ, and a change may be written late. */
const overlapMs = 5 * 60_000;

/** Brings the tasks of locations up to date. */
export const mirroringTasks: LocationWork = {
  kind: 'mirrorTasks',
  everyMs: 15_000,
  locationsAt: locationsInReach,
  work: async (desk, location) => {
    await mirrorTasks(desk, location);
    return false;
  },
};

/** Reads the tasks of the platform behind people: all of them at first and once a day, else what has changed. */
export async function mirrorTasks(desk: Mirroring, location: Location): Promise<void> {
  const { db, newId } = desk;
  const locationId = location.id;
  const begunAt = new Date(desk.clock());
  const lease = { table: taskSyncs, key: { locationId }, id: newId(), ms: leaseMs };
  const acquired = await acquireLease(db, { lease, now: begunAt });
  if (!acquired) return;
  const sync = await bringTasksBack(db, acquired, begunAt);
  const since = sinceOf(sync, begunAt);
  const gym = desk.gymClientOf(location);
  const answer = await listTasks(gym, since);
  const { askedAt } = answer;
  if (!answer.ok) {
    const failure = classifyFailure(answer.problem);
    const problem = failure.kind === 'unavailable' ? failure.because : 'failed';
    return releaseLease(db, { lease, set: { problem } });
  }
  const knownUntil = new Date(askedAt.getTime() + differenceFrom(gym, desk.clock()).platformAheadMs);
  const isWhole = answer.value.unreadable.length === 0;
  const told = answer.value.items.flatMap((task) => platformTaskOf(task) ?? []);
  const once = [...new Map(told.toReversed().map((task) => [task.platformId, task])).values()];
  await db.transaction(async (tx) => {
    await lockTasks(tx, locationId);
    if ((await tx.$count(taskSyncs, isHeld(lease))) === 0) return;
    const { hasChanged, hasLeftOut } = await upsertTasks(tx, { locationId, told: once, askedAt, newId });
    // nothing is gone for not having been read
    const gone = since === null && isWhole ? await dropGone(tx, sync, askedAt) : nothingGone;
    await tellUnreadable(tx, sync, since, answer.value.unreadable.length);
    await releaseLease(tx, {
      lease,
      set: {
        problem: null,
        finishedAt: askedAt,
        // what was left out is read again, and what could not be read until all are
        ...(!hasLeftOut && (isWhole || since === null) && { knownUntil }),
        ...(!hasLeftOut && since === null && { allReadAt: askedAt, isAllReadWhole: isWhole && !gone.isInDoubt }),
      },
    });
    if (hasChanged || gone.hasDropped) await notifyLive(tx, { locationId, event: 'tasks' });
    // a screen that said so is current again
    else if (sync.problem !== null || isStale(sync.finishedAt, askedAt))
      await notifyLive(tx, { locationId, event: 'tasks' });
  });
}

const nothingGone = { hasDropped: false, isInDoubt: false };

/**
 * Drops what was not in the list of all tasks. Where many are missing, it is rather the list that is wrong: they go with
 * the next one that misses them too, which is soon read.
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

/** A list of changes holds but some of the tasks that could not be read when all were. */
async function tellUnreadable(
  tx: Queryable,
  { locationId, isAllReadWhole }: TaskSync,
  since: Date | null,
  unreadable: number,
): Promise<void> {
  const ofAll = since === null || isAllReadWhole ? null : await readUnreadable(tx, { locationId, list: 'tasks' });
  const count = Math.max(unreadable, ofAll?.count ?? 0);
  await keepUnreadable(tx, { locationId, list: 'tasks', count, isEndless: false, isCutShort: false });
}

/** After the desk's clock was set back, an answer of now is the newest there is, and all tasks are read again. */
async function bringTasksBack(db: Queryable, sync: TaskSync, now: Date): Promise<TaskSync> {
  if (!(await areAhead(db, { times: [sync.allReadAt, sync.finishedAt], now }))) return sync;
  const { locationId } = sync;
  const anew = { knownUntil: null, allReadAt: null, finishedAt: null };
  await db.transaction(async (tx) => {
    await lockTasks(tx, locationId);
    await tx.update(taskSyncs).set(anew).where(eq(taskSyncs.locationId, locationId));
    await bringBack(tx, { table: tasks, key: { locationId }, names: ['syncedAt'], now });
  });
  return { ...sync, ...anew };
}

/** A list of changes does not tell of tasks that are gone: from time to time, all are read. */
function sinceOf(sync: TaskSync, now: Date): Date | null {
  const { knownUntil, allReadAt } = sync;
  const isReadAllDue = !knownUntil || !allReadAt || now.getTime() - allReadAt.getTime() >= readAllEveryMs(sync);
  return isReadAllDue ? null : new Date(knownUntil.getTime() - overlapMs);
}
