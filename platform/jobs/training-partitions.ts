import { dropOldestMonth, ensureComingMonths } from '#platform/services/training/partitions.ts';
import type { JobContext } from './job-context.ts';
import { queues } from './job-queue.ts';

const everyNight = '37 2 * * *';

type PartitionContext = Pick<JobContext, 'operator' | 'clock' | 'realClock' | 'log'>;

/** Creates the partitions of the coming months and drops those past their retention. Each is a step of its own. */
export async function keepTrainingPartitions({ operator, clock, realClock = clock, log }: PartitionContext) {
  await operator.transaction((sql) => ensureComingMonths(sql, clock()));
  for (;;) {
    const dropped = await operator.transaction((sql) => dropOldestMonth(sql, realClock()));
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
