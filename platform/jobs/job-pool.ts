import { once } from 'node:events';
import type { Job, PgBoss } from 'pg-boss';
import type { Log } from '#shared/log/log.ts';

export interface JobPool {
  /** Fetches due jobs now. */
  wake(): void;
  /** The same later, if that is soon: jobs of a later time are left to another call of `wake`. */
  wakeIn(seconds: number): void;
  /** Lets running jobs finish within a time limit. Other processes retry the rest. */
  stop(): Promise<void>;
}

interface JobPoolOptions<Data> {
  boss: PgBoss;
  log: Log;
  queue: string;
  /** Concurrent jobs in this process. */
  capacity: number;
  /** Concurrent jobs of one group in all processes. */
  groupConcurrency?: number;
  /** How long running jobs may continue after `stop`. */
  drainMs: number;
  /** Must complete the job itself. If it throws, the job is released. */
  run(job: Job<Data>, signal: AbortSignal): Promise<void>;
}

const longestTimerS = 60;

/** Runs jobs independently of each other. The worker of the queue library would wait for the slowest job of a batch. */
export function startJobPool<Data extends object>(options: JobPoolOptions<Data>): JobPool {
  const { boss, log, queue, capacity, groupConcurrency, drainMs, run } = options;
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  let isStopped = false;
  let fetching: Promise<void> | undefined;
  let isWokenMeanwhile = false;

  const runOne = async (job: Job<Data>) => {
    const heartbeat = job.heartbeatSeconds
      ? setInterval(
          () => {
            boss.touch(queue, job).catch((error) => log.warn({ error, queue }, 'job could not be kept'));
          },
          (job.heartbeatSeconds * 1000) / 3,
        )
      : undefined;
    try {
      await run(job, stopping.signal);
    } catch (error) {
      if (!stopping.signal.aborted) log.error({ error, queue, jobId: job.id }, 'job broke off');
      await release([job]);
    } finally {
      clearInterval(heartbeat);
    }
  };

  const release = async (jobs: Job<Data>[]) => {
    await boss.fail(queue, jobs).catch((error) => log.warn({ error, queue }, 'job was not released'));
  };

  const fetchDue = async () => {
    while (!isStopped && underWay.size < capacity) {
      const jobs = await boss.fetch<Data>(queue, { batchSize: capacity - underWay.size, groupConcurrency });
      if (jobs.length === 0) return;
      if (isStopped) return release(jobs);
      for (const job of jobs) {
        const running = runOne(job).finally(() => {
          underWay.delete(running);
          wake();
        });
        underWay.add(running);
      }
    }
  };

  const wakeIn = (seconds: number) => {
    if (isStopped || seconds > longestTimerS) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      wake();
    }, seconds * 1_000);
    timers.add(timer);
  };

  const wake = () => {
    if (isStopped) return;
    if (fetching) {
      isWokenMeanwhile = true;
      return;
    }
    isWokenMeanwhile = false;
    fetching = fetchDue()
      .catch((error) => log.warn({ error, queue }, 'jobs could not be fetched'))
      .finally(() => {
        fetching = undefined;
        if (isWokenMeanwhile) wake();
      });
  };

  return {
    wake,
    wakeIn,
    stop: async () => {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
      const cutOff = setTimeout(() => stopping.abort(), drainMs);
      // jobs that it brings are released; a database that does not answer is not waited for
      await Promise.race([fetching, once(stopping.signal, 'abort')]);
      await Promise.all(underWay);
      clearTimeout(cutOff);
    },
  };
}
