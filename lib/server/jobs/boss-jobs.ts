import 'server-only';
import { sql } from 'drizzle-orm';
import { fromDrizzle, type Job, PgBoss } from 'pg-boss';
import type { JobQueue } from '#lib/server/base/queues.ts';
import { connectWithinMs } from '#lib/server/db/client.ts';
import { notifyDue } from '#lib/server/due/notice.ts';
import type { SubscribeDue } from '#lib/server/due/worker.ts';
import { runAttempt } from '#lib/server/log/run-in-context.ts';
import { connectionTo } from '#shared/database/connection.ts';
import type { Log } from '#shared/log/log.ts';
import { wakeInTime } from './wake-in-time.ts';

export interface RunningQueue<Key> extends JobQueue<Key> {
  /**
   * Calls `send` for every job that is due. A failure is logged and does not affect other jobs. A job that fails, or whose process
   * stops or dies, is delivered again some times: `send` has to be idempotent.
   * @param subscribeDue notices of jobs that other calls of `enqueue`, of any process, have made due
   */
  work(send: (row: Key) => Promise<void>, subscribeDue: SubscribeDue): Promise<void>;
}

interface JobKey {
  locationId: string;
}

export interface RunningJobs {
  /**
   * Opens a queue.
   * @param keyOf picks the ids, which are all that a job carries
   */
  open<Key extends JobKey>(name: string, keyOf: (row: Key) => Key): Promise<RunningQueue<Key>>;
  stop(): Promise<void>;
}

interface JobsOptions {
  /** The desk's clock, epoch milliseconds, which `startAfter` refers to. */
  clock?: () => number;
  longestAnswerMs?: number;
  pollEveryS?: number;
  /** Called with the SQLSTATE of every statement that the server refuses. */
  onRefusal?: (sqlState: string | undefined) => void;
}

/** Per process and queue; each takes a batch, which the slowest job of the batch holds up. */
const workers = 2;
/** How late a job may begin whose notice was lost. */
const presetPollEveryS = 5;
/** Longer than the retries of a job take together. */
const longestRetryMs = 2 * 60_000;

/** Retries begin after a stopped process has released its claims, and last over a minute. After a crash, the job expires first. */
const queueOptions = {
  retryLimit: 5,
  retryDelay: 2,
  retryBackoff: true,
  expireInSeconds: 120,
  deleteAfterSeconds: 60,
};

/**
 * Job queues in the desk's own PostgreSQL, by pg-boss. Only for work that has no row in a table of the desk: due rows are
 * claimed by the worker (`lib/server/due`).
 */
export async function startJobs(
  databaseUrl: string,
  log: Log,
  { clock = Date.now, longestAnswerMs = 30_000, pollEveryS = presetPollEveryS, onRefusal }: JobsOptions = {},
): Promise<RunningJobs> {
  const boss = new PgBoss({
    ...connectionTo(databaseUrl, { name: 'front-desk jobs', connectWithinMs, longestAnswerMs, onRefusal }),
    max: 4,
    // nothing is due at a time of day
    schedule: false,
  });
  boss.on('error', (error) => log.error({ error }, 'jobs are in trouble'));
  await boss.start();
  const ends: (() => void)[] = [];
  return {
    open: async <Key extends JobKey>(name: string, keyOf: (row: Key) => Key): Promise<RunningQueue<Key>> => {
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
          for (const locationId of new Set(rows.map((row) => row.locationId)))
            await notifyDue(tx, { kind: name, locationId, at: startAfter });
        },
        work: async (send, subscribeDue) => {
          const workerIds: string[] = [];
          const wake = () => {
            for (const id of workerIds) boss.notifyWorker(id);
          };
          const waking = wakeInTime({ clock, kind: name, subscribeDue, wake });
          ends.push(waking.end);
          const options = { batchSize: 20, burstWhenBatchFull: true, pollingIntervalSeconds: pollEveryS } as const;
          const handle = (jobs: Job<Key>[]) =>
            Promise.all(
              jobs.map(async ({ id, data }) => {
                const about = { queue: name, row: data };
                const isDone = await runAttempt(log, {
                  about,
                  broken: 'a job could not be attempted',
                  run: () => send(data),
                });
                if (!isDone) waking.expect(longestRetryMs);
                return { id, status: isDone ? 'completed' : 'failed' } as const;
              }),
            );
          // each by itself: of workers that are started together, pg-boss wakes only one
          for (let count = 0; count < workers; count += 1)
            workerIds.push(await boss.work<Key>(name, { ...options, perJobResults: true }, handle));
        },
      };
    },
    stop: async () => {
      for (const end of ends) end();
      await boss.stop({ graceful: true, timeout: 3_000 });
    },
  };
}
