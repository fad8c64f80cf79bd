import { sql as raw } from 'drizzle-orm';
import { fromDrizzle } from 'pg-boss';
import type { JobKey } from '#platform/services/exports/files/job-key.ts';
import type { JobContext } from './job-context.ts';
import { queues } from './job-queue.ts';

/** Files of one gym that workers may have in hand, in all processes. */
const perGym = 2;

/**
 * Hands files that wait to the workers, oldest first, never more than two of a gym: whoever asked for 10,000 files has two
 * in the queue, and the next one takes its place behind those of all others.
 */
export async function queueExports({ operator, boss, clock }: Pick<JobContext, 'operator' | 'boss' | 'clock'>) {
  await operator.transaction(async (sql) => {
    // two processes that count at the same moment would both see room
    await sql.execute(raw`SELECT pg_advisory_xact_lock(hashtextextended('export jobs are being queued', 0))`);
    const { rows } = await sql.execute<JobKey & Record<string, unknown>>(raw`
      UPDATE export_jobs job SET queued_at = ${clock()}
      FROM (
        SELECT chain_id, gym_id, job_id, queued_at,
          row_number() OVER (PARTITION BY chain_id, gym_id ORDER BY queued_at, created_at, job_id) AS place
        FROM export_jobs WHERE status = 'IN_PROGRESS'
      ) waiting
      WHERE waiting.place <= ${perGym} AND waiting.queued_at IS NULL AND job.chain_id = waiting.chain_id
        AND job.gym_id = waiting.gym_id AND job.job_id = waiting.job_id
      RETURNING job.chain_id AS "chainId", job.gym_id AS "gymId", job.job_id AS "jobId"`);
    const jobs = rows.map(({ chainId, gymId, jobId }) => ({ data: { chainId, gymId, jobId } }));
    if (jobs.length > 0) await boss.insert(queues.exportFiles, jobs, { db: fromDrizzle(sql, raw) });
  });
}
