import { doublePrecision, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { locations } from './locations.ts';

/** What is left of the rate limit of a location's key, for all processes. UNLOGGED: after a crash every bucket is full, which is harmless. */
export const keyBuckets = pgTable(
  'key_buckets',
  {
    locationId: uuid()
      .notNull()
      .references(() => locations.id),
    /** Of which key: requests with a former one may still be under way. */
    keyDigest: text().notNull(),
    tokens: doublePrecision().notNull(),
    countedAt: instant().notNull(),
    /** What the last statement took. */
    taken: integer().notNull(),
  },
  (bucket) => [primaryKey({ columns: [bucket.locationId, bucket.keyDigest] })],
);
