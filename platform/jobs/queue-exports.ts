import { sql as raw } from 'drizzle-orm';
import { fromDrizzle } from 'pg-boss';
import { exportJobs } from '#platform/db/schema/exports.ts';
import { isJob, type JobKey } from '#platform/services/exports/files/job-key.ts';
import type { JobContext } from './job-context.ts';
import { queues } from './job-queue.ts';

/** Jobs of one gym that may be queued or running, in all processes. */
const perGym = 2;

/**
 * Puts waiting jobs into the queue, oldest first, at most two per gym. A gym that requested 10,000 files has two in
 * the queue; its next one is queued behind those of the other gyms.
 */
export async function queueExports({ operator, boss, clock }: Pick<JobContext, 'operator' | 'boss' | 'clock'>) {
  await operator.transaction(async (sql) => {
    // two processes that count at the same moment would both find room
    await sql.execute(raw`SELECT pg_advisory_xact_lock(hashtextextended('export jobs are being queued', 0))`);
    // steps from gym to gym in the index (a skip scan), without reading the other waiting jobs of a gym
    const { rows } = await sql.execute<JobKey & Record<string, unknown>>(raw`
      WITH RECURSIVE gym AS (
        (SELECT chain_id, gym_id FROM export_jobs WHERE status = 'IN_PROGRESS' ORDER BY chain_id, gym_id LIMIT 1)
        UNION ALL
        SELECT next.chain_id, next.gym_id
        FROM gym CROSS JOIN LATERAL (
          SELECT chain_id, gym_id FROM export_jobs
          WHERE status = 'IN_PROGRESS' AND (chain_id, gym_id) > (gym.chain_id, gym.gym_id)
          ORDER BY chain_id, gym_id LIMIT 1
        ) next
      )
      SELECT gym.chain_id AS "chainId", gym.gym_id AS "gymId", waiting.job_id AS "jobId"
      FROM gym CROSS JOIN LATERAL (
        SELECT job_id, queued_at FROM export_jobs
        WHERE chain_id = gym.chain_id AND gym_id = gym.gym_id AND status = 'IN_PROGRESS'
        ORDER BY queued_at, created_at, job_id LIMIT ${raw.raw(String(perGym))}
      ) waiting
      WHERE waiting.queued_at IS NULL`);
    for (const key of rows) await sql.update(exportJobs).set({ queuedAt: clock() }).where(isJob(key));
    const jobs = rows.map(({ chainId, gymId, jobId }) => ({ data: { chainId, gymId, jobId } }));
    if (jobs.length > 0) await boss.insert(queues.exportFiles, jobs, { db: fromDrizzle(sql, raw) });
  });
}
