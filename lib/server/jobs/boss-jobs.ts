import 'server-only';
import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { JobQueue } from '#lib/server/base/queues.ts';
import { connectWithinMs } from '#lib/server/db/client.ts';
import { runAttempt } from '#lib/server/log/run-in-context.ts';
import { connectionTo } from '#shared/database/connection.ts';
import type { Log } from '#shared/log/log.ts';

export interface RunningQueue<Key> extends JobQueue<Key> {
  /** Calls `send` for every key whose job is due. A failure of one is logged and stops no other. */
  work(send: (row: Key) => Promise<void>): Promise<void>;
}

export interface RunningJobs {
  /**
   * Opens a queue.
   * @param keyOf the ids by which what a job is about is found again: all that a job carries
   */
  open<Key extends object>(name: string, keyOf: (row: Key) => Key): Promise<RunningQueue<Key>>;
  stop(): Promise<void>;
}

interface JobsOptions {
  /** The desk's time, epoch milliseconds: its rows are due by it. */
  clock?: () => number;
  longestAnswerMs?: number;
  /** Hears the SQLSTATE of whatever the server refuses. */
  onRefusal?: (sqlState: string | undefined) => void;
}

/**
 * The jobs of the desk, kept in its own PostgreSQL by pg-boss: a queue of questions of which no row tells. What a row tells to
 * be due is the worker's (`lib/server/due`).
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
      // who asks again queues another job, so one is never retried nor kept
      await boss.createQueue(name, { retryLimit: 0, expireInSeconds: 120, deleteAfterSeconds: 60 });
      return {
        enqueue: async (tx, rows, startAfter) => {
          if (rows.length === 0) return;
          // the database's clock, by which jobs come, may be another one: it is told how long they wait
          const waitS = Math.ceil(Math.max(0, startAfter.getTime() - clock())) / 1_000;
          const jobs = rows.map((row) => ({ data: keyOf(row), startAfter: waitS }));
          await boss.insert(name, jobs, { db: fromDrizzle(tx, sql) });
        },
        work: async (send) => {
          const options = { batchSize: 20, burstWhenBatchFull: true, localConcurrency: 2, pollingIntervalSeconds: 0.5 };
          await boss.work<Key>(name, options, async (jobs) => {
            await Promise.all(
              jobs.map(({ data }) =>
                runAttempt(log, {
                  about: { queue: name, row: data },
                  broken: 'a job could not be attempted',
                  run: () => send(data),
                }),
              ),
            );
          });
        },
      };
    },
    stop: () => boss.stop({ graceful: true, timeout: 3_000 }),
  };
}
