import { sql } from 'drizzle-orm';
import { integer, type PgColumn, text, timestamp } from 'drizzle-orm/pg-core';

/** An instant in milliseconds, the resolution of JavaScript's `Date`. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });

/** A check that limits a text column to a closed set of values. */
export const isOneOf = (column: PgColumn, values: readonly string[]) =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`;

/** The columns that `lib/server/ledger` needs, beside the key and `state`. */
export const attemptColumns = () => ({
  /** The number of attempts begun. It is also the fencing token: only the attempt that began last may settle the row. */
  attempts: integer().notNull().default(0),
  nextAttemptAt: instant().notNull(),
  /** When the last attempt began. */
  claimedAt: instant(),
  /** The error of the last attempt; null after a success. */
  lastError: text(),
});
