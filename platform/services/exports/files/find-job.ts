import type { JobStatus } from '#contracts/export/jobs.ts';
import type { ChainDatabase } from '#platform/db/client.ts';
import type { ExportJob } from '#platform/db/schema/exports.ts';
import type { JobKey } from './job-key.ts';

type FoundJob = Omit<ExportJob, 'chainId' | 'gymId'>;

const findByKey = {
  name: 'find_export_job',
  text: `
    SELECT job_id AS "jobId", export_type AS "exportType", file_type AS "fileType", start_date AS "startDate",
      end_date AS "endDate", status, queued_at AS "queuedAt", tries, file_name AS "fileName", failure,
      row_count AS "rowCount", byte_count AS "byteCount", sha256, created_at AS "createdAt", started_at AS "startedAt",
      finished_at AS "finishedAt", expires_at AS "expiresAt"
    FROM export_jobs WHERE gym_id = $1 AND job_id = $2`,
};

/** The state of a job at `now`: its file expires on time, whether or not a worker has marked it yet. */
export async function findJob(
  db: ChainDatabase,
  { gymId, jobId }: Pick<JobKey, 'gymId' | 'jobId'>,
  now: Date,
): Promise<FoundJob | undefined> {
  const [job] = await db.find<FoundJob>(findByKey, [gymId, jobId]);
  return job && { ...job, status: statusAt(job, now) };
}

function statusAt({ status, expiresAt }: FoundJob, now: Date): JobStatus {
  const hasExpired = status === 'DONE' && (expiresAt === null || expiresAt <= now);
  return hasExpired ? 'EXPIRED' : status;
}
