import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { passkeyColumns, usedChallengeColumns } from '#shared/passkeys/passkey-columns.ts';
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
    /** Until when the owner may put off the passkey that the platform requires (see shared/passkeys/enrolment.ts). Null before being asked. */
    passkeyDueAt: instant(),
  },
  (t) => [ofGym('owners', t.chainId, t.gymId), uniqueIndex('owners_email').on(t.email)],
);
export type Owner = typeof owners.$inferSelect;

/** Sessions of the owner's console. Only a hash of the token in the cookie is stored. */
export const ownerSessions = pgTable(
  'owner_sessions',
  {
    tokenHash: bytea().primaryKey(),
    /** Names the session on the owner's page, which shows no hash. */
    sessionId: uuid().notNull(),
    ownerId: uuid()
      .notNull()
      .references(() => owners.ownerId, { onDelete: 'cascade' }),
    startedAt: instant().notNull(),
    /** The last request, to the minute. */
    activeAt: instant().notNull(),
    expiresAt: instant().notNull(),
    /** When the owner last entered the password or used a passkey in it. Null until then, after a link of the sandbox. */
    authenticatedAt: instant(),
    /** The name of the browser and its system, such as `Firefox, Windows`. */
    browser: text(),
    /** Whether it began with the password alone, at an address where a passkey can be required. */
    isOneFactor: boolean().notNull().default(false),
  },
  (t) => [index('owner_sessions_of_owner').on(t.ownerId), index('owner_sessions_by_end').on(t.expiresAt)],
);

/** Passkeys of owners. */
export const ownerPasskeys = pgTable(
  'owner_passkeys',
  {
    ...passkeyColumns(),
    ownerId: uuid()
      .notNull()
      .references(() => owners.ownerId, { onDelete: 'cascade' }),
    /** The host name that it belongs to. */
    rpId: text().notNull(),
  },
  (t) => [index('owner_passkeys_of_owner').on(t.ownerId)],
);
export type OwnerPasskey = typeof ownerPasskeys.$inferSelect;

export const ownerUsedChallenges = pgTable('owner_used_challenges', usedChallengeColumns(), (t) => [
  index('owner_used_challenges_by_end').on(t.expiresAt),
]);

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
