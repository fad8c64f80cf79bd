import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { locations } from './locations.ts';
import { staff } from './staff.ts';

const auditActions = [
  'admitAnyway',
  'settleVisit',
  'retryVisit',
  'createStaff',
  'disableStaff',
  'enableStaff',
  'setRole',
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

/** Who did what the manager may ask about later. Rows are only ever added. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: uuid().primaryKey(),
    /** Null for what belongs to no location: a sign-in of somebody unknown. */
    locationId: uuid().references(() => locations.id),
    at: instant().notNull(),
    /** Null where the operator's command did it, or nobody knows who it was. */
    staffId: uuid().references(() => staff.id),
    action: text({ enum: auditActions }).notNull(),
    accountId: text(),
    tapId: uuid(),
    reason: text(),
    /** From where, as the desk sees it: the address of the browser. */
    clientAddress: text(),
  },
  (table) => [index().on(table.locationId, table.at)],
);
export type AuditAction = (typeof auditLog.$inferInsert)['action'];
