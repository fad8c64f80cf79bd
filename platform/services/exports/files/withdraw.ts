import { sql as raw } from 'drizzle-orm';
import type { Sql } from '#platform/db/client.ts';
import { lockSharing } from './sharing-lock.ts';

/**
 * Withdraws a member from the files of all gyms whose files may contain them: gyms they belong to, visited or trained
 * in. Finished files expire with this transaction; files being written are started again after it. Call it before the
 * member's data is deleted. A worker that is notified deletes the expired files.
 */
export async function withdrawFromFiles(sql: Sql, chainId: string, accountId: string): Promise<void> {
  await lockSharing(sql, chainId, 'exclusive');
  await sql.execute(raw`
    UPDATE export_jobs job
    SET status = CASE job.status WHEN 'DONE' THEN 'EXPIRED' ELSE job.status END,
      file_name = CASE job.status WHEN 'DONE' THEN job.file_name END,
      tries = job.tries - CASE job.status WHEN 'DONE' THEN 0 ELSE 1 END
    WHERE job.chain_id = ${chainId}
      AND (job.status = 'DONE' OR job.status = 'IN_PROGRESS' AND job.file_name IS NOT NULL)
      AND job.gym_id IN (
        SELECT gym_id FROM memberships WHERE chain_id = ${chainId} AND account_id = ${accountId}
        UNION SELECT gym_id FROM visits WHERE chain_id = ${chainId} AND account_id = ${accountId}
        UNION SELECT gym_id FROM training_of_members WHERE chain_id = ${chainId} AND account_id = ${accountId}
      )`);
}
