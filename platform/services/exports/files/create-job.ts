import type { JobRequest } from '#contracts/export/jobs.ts';
import { exportJobs } from '#platform/db/schema/exports.ts';
import type { Call } from '#platform/services/call.ts';
import { requireRange } from '#platform/services/exports/range.ts';

/**
 * Creates a job for a file of events; a worker writes the file.
 * @throws 400 for a range of more than 365 days or with a day older than a year
 */
export async function createJob(call: Call, request: JobRequest): Promise<{ jobId: string; status: 'IN_PROGRESS' }> {
  const { db, chainId, gymId, clock, ids } = call;
  const createdAt = clock();
  const { startDate, endDate } = requireRange(request, 'files', createdAt);
  const { exportType, fileType } = request;
  const job = { jobId: ids.uuid(), status: 'IN_PROGRESS' as const };
  await db.transaction((sql) =>
    sql.insert(exportJobs).values({ chainId, gymId, ...job, exportType, fileType, startDate, endDate, createdAt }),
  );
  return job;
}
