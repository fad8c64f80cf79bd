import 'server-only';
import type { Queryable } from '#lib/db/client.ts';
import type { Location } from '#lib/db/schema/locations.ts';
import { type TaskSync, taskSyncs } from '#lib/db/schema/tasks.ts';
import type { LocationWork } from '#lib/desk/background/location-work.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import { notifyLive } from '#lib/desk/base/live-events.ts';
import { locationsInReach } from '#lib/desk/base/locations.ts';
import { readAllEveryMs } from '#lib/desk/base/run-every.ts';
import { keepUnreadable, readUnreadable } from '#lib/desk/unreadable/keep-unreadable.ts';
import { classifyFailure } from '#lib/gym-api/errors.ts';
import { listTasks } from '#lib/gym-api/tasks.ts';
import { acquireLease, isHeld, releaseLease } from '#lib/lease/lease.ts';
import { isStale } from './read-tasks.ts';
import { dropTasksSyncedBefore, lockTasks, platformTaskOf, upsertTasks } from './upsert-tasks.ts';

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
  const askedAt = new Date(desk.clock());
  const lease = { table: taskSyncs, key: { locationId }, id: newId(), ms: leaseMs };
  const sync = await acquireLease(db, lease, askedAt);
  if (!sync) return;
  const since = sinceOf(sync, askedAt);
  const answer = await listTasks(desk.gymClientOf(location), since);
  if (!answer.ok) {
    const failure = classifyFailure(answer.problem);
    const problem = failure.kind === 'unavailable' ? failure.because : 'failed';
    return releaseLease(db, lease, { problem });
  }
  const isWhole = answer.value.unreadable.length === 0;
  const told = answer.value.items.flatMap((task) => platformTaskOf(task) ?? []);
  const once = [...new Map(told.toReversed().map((task) => [task.platformId, task])).values()];
  await db.transaction(async (tx) => {
    await lockTasks(tx, locationId);
    if ((await tx.$count(taskSyncs, isHeld(lease))) === 0) return;
    const { hasChanged, hasLeftOut } = await upsertTasks(tx, locationId, once, { askedAt, newId });
    // nothing is gone for not having been read
    const hasDropped = since === null && isWhole && (await dropTasksSyncedBefore(tx, locationId, askedAt));
    await tellUnreadable(tx, sync, since, answer.value.unreadable.length);
    await releaseLease(tx, lease, {
      problem: null,
      finishedAt: askedAt,
      // what was left out is read again, and what could not be read until all are
      ...(!hasLeftOut && (isWhole || since === null) && { knownUntil: askedAt }),
      ...(!hasLeftOut && since === null && { allReadAt: askedAt, isAllReadWhole: isWhole }),
    });
    if (hasChanged || hasDropped) await notifyLive(tx, locationId, 'tasks');
    // a screen that said so is current again
    else if (sync.problem !== null || isStale(sync.finishedAt, askedAt)) await notifyLive(tx, locationId, 'tasks');
  });
}

/** A list of changes holds but some of the tasks that could not be read when all were. */
async function tellUnreadable(
  tx: Queryable,
  { locationId, isAllReadWhole }: TaskSync,
  since: Date | null,
  unreadable: number,
): Promise<void> {
  const ofAll = since === null || isAllReadWhole ? null : await readUnreadable(tx, locationId, 'tasks');
  const count = Math.max(unreadable, ofAll?.count ?? 0);
  await keepUnreadable(tx, locationId, { list: 'tasks', count, isEndless: false });
}

/** A list of changes does not tell of tasks that are gone: from time to time, all are read. */
function sinceOf(sync: TaskSync, now: Date): Date | null {
  const { knownUntil, allReadAt } = sync;
  const isReadAllDue = !knownUntil || !allReadAt || now.getTime() - allReadAt.getTime() >= readAllEveryMs(sync);
  return isReadAllDue ? null : new Date(knownUntil.getTime() - overlapMs);
}
