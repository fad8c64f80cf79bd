import { sql as raw, type SQL } from 'drizzle-orm';
import { unknownWord } from '#contracts/export/metrics.ts';
import { instantOf, type MetricScope } from './metric-scope.ts';

const weeksCompared = 26;

/**
 * Counts and measurements of training, as `counted_training (week, metric_type, metric_key, value)`. Members who do
 * not share data are excluded: with few members, a metric would reveal data of each of them.
 */
export function countTraining({ chainId, gymId, weeks }: MetricScope): SQL {
  const [from, end] = [instantOf(weeks.from), instantOf(weeks.end)];
  const compared = `${weeksCompared} weeks`;
  const sharedIn = (table: string) => raw`
    ${raw.raw(table)} e
    JOIN chain_profiles p ON p.chain_id = e.chain_id AND p.account_id = e.account_id AND p.shares_data
    WHERE e.chain_id = ${chainId} AND e.gym_id = ${gymId} AND e.occurred_at < ${end}`;
  const week = raw`date_trunc('week', e.occurred_at AT TIME ZONE 'UTC')::date`;
  return raw`
    workout AS (
      SELECT ${week} AS week, e.machine_type AS machine, e.training_method AS method, e.operation_mode AS mode
      FROM ${sharedIn('strength_workouts')} AND e.occurred_at >= ${from}
    ), assessment AS (
      SELECT DISTINCT ON (account_id, activity_name, week) account_id, activity_name, week, strength_kg AS kg
      FROM (
        SELECT ${week} AS week, e.account_id, e.activity_name, e.strength_kg, e.occurred_at, e.event_id
        FROM ${sharedIn('strength_assessments')} AND e.is_measurement_completed
          AND e.strength_kg > 0 AND e.activity_name IS NOT NULL
          AND e.occurred_at >= ${from} - ${compared}::interval
      ) measured
      ORDER BY account_id, activity_name, week, occurred_at DESC, event_id DESC
    ), strength AS (
      SELECT week, kg, lag(kg) OVER earlier AS kg_before, lag(week) OVER earlier AS week_before
      FROM assessment WINDOW earlier AS (PARTITION BY account_id, activity_name ORDER BY week)
    ), counted_training AS (
      SELECT week,
        CASE
          WHEN grouping(machine) = 0 THEN 'WORKOUTS_BY_MACHINE'
          WHEN grouping(method) = 0 THEN 'WORKOUTS_BY_TRAINING_METHOD'
          WHEN grouping(mode) = 0 THEN 'WORKOUTS_BY_OPERATION_MODE'
          ELSE 'WORKOUTS'
        END AS metric_type,
        CASE
          WHEN grouping(machine) = 0 THEN coalesce(machine, ${unknownWord})
          WHEN grouping(method) = 0 THEN coalesce(method, ${unknownWord})
          WHEN grouping(mode) = 0 THEN coalesce(mode, ${unknownWord})
          ELSE 'TOTAL'
        END AS metric_key,
        count(*)::float8 AS value
      FROM workout
      GROUP BY GROUPING SETS ((week), (week, machine), (week, method), (week, mode))

      UNION ALL
      SELECT ${week}, 'ASSESSMENTS', 'COMPLETED', count(*)
      FROM ${sharedIn('strength_assessments')} AND e.is_measurement_completed AND e.occurred_at >= ${from}
      GROUP BY 1

      UNION ALL
      SELECT week, 'STRENGTH_CHANGE', 'TOTAL',
        round((percentile_cont(0.5) WITHIN GROUP (ORDER BY 100 * (kg - kg_before) / kg_before))::numeric, 1)::float8
      FROM strength
      WHERE week >= ${weeks.from}::date AND week_before >= week - ${weeksCompared * 7}::int
      GROUP BY week
    )`;
}
