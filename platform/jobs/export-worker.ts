import { deleteExpiredFiles } from '#platform/services/exports/files/expire.ts';
import type { JobKey } from '#platform/services/exports/files/job-key.ts';
import { sweepFiles } from '#platform/services/exports/files/sweep.ts';
import { type JobPool, startJobPool } from './job-pool.ts';
import { queues } from './job-queue.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { type ExportContext, writeExport } from './write-export.ts';

/** Files written at a time in this process. Each takes a connection and most of one CPU core. */
const capacity = 4;
const sweepEveryMs = 60 * 60 * 1000;

/**
 * Writes requested files. It also removes orphaned files from the store: at the start, and once an hour.
 * @returns `wake` also deletes expired files, without waiting for the store, which may be slow
 */
export function startExportWorker(context: ExportContext): JobPool {
  const { operator, store, clock, log } = context;
  const pool = startJobPool<JobKey>({
    ...context,
    queue: queues.exportFiles,
    capacity,
    drainMs: 0,
    run: (queued, signal) => writeExport(context, queued, signal),
  });
  const stopping = new AbortController();
  const tell = (sentence: string) => (error: unknown) => {
    if (!stopping.signal.aborted) log.warn({ error }, sentence);
  };
  const sweeping = oneAtATime(() =>
    sweepFiles(operator, store, stopping.signal).catch(tell('store of exports could not be swept')),
  );
  const deleting = oneAtATime(() =>
    deleteExpiredFiles(operator, store, clock(), stopping.signal).catch(tell('expired exports could not be deleted')),
  );
  const sweeper = setInterval(sweeping.ask, sweepEveryMs);
  sweeping.ask();
  return {
    ...pool,
    wake: () => {
      pool.wake();
      deleting.ask();
    },
    stop: async () => {
      clearInterval(sweeper);
      stopping.abort();
      await Promise.all([pool.stop(), sweeping.stop(), deleting.stop()]);
    },
  };
}
