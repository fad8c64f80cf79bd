import path from 'node:path';
import { randomIds, systemClock } from '#platform/base/clock-and-ids.ts';
import { openDatabase } from '#platform/db/client.ts';
import { recordTraining } from '#platform/services/training/record.ts';
import type { TrainingEvent } from '#platform/services/training/training-event.ts';
import { assessmentOf, bodyOf, flexibilityOf, trainingOf, workoutOf } from '#platform/testing/training.ts';
import { openCluster } from '#programs/postgresql/cluster.ts';
import { memberNamed } from './member-named.ts';
import type { Gym, PlatformUnderTest } from './platform-under-test.ts';

const dayMs = 86_400_000;
const days = 20;
const eventsADay = 30;

/** More events than a page holds, some with only a member and a time; and a member who does not share any. */
export async function prepareTraining(gym: Gym, platform: PlatformUnderTest): Promise<void> {
  const accountId = await publish(gym, platform, 'sharing');
  const silent = await publish(gym, platform, 'silent');
  const now = Date.now();
  const times = Array.from({ length: days * eventsADay }, (_, index) => {
    return new Date(now - dayMs - index * (dayMs / eventsADay));
  });
  await record(gym, platform, [
    ...times.flatMap((time) => trainingOf(accountId, time)),
    ...withoutDetails(accountId, new Date(now - dayMs)),
    ...trainingOf(silent, new Date(now - dayMs)),
  ]);
  await platform.admin('opt-out', '--gym', gym.gymId, '--account', silent);
  await platform.admin('compute-analytics', '--gym', gym.gymId);
}

function withoutDetails(accountId: string, time: Date): TrainingEvent[] {
  const measured = { isStaff: null, isMeasurementCompleted: null };
  return [
    workoutOf(accountId, time, {
      isGuest: null,
      machineType: null,
      trainingMethod: null,
      operationMode: null,
      trainingVisualization: null,
    }),
    assessmentOf(accountId, time, {
      bodyRegion: null,
      typeId: null,
      activityName: null,
      isMeasurementCompleted: null,
      strengthKg: null,
    }),
    flexibilityOf(accountId, time, { ...measured, measurementType: null }),
    bodyOf(accountId, time, { ...measured, measurementSource: null }),
  ];
}

async function publish({ gymId, apiKey }: Gym, { url }: PlatformUnderTest, name: string): Promise<string> {
  const published = await fetch(`${url}/api/v2/accounts`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(memberNamed(`${name}-${gymId}`)),
  });
  // safe because: the traffic of version 2 judges it
  const { accountId } = (await published.json()) as { accountId: string };
  return accountId;
}

/** Records events as machines do, whose interface is not tested here. */
async function record({ chainId, gymId }: Gym, platform: PlatformUnderTest, events: TrainingEvent[]): Promise<void> {
  const home = path.join(platform.dataDir, 'platform');
  const cluster = await openCluster({ home, database: 'platform', access: 'share' });
  const database = openDatabase({ url: cluster.url });
  try {
    const db = database.chain(chainId);
    const call = { db, chainId, gymId, seesUnmigrated: false, clock: systemClock, ids: randomIds };
    await recordTraining(call, events);
  } finally {
    await database.close();
    await cluster.stop();
  }
}
