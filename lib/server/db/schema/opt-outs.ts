import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { optOutFailures } from '#lib/wire/opt-outs.ts';
import { outageCauses } from '#lib/wire/outage-causes.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { instant, isOneOf } from './columns.ts';
import { locations } from './locations.ts';
import { staff } from './staff.ts';

/** When the platform's list of opted-out people is read next, and how the last reading ended. One row per location. */
export const optOutChecks = pgTable(
  'opt_out_checks',
  {
    locationId: uuid()
      .primaryKey()
      .references(() => locations.id),
    nextAt: instant().notNull(),
    /** Who asked for the next reading; null for the daily one. */
    requestedBy: uuid().references(() => staff.id),
    /** Why the last reading failed; null where it did not. */
    failure: text({ enum: optOutFailures }),
    /** Why there was no usable answer, where that is known. */
    failureCause: text({ enum: outageCauses }),
    failingSince: instant(),
    /** Members whose data is to be deleted only once a manager has confirmed it: they are many, or the list names nobody from before. */
    askedCount: integer(),
    askedSince: instant(),
    /** Up to how many of them a manager has confirmed, and when; for the next list that can be read alone. */
    confirmedCount: integer(),
    confirmedAt: instant(),
  },
  (table) => [
    check('opt_out_checks_failure', isOneOf(table.failure, optOutFailures)),
    check('opt_out_checks_failure_cause', isOneOf(table.failureCause, outageCauses)),
  ],
);
export type OptOutCheck = typeof optOutChecks.$inferSelect;

/** For how long a confirmation waits for a list that can be read; a later one may be a wrong list of other people. */
export const longestConfirmedMs = 7 * dayMs;

/** The proof: each completed matching of the list, without whom it was about. */
export const optOutRuns = pgTable(
  'opt_out_runs',
  {
    locationId: uuid()
      .notNull()
      .references(() => locations.id),
    id: uuid().notNull(),
    at: instant().notNull(),
    /** Who asked for it; null for the daily one. */
    staffId: uuid().references(() => staff.id),
    /** How many people the list named. */
    listed: integer().notNull(),
    /** How many records of how many members were deleted. */
    members: integer().notNull(),
    records: integer().notNull(),
    /** Members who wait for the next run: they are in, or something has to be sent or has failed. */
    waiting: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.locationId, table.id] }), index().on(table.locationId, table.at)],
);

/** Somebody whom the list lacks for this long counts as opted out anew when it names them again; a shorter gap may be a wrong list. */
export const longestUnlistedMs = 7 * dayMs;

/** Opted-out people whose data has been deleted, so that a continuing membership is not deleted again each day. */
export const optedOutMembers = pgTable(
  'opted_out_members',
  {
    locationId: uuid()
      .notNull()
      .references(() => locations.id),
    /** A keyed hash of the account id; the id itself is not stored. */
    pseudonym: text().notNull(),
    /** Since when the list lacks them; null while it names them. */
    unlistedSince: instant(),
  },
  (table) => [primaryKey({ columns: [table.locationId, table.pseudonym] })],
);
