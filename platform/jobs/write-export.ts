import { sql as raw } from 'drizzle-orm';
import { fromDrizzle, type Job } from 'pg-boss';
import type { FileStore } from '#platform/services/exports/file-store.ts';
import { beginFile, type FileTry, releaseFile } from '#platform/services/exports/files/begin-file.ts';
import type { JobKey } from '#platform/services/exports/files/job-key.ts';
import {
  failFile,
  finishFile,
  isWaitingAgain,
  type WrittenFile,
} from '#platform/services/exports/files/settle-file.ts';
import { type Replica, takeSnapshot } from '#platform/services/exports/files/take-snapshot.ts';
import { writeFile } from '#platform/services/exports/files/write-file.ts';
import { describeError } from '#shared/log/describe-error.ts';
import type { JobContext } from './job-context.ts';
import { queues } from './job-queue.ts';

export interface ExportContext extends JobContext {
  databaseUrl: string;
  /** Replica that exports are read from, if there is one. */
  replica: Replica | undefined;
  store: FileStore;
}

/** A job fails for good after this many attempts. */
const maxTries = 5;
/** Errors that a retry does not fix: the disk is full, over quota, or not writable for us. */
const lastingFailures = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'ENOTDIR'];

type QueuedExport = Pick<Job<JobKey>, 'id' | 'retryCount' | 'data'>;

/**
 * Writes one file. The state of the job and its end in the queue change in one transaction. After a crash before it,
 * another worker takes over the job, and the unfinished file cannot be downloaded.
 * @throws if a retry may help
 */
export async function writeExport(context: ExportContext, queued: QueuedExport, signal: AbortSignal): Promise<void> {
  let isWanted = true;
  while (isWanted) isWanted = await tryOnce(context, queued, signal);
}

/** @returns whether the file must be written again, because a member was withdrawn from exports in the meantime */
async function tryOnce(context: ExportContext, queued: QueuedExport, signal: AbortSignal): Promise<boolean> {
  const { operator, store, boss, clock, log } = context;
  const begun = await beginFile(queued.data, context);
  if (!begun) {
    await boss.complete(queues.exportFiles, queued);
    return false;
  }
  const { gymId, jobId, exportType, fileType } = begun.job;
  const startedAt = performance.now();
  let file: WrittenFile | undefined;
  try {
    if (begun.abandonedFile) await store.remove(begun.abandonedFile, signal);
    if (begun.job.tries > maxTries) {
      await giveUp(context, queued, begun, `The worker ended before the file was whole, ${maxTries} times.`);
      return false;
    }
    file = await writeFromSnapshot(context, begun, signal);
  } catch (error) {
    await settleFailure(context, queued, begun, error, signal);
    return false;
  }
  if (!file) return operator.transaction((sql) => isWaitingAgain(sql, queued.data));
  const written = file;
  const isFinished = await operator.transaction(async (sql) => {
    const isOurs = await finishFile(sql, begun, written, clock());
    if (isOurs) await boss.complete(queues.exportFiles, queued, null, { db: fromDrizzle(sql, raw) });
    return isOurs;
  });
  const ms = Math.round(performance.now() - startedAt);
  const { rowCount, byteCount } = file;
  log.info({ gymId, jobId, exportType, fileType, rowCount, byteCount, ms, isFinished }, 'export written');
  if (isFinished) return false;
  await store.remove(begun.fileName, signal);
  return operator.transaction((sql) => isWaitingAgain(sql, queued.data));
}

/** @returns undefined if a member was withdrawn from exports before the snapshot was taken */
async function writeFromSnapshot(
  { store, replica, ...source }: ExportContext,
  begun: FileTry,
  signal: AbortSignal,
): Promise<WrittenFile | undefined> {
  // a query that the replica cancelled once may be cancelled again, so retries read the primary
  const isFirst = begun.job.tries === 1;
  const snapshot = await takeSnapshot(begun, { ...source, replica: isFirst ? replica : undefined }, signal);
  if (!snapshot) return undefined;
  const end = () => void snapshot.close();
  signal.addEventListener('abort', end);
  try {
    return await writeFile(begun, snapshot, store, signal);
  } finally {
    signal.removeEventListener('abort', end);
    await snapshot.close();
  }
}

async function settleFailure(
  context: ExportContext,
  queued: QueuedExport,
  begun: FileTry,
  error: unknown,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) {
    await context.operator.transaction((sql) => releaseFile(sql, begun));
    throw error;
  }
  const { type, code, message } = describeError(error);
  if (begun.job.tries < maxTries && !isLasting(error)) throw error;
  const failure = [type, code, message].filter((part) => typeof part === 'string').join(' ');
  await giveUp(context, queued, begun, failure);
}

const isLasting = (error: unknown) =>
  error instanceof Error && 'code' in error && lastingFailures.some((code) => code === error.code);

async function giveUp(
  { operator, boss, clock, log }: ExportContext,
  queued: QueuedExport,
  begun: FileTry,
  failure: string,
): Promise<void> {
  await operator.transaction(async (sql) => {
    await failFile(sql, begun, failure, clock());
    await boss.complete(queues.exportFiles, queued, null, { db: fromDrizzle(sql, raw) });
  });
  const { gymId, jobId, tries } = begun.job;
  log.error({ gymId, jobId, tries, failure }, 'export failed');
}
