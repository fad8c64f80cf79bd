import { sql as raw } from 'drizzle-orm';
import type { Sql } from '#platform/db/client.ts';

/** Makes the tables of all months from the one to the other instant, where they are missing. */
export async function ensureTrainingPartitions(sql: Sql, from: Date, until: Date): Promise<void> {
  await sql.execute(raw`SELECT ensure_training_partitions(${utcDay(from)}::date, ${utcDay(until)}::date)`);
}

const utcDay = (instant: Date) => instant.toISOString().slice(0, 10);
