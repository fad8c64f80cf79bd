import { doublePrecision, integer, pgTable, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { locations } from './locations.ts';

/** What is left of the rate limit of a location's key, for all processes. UNLOGGED: after a crash every bucket is full, which is harmless. */
export const keyBuckets = pgTable('key_buckets', {
  locationId: uuid()
    .primaryKey()
    .references(() => locations.id),
  tokens: doublePrecision().notNull(),
  countedAt: instant().notNull(),
  /** What the last statement took. */
  taken: integer().notNull(),
});
