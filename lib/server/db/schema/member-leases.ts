import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { locations } from './locations.ts';

/** Leases of changes of a member at the platform. A row exists while the change is in progress. */
export const memberLeases = pgTable(
  'member_leases',
  {
    locationId: uuid()
      .notNull()
      .references(() => locations.id),
    accountId: text().notNull(),
    leaseId: uuid().notNull(),
    /** The lease expires then, should its process die. */
    leaseEndsAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.locationId, table.accountId] })],
);
