import { z } from 'zod';
import type { WeeklyMetric } from '#contracts/export/analytics.ts';
import type { NamedStatement } from '#platform/db/client.ts';
import type { PageSource } from '#platform/services/exports/pages.ts';
import { lastDayOf } from './weeks.ts';

/** Week, type, key and sub-type of a metric. They identify it: a recomputation changes only its value. */
const place = z.tuple([z.iso.date(), z.string(), z.string(), z.string()]);

interface Row {
  periodStart: string;
  metricType: string;
  metricKey: string;
  metricSubType: string;
  value: number;
}

const inOrder = 'period_start, metric_type, metric_key, metric_sub_type';
const pageOf = (name: string, condition: string): NamedStatement => ({
  name,
  text: `
    SELECT period_start AS "periodStart", metric_type AS "metricType", metric_key AS "metricKey",
      metric_sub_type AS "metricSubType", value
    FROM weekly_metrics
    WHERE chain_id = $1 AND gym_id = $2 AND period_start BETWEEN $3::date - 6 AND $4::date - 6 ${condition}
    ORDER BY ${inOrder}
    LIMIT $5`,
});
const first = pageOf('first_page_of_analytics', '');
const next = pageOf('next_page_of_analytics', `AND (${inOrder}) > ($6, $7, $8, $9)`);

/**
 * The pages of weekly metrics, oldest first. A week belongs to the range that contains its last day, so to exactly
 * one of two adjacent ranges.
 */
export const analyticsPages: PageSource<WeeklyMetric, z.infer<typeof place>> = {
  pagesOf: 'ANALYTICS',
  limits: 'analytics',
  place,
  read: async ({ db, chainId, gymId }, { range, after, limit }) => {
    const values = [chainId, gymId, range.startDate, range.endDate, limit, ...(after ?? [])];
    const rows = await db.find<Row>(after ? next : first, values);
    return rows.map(({ periodStart, ...metric }) => ({
      item: { periodStart, periodEnd: lastDayOf(periodStart), ...metric },
      place: [periodStart, metric.metricType, metric.metricKey, metric.metricSubType],
    }));
  },
};
