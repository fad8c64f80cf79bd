import { foreignKey, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { members } from './directory.ts';
import { staff } from './staff.ts';

/** What reception wants to be told when a member comes. The desk's own: the platform knows nothing of it. */
export const memberNotes = pgTable(
  'member_notes',
  {
    locationId: uuid().notNull(),
    accountId: text().notNull(),
    text: text().notNull(),
    staffId: uuid()
      .notNull()
      .references(() => staff.id),
    writtenAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.locationId, table.accountId] }),
    foreignKey({
      name: 'member_notes_of_member',
      columns: [table.locationId, table.accountId],
      foreignColumns: [members.locationId, members.accountId],
    }).onDelete('cascade'),
  ],
);
