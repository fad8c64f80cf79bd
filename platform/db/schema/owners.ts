import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { ofGym } from './chains.ts';
import { bytea, instant } from './columns.ts';

/** Whoever may open the owner's console of a gym. Platform wide, because a sign-in says which chain a request belongs to. */
export const owners = pgTable(
  'owners',
  {
    ownerId: uuid().primaryKey(),
    chainId: uuid().notNull(),
    gymId: uuid().notNull(),
    /** In small letters. One address owns one gym. */
    email: text().notNull(),
    /** argon2id. Absent for the owner of the demo gym, who comes by a link of the sandbox alone. */
    passwordHash: text(),
    createdAt: instant().notNull(),
  },
  (t) => [ofGym('owners', t.chainId, t.gymId), uniqueIndex('owners_email').on(t.email)],
);
export type Owner = typeof owners.$inferSelect;

/** Signed-in browsers. Of the token in a browser's cookie only a hash is kept. */
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

/** Failed sign-ins of the last minutes. Who they were for is kept as a keyed digest: people type passwords there. */
export const ownerSignInFailures = pgTable(
  'owner_sign_in_failures',
  { failureId: uuid().primaryKey(), digest: text().notNull(), failedAt: instant().notNull() },
  (t) => [
    index('owner_sign_in_failures_of_digest').on(t.digest, t.failedAt),
    index('owner_sign_in_failures_by_time').on(t.failedAt),
  ],
);
