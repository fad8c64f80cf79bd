import { check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { legacyStates } from '#lib/wire/legacy-connectivity.ts';
import { instant, isOneOf } from './columns.ts';
import { locations } from './locations.ts';

/** The state of the daily reports to the legacy interface. One row per location with credentials for it. */
export const legacyConnectivity = pgTable(
  'legacy_connectivity',
  {
    locationId: uuid()
      .primaryKey()
      .references(() => locations.id),
    state: text({ enum: legacyStates }).notNull(),
    /** The last successful report with the present credentials. */
    heardAt: instant(),
    /** The first failure since then. */
    failingSince: instant(),
    /** Attempts in a row without an answer. */
    attempts: integer().notNull().default(0),
    attemptedAt: instant(),
    nextAttemptAt: instant().notNull(),
  },
  (table) => [check('legacy_connectivity_state', isOneOf(table.state, legacyStates))],
);
export type LegacyConnectivity = typeof legacyConnectivity.$inferSelect;
