import { sql as raw } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import type { Sql } from '#platform/db/client.ts';
import { utcDayOf } from '#shared/calendar/days.ts';

/**
 * Two years and the current month: twice the range of the data export, and enough to compare a month with the same
 * month two years ago.
 */
const monthsKept = 25;
/** Months created ahead, so that a new month has its partitions even if some nightly runs failed. */
const monthsAhead = 2;

/** Creates missing partitions for all months between two instants. */
export async function ensureTrainingPartitions(sql: Sql, from: Date, until: Date): Promise<void> {
  await sql.execute(
    raw`SELECT ensure_training_partitions(${utcDayOf(from.getTime())}::date, ${utcDayOf(until.getTime())}::date)`,
  );
}

/**
 * Runs ANALYZE on training, visits and their owners, so that PostgreSQL plans for the actual data. Call it once after
 * a bulk write.
 */
export async function analyzeActivity(sql: Sql): Promise<void> {
  await sql.execute(raw`SELECT analyze_activity()`);
}

/** Creates the partitions of this month and the next ones. */
export const ensureComingMonths = (sql: Sql, now: Date): Promise<void> =>
  ensureTrainingPartitions(sql, now, new Date(`${today(now).add({ months: monthsAhead })}`));

/**
 * The day, `yyyy-MM-dd`, by which a month must have ended to be dropped. By the earlier of this machine's clock and the
 * database's: what is dropped cannot be restored, so one clock that is ahead must not suffice.
 */
export async function findRetentionEnd(sql: Sql, now: Date): Promise<string> {
  const { rows } = await sql.execute<{ ms: number }>(raw`SELECT extract(epoch FROM now())::float8 * 1000 AS ms`);
  const [database] = rows;
  if (!database) throw new Error('The database did not tell its time.');
  const earlier = new Date(Math.min(now.getTime(), database.ms));
  return `${today(earlier).subtract({ months: monthsKept })}`;
}

/**
 * Drops one table of the oldest month that ended by a day, without searching for rows.
 * @returns the name of the table, or null if none is old enough
 * @throws 55P03 (lock not available) of PostgreSQL during a long read transaction; to be retried
 */
export async function dropOldestTable(sql: Sql, until: string): Promise<string | null> {
  const { rows } = await sql.execute<{ name: string | null }>(
    raw`SELECT drop_oldest_training_partition(${until}::date) AS name`,
  );
  return rows[0]?.name ?? null;
}

/** The day, `yyyy-MM-dd`, on which the month of a partition has ended. */
export const endOfMonthOf = (table: string): string =>
  `${Temporal.PlainDate.from(`${table.slice(-7).replace('_', '-')}-01`).add({ months: 1 })}`;

const today = (now: Date) => Temporal.PlainDate.from(utcDayOf(now.getTime()));
