import { sql as raw } from 'drizzle-orm';
import { fromDrizzle, type PgBoss } from 'pg-boss';
import { computeAnalytics, type GymKey } from '#platform/services/analytics/compute.ts';
import { findDueGyms } from '#platform/services/analytics/due-gyms.ts';
import type { JobContext } from './job-context.ts';
import { queues } from './job-queue.ts';

/** The first time after midnight, in UTC, is the night's; the others make up for what failed then or changed since. */
const everyTenMinutes = '*/10 * * * *';

/** Makes a job of every gym whose metrics are due. One that waits already, or is under way, is not asked for twice. */
async function queueDueGyms({ operator, boss, clock }: Pick<JobContext, 'operator' | 'boss' | 'clock'>) {
  await operator.transaction(async (sql) => {
    const gyms = await findDueGyms(sql, clock());
    const jobs = gyms.map((gym) => ({ data: gym, singletonKey: gym.gymId }));
    if (jobs.length > 0) await boss.insert(queues.gymAnalytics, jobs, { db: fromDrizzle(sql, raw) });
  });
}

/** Computes the weekly metrics of all gyms, one after the other in each process; one that fails is due still. */
export async function startGymAnalytics(context: JobContext): Promise<void> {
  const { boss, operator, clock, log } = context;
  await boss.work<GymKey>(
    queues.gymAnalytics,
    { pollingIntervalSeconds: 2, burstWhenBatchFull: true },
    async (jobs) => {
      for (const { data } of jobs) {
        await operator
          .transaction((sql) => computeAnalytics(sql, data, clock()))
          .catch((error) => {
            log.error({ error, gymId: data.gymId }, 'analytics of a gym could not be computed');
            throw error;
          });
      }
    },
  );
  await boss.work(queues.analytics, { pollingIntervalSeconds: 2 }, () => queueDueGyms(context));
  await boss.schedule(queues.analytics, everyTenMinutes);
  await askForDueGyms(boss); // what was missed while nothing ran
}

/** Has whichever process is free look for gyms whose metrics are due. */
export async function askForDueGyms(boss: PgBoss): Promise<void> {
  await boss.send(queues.analytics, {});
}
