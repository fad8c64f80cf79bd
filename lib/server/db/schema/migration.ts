import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { migrationStates, migrationWaits, pauseReasons, rowProblemLength, rowStates } from '#lib/wire/migration.ts';
import { instant, isOneOf } from './columns.ts';
import { locations } from './locations.ts';
import { staff } from './staff.ts';

/** Runs of migrating a list of members from the legacy interface. At most one per location is open. */
export const migrationRuns = pgTable(
  'migration_runs',
  {
    locationId: uuid()
      .notNull()
      .references(() => locations.id),
    id: uuid().notNull(),
    state: text({ enum: migrationStates }).notNull(),
    pausedBecause: text({ enum: pauseReasons }),
    /** Why the last request to the platform failed; null while it answers. */
    waitsFor: text({ enum: migrationWaits }),
    /** Batches in a row without a result. */
    failures: integer().notNull().default(0),
    nextAttemptAt: instant().notNull(),
    startedAt: instant().notNull(),
    /** Null where a command of the operator started it. */
    startedBy: uuid().references(() => staff.id),
    endedAt: instant(),
    /** The lease of the process that works on it. */
    leaseId: uuid(),
    leaseEndsAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.locationId, table.id] }),
    uniqueIndex('migration_runs_open').on(table.locationId).where(sql`state in ('running', 'paused')`),
    check('migration_runs_state', isOneOf(table.state, migrationStates)),
    check('migration_runs_paused', sql`(${table.state} = 'paused') = (${table.pausedBecause} is not null)`),
  ],
);
export type MigrationRunRow = typeof migrationRuns.$inferSelect;

/** The rows of a list and their results. Names and other columns of the list are not stored. */
export const migrationRows = pgTable(
  'migration_rows',
  {
    locationId: uuid().notNull(),
    runId: uuid().notNull(),
    /** The line in the list, from 1, as spreadsheets count. */
    line: integer().notNull(),
    /** Null where the row has none, or its member was erased. */
    legacyUserId: bigint({ mode: 'number' }),
    /** The first row with the same id, if this one is a duplicate. */
    firstLine: integer(),
    state: text({ enum: rowStates }).notNull(),
    /** The number of attempts begun, without those that certainly did nothing. */
    attempts: integer().notNull().default(0),
    /** The number of attempts that failed while the platform answered other requests. */
    failures: integer().notNull().default(0),
    nextAttemptAt: instant().notNull(),
    settledAt: instant(),
    accountId: text(),
    /** A code that details the state. A waiting row has it if it was forbidden before its run was paused. */
    problem: text(),
  },
  (table) => [
    primaryKey({ columns: [table.locationId, table.runId, table.line] }),
    foreignKey({
      name: 'migration_rows_of_run',
      columns: [table.locationId, table.runId],
      foreignColumns: [migrationRuns.locationId, migrationRuns.id],
    }).onDelete('cascade'),
    index('migration_rows_to_send')
      .on(table.locationId, table.runId, table.nextAttemptAt, table.line)
      .where(sql`state = 'waiting'`),
    index('migration_rows_of_account').on(table.locationId, table.accountId).where(sql`account_id is not null`),
    index('migration_rows_of_user').on(table.locationId, table.legacyUserId).where(sql`legacy_user_id is not null`),
    check('migration_rows_state', isOneOf(table.state, rowStates)),
    check('migration_rows_sendable', sql`${table.state} <> 'waiting' or ${table.legacyUserId} is not null`),
    check('migration_rows_problem', sql`length(${table.problem}) <= ${sql.raw(String(rowProblemLength))}`),
  ],
);
export type MigrationRow = typeof migrationRows.$inferSelect;
