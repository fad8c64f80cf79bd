import { bigint, boolean, integer, json, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, instant } from './columns.ts';

/** The version of everything that the processes of a sandbox agree on. Empty outside a sandbox. */
export const sandboxState = pgTable('sandbox_state', {
  /** There is one row. */
  isOnly: boolean().primaryKey().default(true),
  version: integer().notNull().default(0),
  /** How far the platform's clock is ahead of the real one. */
  clockOffsetMs: bigint({ mode: 'number' }).notNull().default(0),
  /** The time at which the clock stands still, if it does. */
  clockFrozenAt: instant(),
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

/** The gyms that clients of a sandbox have made for themselves. Empty outside a sandbox. */
export const sandboxGyms = pgTable('sandbox_gyms', {
  gymId: uuid().primaryKey(),
  /** Whether its credentials have the usual rate limit. */
  isLimited: boolean().notNull(),
  /** The entitlements that were issued for its tests. */
  tans: text().array().notNull(),
  createdAt: instant().notNull(),
  /** How far a clock of its own is ahead of the real one; null while the gym follows the platform's. */
  clockOffsetMs: bigint({ mode: 'number' }),
  clockFrozenAt: instant(),
});

/** Links that sign in as an owner, once. Empty outside a sandbox. */
export const sandboxOwnerLinks = pgTable('sandbox_owner_links', {
  tokenHash: bytea().primaryKey(),
  email: text().notNull(),
});
