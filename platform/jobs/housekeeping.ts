import { sql as raw } from 'drizzle-orm';
import type { Sql } from '#platform/db/client.ts';
import type { JobContext } from './job-context.ts';
import { queues } from './job-queue.ts';

const daysKept = 30;
const everyNight = '17 3 * * *';

/** Deletes what was sent or given up a while ago: deliveries and notifications are not kept for ever. */
export async function deleteOldMessages(sql: Sql, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - daysKept * 24 * 60 * 60 * 1000);
  await sql.execute(raw`
    DELETE FROM webhook_deliveries WHERE state IN ('DELIVERED', 'FAILED') AND created_at < ${oldest}`);
  await sql.execute(raw`DELETE FROM push_notifications WHERE delivered_at < ${oldest}`);
}

export async function startHousekeeping({ boss, operator, clock }: JobContext): Promise<void> {
  await boss.schedule(queues.housekeeping, everyNight);
  await boss.work(queues.housekeeping, { pollingIntervalSeconds: 60 }, () =>
    operator.transaction((sql) => deleteOldMessages(sql, clock())),
  );
}
