import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { auditActions } from '#lib/wire/audit-actions.ts';
import { instant } from './columns.ts';
import { locations } from './locations.ts';
import { staff } from './staff.ts';

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
    /** What a person gave as reason, or what changed. */
    reason: text(),
    /** What the entry overrides: the code of a refused admission, or state and error of a visit. */
    cause: text(),
    /** The IP address of the browser, as the desk sees it. */
    clientAddress: text(),
  },
  (table) => [
    index().on(table.locationId, table.at),
    index().on(table.staffId, table.at),
    index().on(table.locationId, table.accountId, table.at),
    index().on(table.locationId, table.action, table.at),
    // also of the operator's commands, which have no staff member
    index().on(table.locationId, table.staffId, table.at),
  ],
);
export type AuditAction = (typeof auditLog.$inferInsert)['action'];
