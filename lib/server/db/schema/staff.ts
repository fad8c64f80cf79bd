import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { staffRoles } from '#lib/wire/staff.ts';
import { passkeyColumns, usedChallengeColumns } from '#shared/passkeys/passkey-columns.ts';
import { instant, isOneOf } from './columns.ts';
import { locations } from './locations.ts';

export const staff = pgTable(
  'staff',
  {
    id: uuid().primaryKey(),
    /** In lower case. */
    email: text().notNull().unique(),
    name: text().notNull(),
    role: text({ enum: staffRoles }).notNull(),
    /** argon2id, in PHC format. Null until an invited person has chosen a password. */
    passwordHash: text(),
    /**
     * The manager by whose link the password was last chosen, which removed all passkeys: they may have used the link and added a passkey
     * since. The person's own id where it was no manager's; null before this was stored, or before there is a password.
     */
    passwordBy: uuid().references((): AnyPgColumn => staff.id),
    /** Each session has a copy. Incrementing it ends all sessions. */
    sessionVersion: integer().notNull().default(1),
    /** Incrementing it keeps a sign-in that was checked before from beginning a session, and ends none. */
    signInVersion: integer().notNull().default(1),
    disabledAt: instant(),
    /** Until when they may put off the passkey that a gym requires of them (see shared/passkeys/enrolment.ts). Null before they are asked. */
    passkeyDueAt: instant(),
    createdAt: instant().notNull(),
  },
  (table) => [check('staff_role', isOneOf(table.role, staffRoles))],
);
export type Staff = typeof staff.$inferSelect;

/** One row per session, referenced by a signed cookie. */
export const staffSessions = pgTable(
  'staff_sessions',
  {
    id: uuid().primaryKey(),
    staffId: uuid()
      .notNull()
      .references(() => staff.id),
    startedAt: instant().notNull(),
    /** The last activity, to the minute. */
    activeAt: instant().notNull(),
    /** The end of the shift, or the time of the sign-out. */
    expiresAt: instant().notNull(),
    /** The name of the browser and its system, such as `Firefox, Windows`. */
    browser: text(),
    /** When the person last entered or chose their password, or used a passkey in it. Null until then, after a badge or a link. */
    authenticatedAt: instant(),
    /** Whether a person whose gym requires a passkey has put off adding one until the next sign-in. */
    isPasskeyPostponed: boolean().notNull().default(false),
    /** Whether it began with a password or a link alone, at an address where a passkey can be required. */
    isOneFactor: boolean().notNull().default(false),
  },
  (table) => [index().on(table.staffId), index().on(table.expiresAt)],
);

/** Passkeys of staff. */
export const staffPasskeys = pgTable(
  'staff_passkeys',
  {
    ...passkeyColumns(),
    staffId: uuid()
      .notNull()
      .references(() => staff.id),
    /** The host name that it belongs to. Null for one added before that was stored: it counts as one of this desk's host. */
    rpId: text(),
  },
  (table) => [index().on(table.staffId)],
);
export type StaffPasskey = typeof staffPasskeys.$inferSelect;

export const usedChallenges = pgTable('used_challenges', usedChallengeColumns(), (table) => [
  index().on(table.expiresAt),
]);

/** Which locations a staff member works for. */
export const staffLocations = pgTable(
  'staff_locations',
  {
    locationId: uuid()
      .notNull()
      .references(() => locations.id),
    staffId: uuid()
      .notNull()
      .references(() => staff.id),
    /** The person's account at the location's platform, as author and completer of tasks. Linked by a manager. */
    accountId: text(),
    /** Whether a manager has allowed the person to read the location's reports. Managers may read them anyway. */
    mayReadReports: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.locationId, table.staffId] }),
    index().on(table.staffId),
    uniqueIndex('staff_locations_account').on(table.locationId, table.accountId).where(sql`account_id is not null`),
  ],
);

/** Badges: one card per person, to sign in at every location they work for. */
export const staffBadges = pgTable('staff_badges', {
  staffId: uuid()
    .primaryKey()
    .references(() => staff.id),
  /** Keyed digest of the card's number (see lib/server/auth/badge/card-of-badge.ts). */
  cardDigest: text().notNull().unique(),
  /** argon2id, in PHC format. */
  pinHash: text().notNull(),
  /** Who gave it, or changed its PIN last, and may know that. Null before this was stored. */
  givenBy: uuid().references(() => staff.id),
});

/** Wrong PINs of a card, badge or not, since a manager last unlocked it (see lib/server/auth/badge/badge-failures.ts). */
export const badgeFailures = pgTable('badge_failures', {
  /** As in `staffBadges`. */
  cardDigest: text().primaryKey(),
  failures: integer().notNull(),
  /** The time of the last one. */
  failedAt: instant().notNull(),
});

/** The HMAC key of badge digests. Digests cannot be recomputed, so the key survives a change of DESK_SECRET. One row. */
export const badgeKeys = pgTable(
  'badge_keys',
  {
    isOnly: boolean().primaryKey().default(true),
    /** See lib/server/crypto/seal.ts. */
    sealedKey: text().notNull(),
  },
  (table) => [check('badge_keys_only', sql`${table.isOnly}`)],
);

/** One row per failed sign-in, for known and unknown addresses and badges alike. */
export const signInFailures = pgTable(
  'sign_in_failures',
  {
    id: uuid().primaryKey(),
    /** Keyed digest of the badge, or of what was typed as e-mail, which may be anything, even a password. */
    digest: text().notNull(),
    failedAt: instant().notNull(),
  },
  (table) => [index().on(table.digest, table.failedAt), index().on(table.failedAt)],
);

/** One-time links to create the first manager. */
export const setUpLinks = pgTable('set_up_links', {
  /** SHA-256 of the token; the token itself is not stored. */
  tokenHash: text().primaryKey(),
  expiresAt: instant().notNull(),
});

/** One-time links that sign a person in without a password. */
export const signInLinks = pgTable('sign_in_links', {
  /** SHA-256 of the token; the token itself is not stored. */
  tokenHash: text().primaryKey(),
  staffId: uuid()
    .notNull()
    .references(() => staff.id),
  /** The manager who made it: it is valid while they are one at all locations of its person. Null for a link of the operator. */
  createdBy: uuid().references(() => staff.id),
  expiresAt: instant().notNull(),
});
