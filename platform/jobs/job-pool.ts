import type { Job, PgBoss } from 'pg-boss';
import type { Log } from '#shared/log/log.ts';

export interface JobPool {
  /** Takes up what is due. */
  wake(): void;
  /** Lets what is under way end, for a while; the rest is taken up again by whoever runs next. */
  stop(): Promise<void>;
}

interface JobPoolOptions<Data> {
  boss: PgBoss;
  log: Log;
  queue: string;
  /** Jobs under way in this process. */
  capacity: number;
  /** Jobs of one group under way in all processes. */
  groupConcurrency?: number;
  /** How long jobs under way may go on after `stop`. */
  drainMs: number;
  /** Completes the job itself. Where it throws, the job is released. */
  run(job: Job<Data>, signal: AbortSignal): Promise<void>;
}

/** Runs jobs, each on its own: the queue's own worker would wait for the slowest of a batch. */
export function startJobPool<Data extends object>(options: JobPoolOptions<Data>): JobPool {
  const { boss, log, queue, capacity, groupConcurrency, drainMs, run } = options;
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();
  let isStopped = false;
  let isFetching = false;
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
      await boss.fail(queue, job).catch((error) => log.warn({ error, queue }, 'job was not released'));
    } finally {
      clearInterval(heartbeat);
    }
  };

  const fetchDue = async () => {
    while (!isStopped && underWay.size < capacity) {
      const jobs = await boss.fetch<Data>(queue, { batchSize: capacity - underWay.size, groupConcurrency });
      if (jobs.length === 0) return;
      for (const job of jobs) {
        const running = runOne(job).finally(() => {
          underWay.delete(running);
          wake();
        });
        underWay.add(running);
      }
    }
  };

  const wake = () => {
    if (isStopped) return;
    if (isFetching) {
      isWokenMeanwhile = true;
      return;
    }
    isFetching = true;
    isWokenMeanwhile = false;
    fetchDue()
      .catch((error) => log.warn({ error, queue }, 'jobs could not be fetched'))
      .finally(() => {
        isFetching = false;
        if (isWokenMeanwhile) wake();
      });
  };

  return {
    wake,
    stop: async () => {
      isStopped = true;
      const cutOff = setTimeout(() => stopping.abort(), drainMs);
      await Promise.all(underWay);
      clearTimeout(cutOff);
    },
  };
}
