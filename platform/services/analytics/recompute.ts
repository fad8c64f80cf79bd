import type { OperatorDatabase } from '#platform/db/client.ts';
import { OperatorMistake } from '#platform/services/operator.ts';
import { databaseErrorOf } from '#shared/database/database-error.ts';
import { computeAnalytics, type GymKey } from './compute.ts';

/**
 * Computes all weeks of these gyms, each gym in its own transaction.
 * @throws OperatorMistake that names the gyms that failed, after all others are done
 */
export async function recomputeAnalytics(database: OperatorDatabase, gyms: readonly GymKey[], now: Date) {
  const computed: { gymId: string; from: string; end: string }[] = [];
  const failed: string[] = [];
  for (const { chainId, gymId } of gyms) {
    try {
      const weeks = await database.transaction((sql) =>
        computeAnalytics(sql, { chainId, gymId }, now, { isFromStart: true }),
      );
      if (weeks) computed.push({ gymId, ...weeks });
    } catch (error) {
      const reason = databaseErrorOf(error);
      if (!reason) throw error;
      failed.push(`${gymId}: ${reason.message}`);
    }
  }
  if (failed.length > 0) {
    throw new OperatorMistake(`The analytics of ${failed.length} of ${gyms.length} gyms failed. ${failed.join('; ')}.`);
  }
  return computed;
}
