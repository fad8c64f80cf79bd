import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { ofGym } from './chains.ts';
import { bytea, instant } from './columns.ts';

/**
 * Users of the owner's console, each for one gym. Not per chain, because the sign-in tells which chain a request
 * belongs to.
 */
export const owners = pgTable(
  'owners',
  {
    ownerId: uuid().primaryKey(),
    chainId: uuid().notNull(),
    gymId: uuid().notNull(),
    /** In lower case. One address owns one gym. */
    email: text().notNull(),
    /** argon2id. Null for the owner of the demo gym, who signs in through a link of the sandbox only. */
    passwordHash: text(),
    createdAt: instant().notNull(),
  },
  (t) => [ofGym('owners', t.chainId, t.gymId), uniqueIndex('owners_email').on(t.email)],
);
export type Owner = typeof owners.$inferSelect;

/** Sessions of the owner's console. Only a hash of the token in the cookie is stored. */
export const ownerSessions = pgTable(
  'owner_sessions',
  {
    tokenHash: bytea().primaryKey(),
    ownerId: uuid()
      .notNull()
      .references(() => owners.ownerId, { onDelete: 'cascade' }),
    expiresAt: instant().notNull(),
  },
  (t) => [index('owner_sessions_of_owner').on(t.ownerId), index('owner_sessions_by_end').on(t.expiresAt)],
);

/**
 * Failed sign-ins of the last minutes. The address is stored as a keyed digest, because people sometimes type their
 * password into that field.
 */
export const ownerSignInFailures = pgTable(
  'owner_sign_in_failures',
  { failureId: uuid().primaryKey(), digest: text().notNull(), failedAt: instant().notNull() },
  (t) => [
    index('owner_sign_in_failures_of_digest').on(t.digest, t.failedAt),
    index('owner_sign_in_failures_by_time').on(t.failedAt),
  ],
);
