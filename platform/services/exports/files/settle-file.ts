import type { Sql } from '#platform/db/client.ts';
import { exportJobs } from '#platform/db/schema/exports.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { type FileTry, isTry } from './begin-file.ts';
import { isJob, type JobKey } from './job-key.ts';

export interface WrittenFile {
  rowCount: number;
  byteCount: number;
  /** Of the whole file, in hexadecimal digits. */
  sha256: string;
}

/** How long a file can be downloaded (`/reference/export`). */
const fileLivesMs = dayMs;

/** @returns false if this attempt no longer has the claim on the job: the file must not be kept */
export async function finishFile(sql: Sql, { job, fileName }: FileTry, file: WrittenFile, now: Date): Promise<boolean> {
  const expiresAt = new Date(now.getTime() + fileLivesMs);
  const { rowCount } = await sql
    .update(exportJobs)
    .set({ ...file, status: 'DONE', finishedAt: now, expiresAt })
    .where(isTry(job, fileName));
  return rowCount === 1;
}

/** @param failure one sentence for the operator, without names of members */
export async function failFile(sql: Sql, { job, fileName }: FileTry, failure: string, now: Date): Promise<void> {
  await sql
    .update(exportJobs)
    .set({ status: 'FAILED', failure, fileName: null, finishedAt: now })
    .where(isTry(job, fileName));
}

/** Whether the job waits for a worker again, because a member was withdrawn from exports while its file was written. */
export async function isWaitingAgain(sql: Sql, key: JobKey): Promise<boolean> {
  const [job] = await sql
    .select({ status: exportJobs.status, fileName: exportJobs.fileName })
    .from(exportJobs)
    .where(isJob(key));
  return job?.status === 'IN_PROGRESS' && job.fileName === null;
}
