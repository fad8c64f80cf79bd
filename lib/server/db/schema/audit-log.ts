import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { locations } from './locations.ts';
import { staff } from './staff.ts';

const auditActions = [
  'admitAnyway',
  'settleVisit',
  'retryVisit',
  'createStaff',
  'inviteStaff',
  'disableStaff',
  'enableStaff',
  'setRole',
  'setStaffLocations',
  'setPassword',
  'createSignInLink',
  'signIn',
  'signInFailed',
  'signInLocked',
  'signOut',
  'signOutEverywhere',
  'refusePermission',
  'lockBadge',
  'openBadge',
  'linkAccount',
  'unlinkAccount',
  'giveBadge',
  'changePin',
  'takeBadge',
  'addLocation',
  'setLocation',
  'retireLocation',
  'reopenLocation',
  'reseal',
  'changeLocation',
  'moveCard',
  'receiveCard',
  'loseCard',
  'createMember',
  'editMember',
  'changeRoles',
  'endMembership',
  'eraseMember',
  'exportVisits',
  'exportMembers',
  'keepAbsent',
  'askForAbsent',
  'migrateMember',
  'startMigration',
  'pauseMigration',
  'resumeMigration',
  'cancelMigration',
] as const;

/** The audit log. Append-only. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: uuid().primaryKey(),
    /** Null for entries of no location, such as the failed sign-in of an unknown person. */
    locationId: uuid().references(() => locations.id),
    at: instant().notNull(),
    /** Null where a command of the operator did it, or where the person is unknown. */
    staffId: uuid().references(() => staff.id),
    action: text({ enum: auditActions }).notNull(),
    accountId: text(),
    tapId: uuid(),
    reason: text(),
    /** The IP address of the browser, as the desk sees it. */
    clientAddress: text(),
  },
  (table) => [index().on(table.locationId, table.at), index().on(table.staffId, table.at)],
);
export type AuditAction = (typeof auditLog.$inferInsert)['action'];
