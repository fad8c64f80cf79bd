import { sql as raw } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import type { Sql } from '#platform/db/client.ts';
import { utcDayOf } from '#shared/calendar/days.ts';

/**
 * Two years and the month that is running: twice what the data export reaches back, and enough to compare a month with the
 * same one of the year before last.
 */
const monthsKept = 25;
/** Months that are made ahead, so that a month never begins without its tables, even where some nights failed. */
const monthsAhead = 2;

/** Makes the tables of all months from the one to the other instant, where they are missing. */
export async function ensureTrainingPartitions(sql: Sql, from: Date, until: Date): Promise<void> {
  await sql.execute(
    raw`SELECT ensure_training_partitions(${utcDayOf(from.getTime())}::date, ${utcDayOf(until.getTime())}::date)`,
  );
}

/** Has PostgreSQL look at training, visits and whose they are, so that it plans for what there is: once after much was written. */
export async function analyzeActivity(sql: Sql): Promise<void> {
  await sql.execute(raw`SELECT analyze_activity()`);
}

/** Makes the tables of this month and the next ones. */
export const ensureComingMonths = (sql: Sql, now: Date): Promise<void> =>
  ensureTrainingPartitions(sql, now, new Date(`${today(now).add({ months: monthsAhead })}`));

/**
 * Drops the table of the oldest month that ended more than 25 months ago. A whole month goes at once: no row is looked for.
 * @returns the name of the table, or null where all are kept
 * @throws 55P03 of PostgreSQL where somebody reads for too long; to be tried again
 */
export async function dropOldestMonth(sql: Sql, now: Date): Promise<string | null> {
  const until = `${today(now).subtract({ months: monthsKept })}`;
  const { rows } = await sql.execute<{ name: string | null }>(
    raw`SELECT drop_oldest_training_partition(${until}::date) AS name`,
  );
  return rows[0]?.name ?? null;
}

const today = (now: Date) => Temporal.PlainDate.from(utcDayOf(now.getTime()));
