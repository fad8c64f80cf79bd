import { date, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { locations } from './locations.ts';

/** One number for each hour of the local day, 0 to 23; both of the hour that occurs twice in autumn count as one. */
const byHour = () => integer().array().notNull();

/** How full a location was on each day that is over. Computed from the visits, at any time again: lib/server/stays/stored-days.ts. */
export const visitDays = pgTable(
  'visit_days',
  {
    locationId: uuid()
      .notNull()
      .references(() => locations.id),
    /** In the time zone of the location. */
    day: date({ mode: 'string' }).notNull(),
    arrivals: byHour(),
    /** The most people inside at once. */
    peaks: byHour(),
    /** The time that all people spent inside, together. */
    insideS: byHour(),
    /** Arrivals without a check-out: such people count as inside for a longest stay. */
    openEnds: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.locationId, table.day] })],
);
