import { sql as raw } from 'drizzle-orm';
import { fromDrizzle } from 'pg-boss';
import { deliverNotifications, isNotificationWaiting } from '#platform/services/notifications/deliver.ts';
import type { JobContext } from './job-context.ts';
import { queues } from './job-queue.ts';

const batchSize = 500;

/** Queues a run if notifications are waiting. It does nothing if a run is already queued. */
export async function queueNotifications({ boss, operator }: Pick<JobContext, 'boss' | 'operator'>): Promise<void> {
  await operator.transaction(async (sql) => {
    if (await isNotificationWaiting(sql)) await boss.send(queues.pushNotifications, {}, { db: fromDrizzle(sql, raw) });
  });
}

/** @returns `wake` fetches a queued run now instead of at the next poll */
export async function startNotificationWorker(
  { boss, operator, clock }: JobContext,
  { pollEveryMs }: { pollEveryMs: number },
): Promise<{ wake(): void }> {
  const pollingIntervalSeconds = pollEveryMs / 1000;
  const workerId = await boss.work(queues.pushNotifications, { pollingIntervalSeconds }, async () => {
    let delivered: number;
    do {
      delivered = await operator.transaction((sql) => deliverNotifications(sql, clock(), batchSize));
    } while (delivered === batchSize);
  });
  return { wake: () => boss.notifyWorker(workerId) };
}
