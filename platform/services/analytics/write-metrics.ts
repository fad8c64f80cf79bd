import { sql as raw, type SQL } from 'drizzle-orm';
import { metrics } from '#contracts/export/metrics.ts';
import type { Sql } from '#platform/db/client.ts';
import type { MetricScope } from './metric-scope.ts';
import { countTraining } from './training-metrics.ts';
import { countVisits } from './visit-metrics.ts';

/** The metrics that have a row in every week, even for a count of zero, and their keys. */
const reportedAtZero = JSON.stringify(
  metrics.flatMap(({ metricType, metricKeys, isReportedAtZero }) =>
    isReportedAtZero ? metricKeys.map((metricKey) => ({ metric_type: metricType, metric_key: metricKey })) : [],
  ),
);
const subTypes = JSON.stringify(
  Object.fromEntries(metrics.map(({ metricType, metricSubType }) => [metricType, metricSubType])),
);

/**
 * Brings the rows of these weeks up to date in one statement, which reads one snapshot of the data. Correct rows are
 * not written. The first week of a gym is the one in which it was created, or an earlier one that has events.
 */
export async function writeMetrics(sql: Sql, scope: MetricScope): Promise<void> {
  const { chainId, gymId, weeks } = scope;
  const isOfGym = raw`chain_id = ${chainId} AND gym_id = ${gymId}`;
  const [from, end] = [raw`${weeks.from}::date`, raw`${weeks.end}::date`];
  await sql.execute(raw`
    WITH ${countVisits(scope)}, ${countTraining(scope)},
    counted AS MATERIALIZED (
      SELECT week, metric_type, metric_key, value FROM counted_visits WHERE week >= ${from}
      UNION ALL
      SELECT week, metric_type, metric_key, value FROM counted_training
    ), told AS MATERIALIZED (
      SELECT week, metric_type, metric_key, ${subTypes}::jsonb ->> metric_type AS metric_sub_type, sum(value) AS value
      FROM (
        SELECT * FROM counted
        UNION ALL
        SELECT week::date, metric_type, metric_key, 0
        FROM generate_series(${firstWeek(scope)}, ${end} - 7, '7 days') week,
          jsonb_to_recordset(${reportedAtZero}::jsonb) AS zero (metric_type text, metric_key text)
      ) every
      GROUP BY week, metric_type, metric_key
    ), gone AS (
      DELETE FROM weekly_metrics known
      WHERE ${isOfGym} AND period_start >= ${from} AND period_start < ${end} AND NOT EXISTS (
        SELECT FROM told
        WHERE (told.week, told.metric_type, told.metric_key, told.metric_sub_type)
          = (known.period_start, known.metric_type, known.metric_key, known.metric_sub_type)
      )
    )
    INSERT INTO weekly_metrics AS known (chain_id, gym_id, period_start, metric_type, metric_key, metric_sub_type, value)
    SELECT ${chainId}::uuid, ${gymId}::uuid, week, metric_type, metric_key, metric_sub_type, value FROM told
    ON CONFLICT (chain_id, gym_id, period_start, metric_type, metric_key, metric_sub_type)
    DO UPDATE SET value = excluded.value WHERE known.value <> excluded.value`);
}

const firstWeek = ({ chainId, gymId, weeks }: MetricScope): SQL => raw`
  greatest(${weeks.from}::date, least(
    (SELECT min(week) FROM counted),
    (SELECT min(period_start) FROM weekly_metrics
     WHERE chain_id = ${chainId} AND gym_id = ${gymId} AND period_start < ${weeks.from}::date),
    (SELECT date_trunc('week', created_at AT TIME ZONE 'UTC')::date FROM gyms
     WHERE chain_id = ${chainId} AND gym_id = ${gymId})
  ))::timestamp`;
