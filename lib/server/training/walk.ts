import 'server-only';
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { findForgotten } from '#lib/server/base/forgotten.ts';
import { hasStillTheKey } from '#lib/server/base/still-the-key.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { type TrainingPullRow, trainingPulls, trainings, weeklyMetrics } from '#lib/server/db/schema/training.ts';
import type { TrainingPage } from '#lib/server/gym-export/ask-page.ts';
import { lockTrainingDays } from './training-days.ts';

/** A reading of a data set that is under way. */
export interface Walk extends Pick<TrainingPullRow, 'locationId' | 'dataSet' | 'walk' | 'cursor' | 'clearedAt'> {
  firstDay: string;
  lastDay: string;
  startedAt: Date;
}

const isPull = ({ locationId, dataSet }: Pick<Walk, 'locationId' | 'dataSet'>): SQL | undefined =>
  and(eq(trainingPulls.locationId, locationId), eq(trainingPulls.dataSet, dataSet));

/** Whether nobody else has gone on with the reading, or begun another one. */
export const isAsLeft = (walk: Walk): SQL | undefined =>
  and(
    isPull(walk),
    eq(trainingPulls.walk, walk.walk),
    eq(trainingPulls.startedAt, walk.startedAt),
    walk.cursor === null ? isNull(trainingPulls.cursor) : eq(trainingPulls.cursor, walk.cursor),
  );

interface Stored {
  location: Location;
  walk: Walk;
  page: TrainingPage;
  askedAt: Date;
}

/**
 * Stores a page together with where the reading goes on, or nothing of either.
 * @returns false where nothing was stored: the key has been replaced, another process has gone on, or somebody opted out since the
 * page was requested
 */
export function storePage(db: Queryable, { location, walk, page, askedAt }: Stored): Promise<boolean> {
  const { locationId } = walk;
  const clearedAt = walk.clearedAt?.toISOString() ?? null;
  return db.transaction(async (tx) => {
    if (!(await hasStillTheKey(tx, location))) return false;
    const accountIds = [...new Set(page.events.map(({ accountId }) => accountId))];
    const forgotten = await findForgotten(tx, { locationId, accountIds, since: askedAt });
    const known = await findKnown(tx, locationId, accountIds);
    const kept = page.events.filter(({ accountId }) => known.has(accountId) && !forgotten.has(accountId));
    const unknown = page.events.filter(({ accountId }) => !known.has(accountId)).length;
    const gone = await tx
      .update(trainingPulls)
      .set({
        cursor: page.nextCursor ?? walk.cursor,
        isReadThrough: page.nextCursor === null,
        readSoFar: sql`${trainingPulls.readSoFar} + ${page.read}`,
        unknownSoFar: sql`${trainingPulls.unknownSoFar} + ${unknown}`,
        pagesSoFar: sql`${trainingPulls.pagesSoFar} + 1`,
        failure: null,
        failureCause: null,
        failingSince: null,
      })
      .where(and(isAsLeft(walk), sql`${trainingPulls.clearedAt} is not distinct from ${clearedAt}::timestamptz`))
      .returning({ walk: trainingPulls.walk });
    if (gone.length === 0) return false;
    await storeEvents(tx, walk, kept);
    await storeMetrics(tx, walk, page.metrics);
    return true;
  });
}

async function findKnown(tx: Queryable, locationId: string, accountIds: readonly string[]): Promise<Set<string>> {
  if (accountIds.length === 0) return new Set();
  const isNamed = and(eq(members.locationId, locationId), inArray(members.accountId, [...accountIds]));
  const found = await tx.select({ accountId: members.accountId }).from(members).where(isNamed);
  return new Set(found.map(({ accountId }) => accountId));
}

async function storeEvents(tx: Queryable, walk: Walk, events: TrainingPage['events']): Promise<void> {
  const { locationId, dataSet } = walk;
  if (dataSet === 'weeks' || events.length === 0) return;
  await lockTrainingDays(tx, locationId);
  // one statement cannot write a row twice
  const rows = new Map(
    events.map((event) => [
      JSON.stringify([event.at.getTime(), event.accountId, event.subject]),
      { locationId, dataSet, walk: walk.walk, ...event },
    ]),
  );
  await tx
    .insert(trainings)
    .values([...rows.values()])
    .onConflictDoUpdate({
      target: [trainings.locationId, trainings.dataSet, trainings.at, trainings.accountId, trainings.subject],
      set: { detail: sql`excluded.detail`, walk: walk.walk },
    });
}

async function storeMetrics(
  tx: Queryable,
  { locationId, walk }: Walk,
  metrics: TrainingPage['metrics'],
): Promise<void> {
  if (metrics.length === 0) return;
  const rows = new Map(
    metrics.map((metric) => [
      JSON.stringify([metric.week, metric.type, metric.key, metric.subType]),
      { locationId, walk, ...metric },
    ]),
  );
  const { week, type, key, subType } = weeklyMetrics;
  await tx
    .insert(weeklyMetrics)
    .values([...rows.values()])
    .onConflictDoUpdate({
      target: [weeklyMetrics.locationId, week, type, key, subType],
      set: { value: sql`excluded.value`, walk },
    });
}
