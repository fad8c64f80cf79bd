import { sql as raw, type SQL } from 'drizzle-orm';
import { instantOf, type MetricScope } from './metric-scope.ts';

const activeWeeks = 4;
const lapsedWeeks = 8;

/**
 * Counts of visits and admissions, as `counted_visits (week, metric_type, metric_key, value)`. Members who do not
 * share data are included: how full a gym is reveals no health data.
 */
export function countVisits({ chainId, gymId, timeZone, weeks }: MetricScope): SQL {
  const [from, end] = [instantOf(weeks.from), instantOf(weeks.end)];
  const isOfGym = raw`chain_id = ${chainId} AND gym_id = ${gymId}`;
  return raw`
    visit AS MATERIALIZED (
      SELECT account_id, date_trunc('week', occurred_at AT TIME ZONE 'UTC')::date AS week,
        occurred_at AT TIME ZONE ${timeZone}::text AS local
      FROM visits
      WHERE ${isOfGym} AND kind = 'CHECKIN' AND occurred_at < ${end}
        AND occurred_at >= ${from} - ${`${activeWeeks + lapsedWeeks - 1} weeks`}::interval
    ), visited AS MATERIALIZED (
      SELECT account_id, week, lead(week, 1, 'infinity') OVER (PARTITION BY account_id ORDER BY week) AS next
      FROM (SELECT DISTINCT account_id, week FROM visit) week_of_account
    ), counted_visits AS (
      SELECT week,
        CASE WHEN grouping(hour) = 0 THEN 'VISITS_BY_HOUR' WHEN grouping(weekday) = 0 THEN 'VISITS_BY_WEEKDAY' ELSE 'VISITS' END
          AS metric_type,
        CASE WHEN grouping(hour) = 0 THEN hour WHEN grouping(weekday) = 0 THEN weekday ELSE 'TOTAL' END AS metric_key,
        count(*) AS value
      FROM (
        SELECT week, to_char(local, 'HH24') AS hour, to_char(local, 'FMDAY') AS weekday FROM visit
        WHERE week >= ${weeks.from}::date
      ) dated
      GROUP BY GROUPING SETS ((week), (week, hour), (week, weekday))

      UNION ALL
      SELECT week, 'VISITORS', 'UNIQUE', count(*) FROM visited WHERE week >= ${weeks.from}::date GROUP BY week

      UNION ALL
      SELECT week, 'VISITORS', 'FIRST_TIME', count(*)
      FROM (SELECT account_id, min(week) AS week FROM visited GROUP BY account_id) first
      WHERE week >= ${weeks.from}::date AND NOT EXISTS (
        SELECT FROM visits earlier
        WHERE ${isOfGym} AND earlier.account_id = first.account_id AND kind = 'CHECKIN' AND occurred_at < ${from}
      )
      GROUP BY week

      UNION ALL
      SELECT week + 7 * later, 'MEMBERS', CASE WHEN later < ${activeWeeks} THEN 'ACTIVE' ELSE 'LAPSED' END, count(*)
      FROM visited CROSS JOIN generate_series(0, ${activeWeeks + lapsedWeeks - 1}::int) later
      WHERE week + 7 * later < next AND week + 7 * later >= ${weeks.from}::date AND week + 7 * later < ${weeks.end}::date
      GROUP BY 1, 3

      UNION ALL
      SELECT date_trunc('week', admitted_at AT TIME ZONE 'UTC')::date, 'ADMISSIONS', 'CORPORATE', count(*)
      FROM admissions
      WHERE ${isOfGym} AND admitted_at >= ${from} AND admitted_at < ${end}
      GROUP BY 1
    )`;
}
