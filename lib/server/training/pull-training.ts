import 'server-only';
import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { hasStillTheKey } from '#lib/server/base/still-the-key.ts';
import { directorySyncs } from '#lib/server/db/schema/directory.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { optOutChecks } from '#lib/server/db/schema/opt-outs.ts';
import { type TrainingPullRow, trainingPulls } from '#lib/server/db/schema/training.ts';
import type { LocationWork } from '#lib/server/due/location-work.ts';
import type { ExportCredentials } from '#lib/server/gym-export/ask-export.ts';
import { askPage, type PageAnswer } from '#lib/server/gym-export/ask-page.ts';
import { busyWaitMs } from '#lib/server/gym-export/busy-wait.ts';
import { findExportCredentials } from '#lib/server/gym-export/find-export-credentials.ts';
import type { OutageCause } from '#lib/wire/outage-causes.ts';
import { type TrainingFailure, trainingSets } from '#lib/wire/training.ts';
import { dayMs, hourMs } from '#shared/calendar/durations.ts';
import { confirms, correctAway, type Doubt } from './correct.ts';
import { completeWith, nextDailyAt, rangeAt } from './ranges.ts';
import { isAsLeft, storePage, type Walk } from './walk.ts';

/** The longest turn; other locations have theirs next, and the next turn continues from the stored cursor. */
const longestTurnMs = 10_000;
/** Between two pages: nobody waits for them. */
const presetPauseMs = 100;
/** A cursor is valid for a day from the first page on. */
const longestWalkMs = 23 * hourMs;
/** Longer ago than this, nobody was reading when the time of the walk was over. */
const longestGapMs = hourMs;
/** Pages of a reading: 50,000 members with three visits a week and ten machines a visit have 12,000 in 27 days. */
const presetMostPages = 20_000;

/** Reads training and weekly metrics once a day, and on demand, at locations with the data export whose members have been read. */
export const pullingTraining: LocationWork = {
  kind: 'pullTraining',
  everyMs: 60_000,
  locationsAt: (now) => sql`
    select ${locations.id} from ${locations}
    join ${directorySyncs} on ${eq(directorySyncs.locationId, locations.id)} and ${directorySyncs.allReadAt} is not null
    where ${locations.exportUrl} is not null and ${locations.sealedExportKey} is not null and ${locations.retiredAt} is null
      and (
        select count(*) from ${trainingPulls}
        where ${trainingPulls.locationId} = ${locations.id} and ${trainingPulls.nextAt} > ${now.toISOString()}::timestamptz
      ) < ${trainingSets.length}
      -- the list of opted-out people first: an answer to a page may use up the limit of the key for both
      and not exists (
        select from ${optOutChecks}
        where ${optOutChecks.locationId} = ${locations.id} and ${optOutChecks.nextAt} <= ${now.toISOString()}::timestamptz
      )`,
  work: (context) => pullTraining(context, { longestMs: longestTurnMs, pauseMs: presetPauseMs }),
};

/**
 * Goes on with the data sets that are due, page by page. Any answer other than a page ends the turn.
 * @returns whether the turn ended before the last page
 */
export async function pullTraining(
  { desk, actor: { location } }: LocationContext,
  { longestMs = Number.POSITIVE_INFINITY, pauseMs = 0, mostPages = presetMostPages } = {},
): Promise<boolean> {
  const endsAt = performance.now() + longestMs;
  const { id: locationId } = location;
  const now = new Date(desk.clock());
  await desk.db
    .insert(trainingPulls)
    .values(trainingSets.map((dataSet) => ({ locationId, dataSet, nextAt: now })))
    .onConflictDoNothing();
  const isDue = and(eq(trainingPulls.locationId, locationId), lte(trainingPulls.nextAt, now));
  const due = await desk.db.select().from(trainingPulls).where(isDue);
  due.sort((a, b) => trainingSets.indexOf(a.dataSet) - trainingSets.indexOf(b.dataSet));
  const pulling: Pulling = { desk, location, due, credentials: null, endsAt, pauseMs, mostPages };
  try {
    pulling.credentials = findExportCredentials(desk, location);
    for (const pull of due) {
      const ended = await goOn(pulling, pull);
      if (ended === 'later') return true;
      if (ended === 'stop') return false;
    }
  } catch (error) {
    if (!desk.live.stopping.aborted) await noteFailure(pulling, due, { failure: 'failed', cause: null });
    throw error;
  }
  return false;
}

interface Pulling {
  desk: DeskContext;
  location: LocationContext['actor']['location'];
  /** The data sets of this turn. */
  due: readonly TrainingPullRow[];
  credentials: ExportCredentials | null;
  endsAt: number;
  pauseMs: number;
  mostPages: number;
}

/** `later`: the time of the turn is over; `stop`: the others need not be asked for either. */
type Ended = 'done' | 'later' | 'stop';

async function goOn(pulling: Pulling, pull: TrainingPullRow): Promise<Ended> {
  const { desk, location, credentials, endsAt, pauseMs, mostPages } = pulling;
  if (!credentials) return 'stop';
  if (isEndless(pull, desk.clock())) return endEndless(pulling, pull);
  let walk = await takeUp(desk, pull);
  let isThrough = pull.isReadThrough && walk.walk === pull.walk;
  let pages = walk.walk === pull.walk ? pull.pagesSoFar : 0;
  const seen = new Set([walk.cursor]);
  while (!isThrough) {
    if (desk.live.stopping.aborted) return 'stop';
    if (performance.now() >= endsAt) return 'later';
    const askedAt = new Date(desk.clock());
    const answer = await askPage(credentials, { ...walk, stopping: desk.live.stopping });
    if (desk.live.stopping.aborted) return 'stop';
    if (answer.kind !== 'page') return endWithout(pulling, pull, walk, answer);
    const { page } = answer;
    // the next turn asks for the page again
    if (!(await storePage(desk.db, { location, walk, page, askedAt }))) return 'stop';
    isThrough = page.nextCursor === null;
    walk = { ...walk, cursor: page.nextCursor ?? walk.cursor };
    pages += 1;
    if (!isThrough && (seen.has(walk.cursor) || pages >= mostPages)) return endEndless(pulling, pull, walk);
    seen.add(walk.cursor);
    if (!isThrough && pauseMs > 0) await pause(pauseMs);
  }
  const corrected = await correctAway({ desk, actor: { location } }, { walk, doubt: doubtOf(pull) });
  if (corrected === 'over') return 'stop';
  if (corrected === 'doubted') {
    const { locationId, dataSet } = walk;
    desk.log.warn(
      { locationId, dataSet },
      'the data export returned less than half of the training that is stored: nothing was deleted',
    );
  }
  await settle(pulling, pull, { walk, isDoubted: corrected === 'doubted' });
  return 'done';
}

/** Whether a reading that was going on until now has taken longer than its cursors are valid. */
function isEndless({ startedAt, isReadThrough, failure }: TrainingPullRow, now: number): boolean {
  const age = startedAt ? now - startedAt.getTime() : 0;
  return !isReadThrough && failure === null && age >= longestWalkMs && age < longestWalkMs + longestGapMs;
}

/** Pages that never end keep no other data set from being read: the next reading begins a day later, at the first page. */
async function endEndless(pulling: Pulling, pull: TrainingPullRow, walk?: Walk): Promise<Ended> {
  const { locationId, dataSet, startedAt } = pull;
  const isReading = walk
    ? isAsLeft(walk)
    : and(isOf({ locationId, dataSet }), startedAt ? eq(trainingPulls.startedAt, startedAt) : undefined);
  await pulling.desk.db.update(trainingPulls).set({ startedAt: null, cursor: null }).where(isReading);
  await noteFailure(pulling, [pull], { failure: 'unreadable', cause: 'foreign', waitMs: dayMs });
  return 'done';
}

/** Goes on with a reading that was begun, also by a process that is gone, or begins one. */
async function takeUp({ db, clock }: DeskContext, pull: TrainingPullRow): Promise<Walk> {
  const { locationId, dataSet, firstDay, lastDay, startedAt, clearedAt } = pull;
  const now = clock();
  const age = startedAt ? now - startedAt.getTime() : Number.POSITIVE_INFINITY;
  if (startedAt && firstDay && lastDay && age >= 0 && age < longestWalkMs) {
    return { locationId, dataSet, walk: pull.walk, cursor: pull.cursor, firstDay, lastDay, startedAt, clearedAt };
  }
  const range = rangeAt(now, pull);
  const begun = {
    walk: pull.walk + 1,
    startedAt: new Date(now),
    cursor: null,
    firstDay: range.firstDay,
    lastDay: range.lastDay,
  };
  await db
    .update(trainingPulls)
    .set({ ...begun, isReadThrough: false, readSoFar: 0, unknownSoFar: 0, pagesSoFar: 0 })
    .where(and(isOf(pull), eq(trainingPulls.walk, pull.walk)));
  return { locationId, dataSet, clearedAt, ...begun };
}

const doubtOf = ({ doubtedAt, doubtedFrom }: TrainingPullRow): Doubt | null =>
  doubtedAt && doubtedFrom ? { at: doubtedAt, from: doubtedFrom } : null;

const isOf = ({ locationId, dataSet }: Pick<TrainingPullRow, 'locationId' | 'dataSet'>) =>
  and(eq(trainingPulls.locationId, locationId), eq(trainingPulls.dataSet, dataSet));

async function settle(
  { desk, location }: Pulling,
  pull: TrainingPullRow,
  { walk, isDoubted }: { walk: Walk; isDoubted: boolean },
): Promise<void> {
  const { locationId } = walk;
  const { isAll } = rangeAt(walk.startedAt.getTime(), pull);
  const before = doubtOf(pull);
  // the first of several doubted readings of the same days counts
  const doubt = before && confirms(before, walk) ? before : { at: walk.startedAt, from: walk.firstDay };
  const now = desk.clock();
  await desk.db.transaction(async (tx) => {
    if (!(await hasStillTheKey(tx, location))) return;
    await tx
      .update(trainingPulls)
      .set({
        // its days are read again by the next one
        ...(!isDoubted && completeWith(pull, walk)),
        ...(!isDoubted && isAll && { allReadAt: walk.startedAt }),
        startedAt: null,
        firstDay: null,
        lastDay: null,
        cursor: null,
        isReadThrough: false,
        read: sql`${trainingPulls.readSoFar}`,
        unknown: sql`${trainingPulls.unknownSoFar}`,
        doubtedAt: isDoubted ? doubt.at : null,
        doubtedFrom: isDoubted ? doubt.from : null,
        finishedAt: new Date(now),
        failure: null,
        failureCause: null,
        failingSince: null,
        nextAt: nextDailyAt(now, locationId),
      })
      .where(isAsLeft(walk));
    await notifyLive(tx, { locationId, event: 'status' });
  });
}

/** What the answer means for this data set, or for all of them. */
async function endWithout(
  pulling: Pulling,
  pull: TrainingPullRow,
  walk: Walk,
  answer: Exclude<PageAnswer, { kind: 'page' }>,
): Promise<Ended> {
  switch (answer.kind) {
    case 'busy': {
      const waitMs = busyWaitMs(answer.retryAfterMs);
      await noteFailure(pulling, pulling.due, { failure: 'busy', cause: null, waitMs });
      return 'stop';
    }
    case 'unreadable':
      await noteFailure(pulling, [pull], { failure: 'unreadable', cause: answer.cause });
      return 'done';
    case 'invalid':
      // a cursor that the platform does not accept any more: the next reading begins at the first page
      if (walk.cursor !== null) await beginAnew(pulling.desk, walk);
      await noteFailure(pulling, [pull], { failure: 'unreadable', cause: 'foreign' });
      return 'done';
    case 'rejected':
      await noteFailure(pulling, pulling.due, { failure: 'refused', cause: null });
      return 'stop';
    case 'permissionMissing':
      await noteFailure(pulling, pulling.due, { failure: 'permissionMissing', cause: null });
      return 'stop';
    case 'unreachable':
      await noteFailure(pulling, pulling.due, { failure: 'unreachable', cause: answer.cause });
      return 'stop';
  }
}

async function beginAnew({ db }: DeskContext, walk: Walk): Promise<void> {
  await db.update(trainingPulls).set({ startedAt: null, cursor: null }).where(isAsLeft(walk));
}

interface Failed {
  failure: TrainingFailure;
  cause: OutageCause | null;
  waitMs?: number;
}

/** The place in the reading stays. */
async function noteFailure(
  { desk, location }: Pulling,
  pulls: readonly TrainingPullRow[],
  { failure, cause, waitMs = hourMs }: Failed,
): Promise<void> {
  const locationId = location.id;
  const now = desk.clock();
  const dataSets = pulls.map(({ dataSet }) => dataSet);
  await desk.db.transaction(async (tx) => {
    if (!(await hasStillTheKey(tx, location))) return;
    const isOfTurn = and(eq(trainingPulls.locationId, locationId), inArray(trainingPulls.dataSet, dataSets));
    await tx
      .update(trainingPulls)
      .set({
        failure,
        failureCause: cause,
        nextAt: new Date(now + Math.min(waitMs, dayMs)),
        failingSince: sql`coalesce(${trainingPulls.failingSince}, ${new Date(now).toISOString()}::timestamptz)`,
      })
      .where(and(isOfTurn, lte(trainingPulls.nextAt, new Date(now))));
    await notifyLive(tx, { locationId, event: 'status' });
  });
  // the limit is used up where a gym has much: that is no failure
  const level = failure === 'busy' ? 'info' : 'warn';
  desk.log[level]({ locationId, failure, cause, dataSets }, 'training could not be read from the data export');
}
