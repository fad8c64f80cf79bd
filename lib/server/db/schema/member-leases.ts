import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { locations } from './locations.ts';

/** Who changes a member at the platform at this moment. A row lives as long as the change takes. */
export const memberLeases = pgTable(
  'member_leases',
  {
    locationId: uuid()
      .notNull()
      .references(() => locations.id),
    accountId: text().notNull(),
    leaseId: uuid().notNull(),
    /** A lease ends by itself, should its process die. */
    leaseEndsAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.locationId, table.accountId] })],
);
