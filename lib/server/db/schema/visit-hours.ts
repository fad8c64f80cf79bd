import { bigint, date, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { locations } from './locations.ts';

/**
 * How full a location was in each hour of days that are long over, so that reports do not count years of visits again. A day has
 * all its hours or none. It is counted when it is read, and triggers delete what a change makes wrong
 * (docs/decisions/who-is-in.md#why-are-the-hours-of-old-days-stored).
 */
export const visitHours = pgTable(
  'visit_hours',
  {
    locationId: uuid()
      .notNull()
      .references(() => locations.id),
    /** In the time zone of the location. */
    day: date({ mode: 'string' }).notNull(),
    /** 0 to 23, of the local time: the hour that occurs twice in autumn is one row, and the one that spring skips has none. */
    hour: integer().notNull(),
    lengthMs: integer().notNull(),
    arrivals: integer().notNull(),
    /** The arrivals of the whole day, in each of its rows: averages leave out days without any. */
    arrivalsOfDay: integer().notNull(),
    /** Arrivals after which nobody checked out. */
    openEnds: integer().notNull(),
    /** The time that all people spent inside, together. */
    insideMs: bigint({ mode: 'number' }).notNull(),
    /** The most people inside at once. */
    peak: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.locationId, table.day, table.hour] })],
);
