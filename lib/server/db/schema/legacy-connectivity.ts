import { check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { legacyStates } from '#lib/wire/legacy-connectivity.ts';
import { instant, isOneOf } from './columns.ts';
import { locations } from './locations.ts';

/** How the platform of a location hears of this desk by the legacy interface. One row a location that has credentials. */
export const legacyConnectivity = pgTable(
  'legacy_connectivity',
  {
    locationId: uuid()
      .primaryKey()
      .references(() => locations.id),
    state: text({ enum: legacyStates }).notNull(),
    /** When the platform last heard of this desk, with the credentials of now. */
    heardAt: instant(),
    /** The first of the failures since then. */
    failingSince: instant(),
    /** Attempts in a row that brought no answer. */
    attempts: integer().notNull().default(0),
    attemptedAt: instant(),
    nextAttemptAt: instant().notNull(),
  },
  (table) => [check('legacy_connectivity_state', isOneOf(table.state, legacyStates))],
);
export type LegacyConnectivity = typeof legacyConnectivity.$inferSelect;
