import { and, eq, sql as raw } from 'drizzle-orm';
import type { Sql } from '#platform/db/client.ts';
import { gyms } from '#platform/db/schema/chains.ts';
import { analyticsComputations } from '#platform/db/schema/exports.ts';
import { postgresZone } from './postgres-zone.ts';
import { type LastComputation, type Weeks, weeksToCompute } from './weeks.ts';
import { writeMetrics } from './write-metrics.ts';

/** Increasing it makes every gym recompute all weeks. */
const rules = 1;

export interface GymKey {
  chainId: string;
  gymId: string;
}

/**
 * Computes the weekly metrics of a gym that may have changed since the last computation, in the transaction of `sql`:
 * all weeks change at once, or none after a failure. Of two concurrent computations, the later one waits and
 * continues from the result of the earlier one. Does nothing if the gym is gone.
 * @param isFromStart computes every week, whether or not it changed
 */
export async function computeAnalytics(
  sql: Sql,
  gym: GymKey,
  now: Date,
  { isFromStart = false } = {},
): Promise<Weeks | undefined> {
  const isGym = and(eq(gyms.chainId, gym.chainId), eq(gyms.gymId, gym.gymId));
  const [found] = await sql.select({ timeZone: gyms.timeZone }).from(gyms).where(isGym);
  if (!found) return undefined;
  const { timeZone } = found;
  // JIT compilation of the statement would take longer than running it
  await sql.execute(raw`SET LOCAL jit = off`);
  const last = await lockComputation(sql, gym, timeZone);
  const weeks = weeksToCompute(now, isFromStart ? undefined : last);
  await writeMetrics(sql, { ...gym, timeZone: postgresZone(timeZone), weeks });
  await sql.update(analyticsComputations).set({ computedAt: now, timeZone, rules }).where(isComputationOf(gym));
  return weeks;
}

/**
 * Locks the computation of the gym, and deletes and returns the changes recorded since. Changes recorded later are
 * left to the next computation: this one either sees their events already, or does not see them at all.
 * @returns the last computation; undefined if there is none, or if it used other rules or another time zone
 */
async function lockComputation(sql: Sql, gym: GymKey, timeZone: string): Promise<LastComputation | undefined> {
  const { chainId, gymId } = gym;
  const [last] = await sql
    .insert(analyticsComputations)
    .values({ chainId, gymId })
    .onConflictDoUpdate({
      target: [analyticsComputations.chainId, analyticsComputations.gymId],
      set: { gymId },
    })
    .returning();
  const { rows } = await sql.execute<{ ms: number | null }>(raw`
    WITH taken AS (
      DELETE FROM analytics_changes WHERE chain_id = ${chainId} AND gym_id = ${gymId} RETURNING occurred_at
    )
    SELECT (extract(epoch FROM min(occurred_at)) * 1000)::float8 AS ms FROM taken`);
  if (!last?.computedAt || last.timeZone !== timeZone || last.rules !== rules) return undefined;
  const [changed] = rows;
  return { at: last.computedAt, changedFrom: changed?.ms == null ? undefined : new Date(changed.ms) };
}

const isComputationOf = ({ chainId, gymId }: GymKey) =>
  and(eq(analyticsComputations.chainId, chainId), eq(analyticsComputations.gymId, gymId));
