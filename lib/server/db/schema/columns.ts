import { sql } from 'drizzle-orm';
import { integer, type PgColumn, text, timestamp } from 'drizzle-orm/pg-core';

/** An instant to the millisecond, as JavaScript has it. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });

/** Holds a text column to a closed set of values. */
export const isOneOf = (column: PgColumn, values: readonly string[]) =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`;

/** What a table has beside its key and `state` whose rows `lib/server/outbox` sends. */
export const attemptColumns = () => ({
  /** Attempts begun. It also names the attempt: only the one that began last may settle the row. */
  attempts: integer().notNull().default(0),
  nextAttemptAt: instant().notNull(),
  /** When the last attempt began. */
  claimedAt: instant(),
  /** What the last attempt failed by; null once it has arrived. */
  lastError: text(),
});
