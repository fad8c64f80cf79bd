import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { staffRoles } from '#lib/desk/view.ts';
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
    /** argon2id, in PHC format. */
    passwordHash: text().notNull(),
    disabledAt: instant(),
    createdAt: instant().notNull(),
  },
  (table) => [check('staff_role', isOneOf(table.role, staffRoles))],
);
export type Staff = typeof staff.$inferSelect;

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
    /** The person's own account at the location's platform: author and completer of tasks. Linked by the manager. */
    accountId: text(),
  },
  (table) => [primaryKey({ columns: [table.locationId, table.staffId] }), index().on(table.staffId)],
);

/** One row a failed sign-in, for known and unknown addresses alike. */
export const signInFailures = pgTable(
  'sign_in_failures',
  {
    id: uuid().primaryKey(),
    /** Keyed digest of what was typed as e-mail: it may be anything, even a password. */
    emailDigest: text().notNull(),
    failedAt: instant().notNull(),
  },
  (table) => [index().on(table.emailDigest, table.failedAt), index().on(table.failedAt)],
);

/** One-time links under which the first manager is made. */
export const setUpLinks = pgTable('set_up_links', {
  /** SHA-256 of the token; the token itself is kept nowhere. */
  tokenHash: text().primaryKey(),
  expiresAt: instant().notNull(),
});
