import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { locations } from './locations.ts';
import { staff } from './staff.ts';

export const auditActions = [
  'admitAnyway',
  'settleVisit',
  'retryVisit',
  'createStaff',
  'disableStaff',
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
    locationId: uuid()
      .notNull()
      .references(() => locations.id),
    id: uuid().notNull(),
    at: instant().notNull(),
    /** Null where the operator's command did it. */
    staffId: uuid().references(() => staff.id),
    action: text({ enum: auditActions }).notNull(),
    accountId: text(),
    tapId: uuid(),
    reason: text(),
  },
  (table) => [primaryKey({ columns: [table.locationId, table.id] }), index().on(table.locationId, table.at)],
);
export type AuditAction = (typeof auditLog.$inferInsert)['action'];
