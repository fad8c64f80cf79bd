import type { JobState } from '#contracts/export/jobs.ts';
import { PlatformError } from '#platform/base/errors.ts';
import type { ExportCall } from '#platform/services/exports/rules.ts';
import { isUuid } from '#platform/services/uuid.ts';
import { findJob } from './find-job.ts';
import { pathOfFile } from './link.ts';

/** @throws 404 for a job of another gym, an unknown job, and a malformed id */
export async function getJob({ db, chainId, gymId, clock, rules }: ExportCall, jobId: string): Promise<JobState> {
  const job = isUuid(jobId) ? await findJob(db, { gymId, jobId }, clock()) : undefined;
  if (!job) throw new PlatformError('notFound', 'There is no such job in this gym.');
  if (job.status !== 'DONE') return { status: job.status };
  return {
    status: job.status,
    downloadURL: rules.publicUrl + pathOfFile(rules.seal, { chainId, gymId, jobId: job.jobId }),
  };
}
