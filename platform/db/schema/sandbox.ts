import { bigint, boolean, integer, json, pgTable, text } from 'drizzle-orm/pg-core';

/** The version of everything that the processes of a sandbox agree on. Empty outside a sandbox. */
export const sandboxState = pgTable('sandbox_state', {
  /** There is one row. */
  isOnly: boolean().primaryKey().default(true),
  version: integer().notNull().default(0),
});

/** The faults that a sandbox simulates. Empty outside a sandbox. */
export const sandboxFaults = pgTable('sandbox_faults', {
  name: text().primaryKey(),
  /** The order in which they were first set. */
  place: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  /** Not `jsonb`, which cannot hold every text that a body may have. */
  rule: json().notNull(),
  /** How many more requests it concerns; null if any number. */
  timesLeft: integer(),
});
