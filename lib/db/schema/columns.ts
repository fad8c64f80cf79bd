import { sql } from 'drizzle-orm';
import { type PgColumn, timestamp } from 'drizzle-orm/pg-core';

/** An instant to the millisecond, as JavaScript has it. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });

/** Holds a text column to a closed set of values. */
export const isOneOf = (column: PgColumn, values: readonly string[]) =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`;
