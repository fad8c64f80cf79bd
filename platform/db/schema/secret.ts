import { boolean, pgTable, text } from 'drizzle-orm/pg-core';

/** A text sealed under the platform's secret: a start with another secret cannot open it, and is refused. */
export const secretCanary = pgTable('secret_canary', {
  /** There is one row. */
  isOnly: boolean().primaryKey().default(true),
  sealed: text().notNull(),
});
