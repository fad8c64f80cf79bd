import { sql as raw } from 'drizzle-orm';
import type { Sql } from '#platform/db/client.ts';
import type { GymKey } from './compute.ts';

/**
 * The gyms whose metrics were not computed since midnight, in UTC, or something changed further back than that looks. Those
 * without any come first: nothing is told of them yet.
 */
export async function findDueGyms(sql: Sql, now: Date): Promise<GymKey[]> {
  const midnight = `${now.toISOString().slice(0, 10)}T00:00:00Z`;
  const { rows } = await sql.execute<{ chain_id: string; gym_id: string }>(raw`
    SELECT chain_id, gym_id
    FROM gyms LEFT JOIN analytics_computations last USING (chain_id, gym_id)
    WHERE last.computed_at IS NULL OR last.computed_at < ${midnight}::timestamptz OR EXISTS (
      SELECT FROM analytics_changes changed
      WHERE changed.chain_id = gyms.chain_id AND changed.gym_id = gyms.gym_id
    )
    ORDER BY last.computed_at NULLS FIRST, gym_id`);
  return rows.map(({ chain_id, gym_id }) => ({ chainId: chain_id, gymId: gym_id }));
}
