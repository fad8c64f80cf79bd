import { doublePrecision, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { locations } from './locations.ts';

/**
 * When each member came last, of visits until some days ago, so that reports do not read the visits of months again. A worker counts
 * them, and triggers correct the member of whom a change of an old visit is
 * (docs/decisions/members.md#why-are-last-visits-stored).
 */
export const memberRhythms = pgTable(
  'member_rhythms',
  {
    // no foreign key: a trigger would lock the row of the location for it, after the lock that a change of settings takes last
    locationId: uuid().notNull(),
    accountId: text().notNull(),
    /** The last arrival before the moment in `member_rhythms_known`. */
    lastAt: instant().notNull(),
    /** The days with a visit in the half year until then; null until they are counted. */
    visitDays: integer(),
    /** The median of the days from one visit to the next in it; null below three days with visits. */
    medianGapDays: doublePrecision(),
  },
  (table) => [primaryKey({ columns: [table.locationId, table.accountId] })],
);

/** Until when the visits of a location are counted in `member_rhythms`. */
export const memberRhythmsKnown = pgTable('member_rhythms_known', {
  locationId: uuid()
    .primaryKey()
    .references(() => locations.id),
  /** Five days before the moment at which the last ones were counted, or earlier while older ones are not counted yet. */
  before: instant().notNull(),
});
