import 'server-only';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { directorySyncs } from '#lib/server/db/schema/directory.ts';
import { type TrainingPullRow, trainingPulls } from '#lib/server/db/schema/training.ts';
import { type TrainingPullState, type TrainingPulls, type TrainingSet, trainingSets } from '#lib/wire/training.ts';

/** How far each data set of the data export has been read, and why it cannot be. */
export async function readTrainingPulls({ desk, actor: { location } }: LocationContext): Promise<TrainingPulls> {
  const rows = await desk.db.select().from(trainingPulls).where(eq(trainingPulls.locationId, location.id));
  const isRead = and(eq(directorySyncs.locationId, location.id), isNotNull(directorySyncs.allReadAt));
  return {
    isConnected: location.exportUrl !== null && location.sealedExportKey !== null,
    hasReadMembers: (await desk.db.$count(directorySyncs, isRead)) > 0,
    dataSets: trainingSets.map((dataSet) =>
      stateOf(
        dataSet,
        rows.find((row) => row.dataSet === dataSet),
        desk.clock(),
      ),
    ),
  };
}

const none = { read: 0, unknown: 0 };

function stateOf(dataSet: TrainingSet, row: TrainingPullRow | undefined, now: number): TrainingPullState {
  if (!row)
    return {
      dataSet,
      since: null,
      until: null,
      lastReadAt: null,
      nextReadAt: null,
      isDoubted: false,
      failure: null,
      ...none,
    };
  const { since, until, read, unknown, finishedAt, nextAt, failure, failureCause, failingSince } = row;
  return {
    dataSet,
    since,
    until,
    read,
    unknown,
    lastReadAt: finishedAt?.toISOString() ?? null,
    nextReadAt: nextAt.getTime() > now ? nextAt.toISOString() : null,
    isDoubted: row.doubtedAt !== null,
    failure: failure && failingSince ? { kind: failure, since: failingSince.toISOString(), cause: failureCause } : null,
  };
}
