import 'server-only';
import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { Log } from '#lib/log.ts';
import type { VisitKey, VisitQueue } from './visit-queue.ts';

const queueName = 'send-visit';

export interface RunningQueue {
  queue: VisitQueue;
  /** Calls `send` for every visit whose job is due. A failure of one is logged and stops no other. */
  work(send: (visit: VisitKey) => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** The jobs of the ledger, kept in the desk's own PostgreSQL by pg-boss. */
export async function startVisitQueue(databaseUrl: string, log: Log): Promise<RunningQueue> {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 4, application_name: 'front-desk jobs' });
  boss.on('error', (error) => log.error({ error }, 'jobs are in trouble'));
  await boss.start();
  // the ledger itself knows what is to be tried again, so a job is never retried nor kept
  await boss.createQueue(queueName, { retryLimit: 0, expireInSeconds: 120, deleteAfterSeconds: 60 });
  return {
    queue: {
      enqueue: async (tx, visits, startAfter) => {
        if (visits.length === 0) return;
        const jobs = visits.map(({ locationId, tapId }) => ({ data: { locationId, tapId }, startAfter }));
        await boss.insert(queueName, jobs, { db: fromDrizzle(tx, sql) });
      },
    },
    work: async (send) => {
      const options = { batchSize: 20, burstWhenBatchFull: true, localConcurrency: 2, pollingIntervalSeconds: 0.5 };
      await boss.work<VisitKey>(queueName, options, async (jobs) => {
        await Promise.all(
          jobs.map(({ data }) =>
            send(data).catch((error) => log.error({ error, tapId: data.tapId }, 'a visit could not be attempted')),
          ),
        );
      });
    },
    stop: () => boss.stop({ graceful: true, timeout: 3_000 }),
  };
}
