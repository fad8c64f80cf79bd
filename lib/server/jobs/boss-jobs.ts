import 'server-only';
import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { JobQueue } from '#lib/server/base/queues.ts';
import { connectWithinMs } from '#lib/server/db/client.ts';
import { runAttempt } from '#lib/server/log/run-in-context.ts';
import { connectionTo } from '#shared/database/connection.ts';
import type { Log } from '#shared/log/log.ts';

export interface RunningQueue<Key> extends JobQueue<Key> {
  /**
   * Calls `send` for every job that is due. A failure is logged and does not affect other jobs. A job that fails, or whose process
   * stops or dies, is delivered again some times: `send` has to be idempotent.
   */
  work(send: (row: Key) => Promise<void>): Promise<void>;
}

export interface RunningJobs {
  /**
   * Opens a queue.
   * @param keyOf picks the ids, which are all that a job carries
   */
  open<Key extends object>(name: string, keyOf: (row: Key) => Key): Promise<RunningQueue<Key>>;
  stop(): Promise<void>;
}

interface JobsOptions {
  /** The desk's clock, epoch milliseconds, which `startAfter` refers to. */
  clock?: () => number;
  longestAnswerMs?: number;
  /** Called with the SQLSTATE of every statement that the server refuses. */
  onRefusal?: (sqlState: string | undefined) => void;
}

/** Retries begin after a stopped process has released its claims, and last over a minute. After a crash, the job expires first. */
const queueOptions = {
  retryLimit: 5,
  retryDelay: 2,
  retryBackoff: true,
  expireInSeconds: 120,
  deleteAfterSeconds: 60,
};

/**
 * Job queues in the desk's own PostgreSQL, by pg-boss. Only for work that no row of the desk's tables stands for; due rows are
 * claimed by the worker (`lib/server/due`).
 */
export async function startJobs(
  databaseUrl: string,
  log: Log,
  { clock = Date.now, longestAnswerMs = 30_000, onRefusal }: JobsOptions = {},
): Promise<RunningJobs> {
  const boss = new PgBoss({
    ...connectionTo(databaseUrl, { name: 'front-desk jobs', connectWithinMs, longestAnswerMs, onRefusal }),
    max: 4,
  });
  boss.on('error', (error) => log.error({ error }, 'jobs are in trouble'));
  await boss.start();
  return {
    open: async <Key extends object>(name: string, keyOf: (row: Key) => Key): Promise<RunningQueue<Key>> => {
      await boss.createQueue(name, queueOptions);
      // an earlier release may have created it with other options
      await boss.updateQueue(name, queueOptions);
      return {
        enqueue: async (tx, rows, startAfter) => {
          if (rows.length === 0) return;
          // pg-boss uses the clock of the database, which may differ: hence a duration and not a time
          const waitS = Math.ceil(Math.max(0, startAfter.getTime() - clock())) / 1_000;
          const jobs = rows.map((row) => ({ data: keyOf(row), startAfter: waitS }));
          await boss.insert(name, jobs, { db: fromDrizzle(tx, sql) });
        },
        work: async (send) => {
          const options = { batchSize: 20, burstWhenBatchFull: true, localConcurrency: 2, pollingIntervalSeconds: 0.5 };
          await boss.work<Key>(name, { ...options, perJobResults: true }, (jobs) =>
            Promise.all(
              jobs.map(async ({ id, data }) => {
                const about = { queue: name, row: data };
                const isDone = await runAttempt(log, {
                  about,
                  broken: 'a job could not be attempted',
                  run: () => send(data),
                });
                return { id, status: isDone ? 'completed' : 'failed' } as const;
              }),
            ),
          );
        },
      };
    },
    stop: () => boss.stop({ graceful: true, timeout: 3_000 }),
  };
}
