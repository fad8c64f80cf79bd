import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { locations } from './locations.ts';

/** Who changes a member at the platform at this moment. A row lives as long as the change takes. */
export const memberTurns = pgTable(
  'member_turns',
  {
    locationId: uuid()
      .notNull()
      .references(() => locations.id),
    accountId: text().notNull(),
    turn: uuid().notNull(),
    /** A turn ends by itself, should its process die. */
    endsAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.locationId, table.accountId] })],
);
