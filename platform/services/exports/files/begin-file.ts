import { and, eq, sql as raw } from 'drizzle-orm';
import type { Clock, Ids } from '#platform/base/clock-and-ids.ts';
import type { OperatorDatabase, Sql } from '#platform/db/client.ts';
import { type ExportJob, exportJobs } from '#platform/db/schema/exports.ts';
import { newFileName } from './file-name.ts';
import { isJob, type JobKey } from './job-key.ts';
import { lockSharing } from './sharing-lock.ts';

/** One attempt to write the file of a job. */
export interface FileTry {
  job: ExportJob;
  /** Unique to this attempt. */
  fileName: string;
  /** The file of an earlier attempt whose worker crashed. */
  abandonedFile: string | null;
}

interface Begin {
  operator: OperatorDatabase;
  clock: Clock;
  ids: Ids;
}

/**
 * Claims a job for this worker. A later opt-out or erasure finds the job claimed and withdraws it. An earlier one is
 * visible in every snapshot that shows the file name.
 * @returns undefined if there is nothing left to write
 */
export function beginFile(key: JobKey, { operator, clock, ids }: Begin): Promise<FileTry | undefined> {
  return operator.transaction(async (sql) => {
    await lockSharing(sql, key.chainId, 'shared');
    const [job] = await sql
      .select()
      .from(exportJobs)
      .where(and(isJob(key), eq(exportJobs.status, 'IN_PROGRESS')))
      .for('update');
    if (!job) return undefined;
    const fileName = newFileName(job, ids);
    const tries = job.tries + 1;
    await sql.update(exportJobs).set({ fileName, tries, startedAt: clock() }).where(isJob(key));
    return { job: { ...job, tries }, fileName, abandonedFile: job.fileName };
  });
}

/** Releases an attempt that was aborted; it does not count. */
export async function releaseFile(sql: Sql, { job, fileName }: FileTry): Promise<void> {
  await sql
    .update(exportJobs)
    .set({ fileName: null, tries: raw`${exportJobs.tries} - 1` })
    .where(isTry(job, fileName));
}

/** The job, as long as this attempt still has the claim. */
export const isTry = (job: JobKey, fileName: string) =>
  and(isJob(job), eq(exportJobs.status, 'IN_PROGRESS'), eq(exportJobs.fileName, fileName));
