import {
  dropOldestTable,
  endOfMonthOf,
  ensureComingMonths,
  findRetentionEnd,
} from '#platform/services/training/partitions.ts';
import type { JobContext } from './job-context.ts';
import { queues } from './job-queue.ts';

const everyNight = '37 2 * * *';

type PartitionContext = Pick<JobContext, 'operator' | 'clock' | 'realClock' | 'log'>;

/**
 * Creates the partitions of the coming months, and drops those of the oldest month past its retention. Each is a step of
 * its own. Not more than one month a night: should both clocks be ahead, somebody can notice before much is lost.
 */
export async function keepTrainingPartitions({ operator, clock, realClock = clock, log }: PartitionContext) {
  await operator.transaction((sql) => ensureComingMonths(sql, clock()));
  let until = await operator.transaction((sql) => findRetentionEnd(sql, realClock()));
  for (;;) {
    const dropped = await operator.transaction((sql) => dropOldestTable(sql, until));
    if (dropped === null) return;
    log.info({ table: dropped }, 'training of a month is over 25 months old and was dropped');
    until = endOfMonthOf(dropped);
  }
}

export async function startTrainingPartitions(context: JobContext): Promise<void> {
  await context.boss.schedule(queues.trainingPartitions, everyNight);
  await context.boss.work(queues.trainingPartitions, { pollingIntervalSeconds: 60 }, () =>
    keepTrainingPartitions(context),
  );
}
