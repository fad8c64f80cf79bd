import { sql as raw } from 'drizzle-orm';
import { fromDrizzle } from 'pg-boss';
import { computeAnalytics, type GymKey } from '#platform/services/analytics/compute.ts';
import { findDueGyms } from '#platform/services/analytics/due-gyms.ts';
import type { JobContext } from './job-context.ts';
import { queues } from './job-queue.ts';

/** The queues are polled rarely: this process wakes its workers for the jobs that it queues itself. */
const pollEveryS = 60;

/**
 * The first run after midnight UTC is the nightly one. The other runs repeat what failed, and compute what changed
 * since.
 */
const everyTenMinutes = '*/10 * * * *';

/** Queues a job for every gym whose metrics are due, except gyms with a waiting or running job. */
async function queueDueGyms({ operator, boss, clock }: Pick<JobContext, 'operator' | 'boss' | 'clock'>) {
  await operator.transaction(async (sql) => {
    const gyms = await findDueGyms(sql, clock());
    const jobs = gyms.map((gym) => ({ data: gym, singletonKey: gym.gymId }));
    if (jobs.length > 0) await boss.insert(queues.gymAnalytics, jobs, { db: fromDrizzle(sql, raw) });
  });
}

/**
 * Computes the weekly metrics of all gyms, one gym at a time per process. A gym that failed stays due.
 * @returns queues a search for gyms whose metrics are due
 */
export async function startGymAnalytics(context: JobContext): Promise<() => Promise<void>> {
  const { boss, operator, clock, log } = context;
  let computing = '';
  computing = await boss.work<GymKey>(queues.gymAnalytics, { pollingIntervalSeconds: pollEveryS }, async (jobs) => {
    boss.notifyWorker(computing); // for the next gym at once after this one
    for (const { data } of jobs) {
      await operator
        .transaction((sql) => computeAnalytics(sql, data, clock()))
        .catch((error) => {
          log.error({ error, gymId: data.gymId }, 'analytics of a gym could not be computed');
          throw error;
        });
    }
  });
  const searching = await boss.work(queues.analytics, { pollingIntervalSeconds: pollEveryS }, async () => {
    await queueDueGyms(context);
    boss.notifyWorker(computing);
  });
  const askForDueGyms = async () => {
    await boss.send(queues.analytics, {});
    boss.notifyWorker(searching);
  };
  await boss.schedule(queues.analytics, everyTenMinutes);
  await askForDueGyms(); // runs that were missed while no process was up
  return askForDueGyms;
}
