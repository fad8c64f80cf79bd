import { sql as raw } from 'drizzle-orm';
import type { Call } from '#platform/services/call.ts';
import type { TrainingEventOf } from '#platform/services/training/training-event.ts';
import { emitEvent } from '#platform/services/webhooks/emit.ts';

type Workout = TrainingEventOf<'SMART_STRENGTH_WORKOUTS'>;

/**
 * Emits the events of the machines about workouts that were just recorded: that somebody checked in at one, and for who
 * never trained before, that the onboarding is completed.
 */
export async function announceWorkouts(call: Call, workouts: readonly Workout[]): Promise<void> {
  const byTime = workouts.toSorted((one, other) => one.occurredAt.getTime() - other.occurredAt.getTime());
  const first = new Map(byTime.toReversed().map((workout) => [workout.accountId, workout]));
  await call.db.transaction(async (sql) => {
    for (const workout of byTime) {
      const { accountId, occurredAt } = workout;
      await emitEvent(sql, call, { type: 'EQUIPMENT_CHECKIN', accountId, occurredAt });
      if (first.get(accountId) !== workout) continue;
      const { rowCount } = await sql.execute(raw`
        SELECT FROM strength_workouts
        WHERE chain_id = ${call.chainId} AND account_id = ${accountId} AND occurred_at < ${occurredAt} LIMIT 1`);
      if (rowCount === 0) await emitEvent(sql, call, { type: 'GENIUS_ONBOARDING_COMPLETED', accountId, occurredAt });
    }
  });
}
