import { dropOldestMonth, ensureComingMonths } from '#platform/services/training/partitions.ts';
import type { JobContext } from './job-context.ts';
import { queues } from './job-queue.ts';

const everyNight = '37 2 * * *';

/** Creates the partitions of the coming months and drops those past their retention. Each is a step of its own. */
export async function keepTrainingPartitions({ operator, clock, log }: Pick<JobContext, 'operator' | 'clock' | 'log'>) {
  await operator.transaction((sql) => ensureComingMonths(sql, clock()));
  for (;;) {
    const dropped = await operator.transaction((sql) => dropOldestMonth(sql, clock()));
    if (dropped === null) return;
    log.info({ table: dropped }, 'training of a month is over 25 months old and was dropped');
  }
}

export async function startTrainingPartitions(context: JobContext): Promise<void> {
  await context.boss.schedule(queues.trainingPartitions, everyNight);
  await context.boss.work(queues.trainingPartitions, { pollingIntervalSeconds: 60 }, () =>
    keepTrainingPartitions(context),
  );
}
