import { boolean, check, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { isOneOf } from './columns.ts';
import { locations } from './locations.ts';

const mirroredLists = ['members', 'tasks'] as const;
export type MirroredList = (typeof mirroredLists)[number];

/** Lists of the platform that the desk could not read completely the last time. The row is deleted when the list is complete again. */
export const unreadableLists = pgTable(
  'unreadable_lists',
  {
    locationId: uuid()
      .notNull()
      .references(() => locations.id),
    list: text({ enum: mirroredLists }).notNull(),
    /** Items that were skipped. */
    count: integer().notNull(),
    /** Whether the list had no end within the limit of pages. */
    isEndless: boolean().notNull(),
    /** Whether it ended before its own total was reached; of tasks, whether only their changes could be read. */
    isCutShort: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.locationId, table.list] }),
    check('unreadable_lists_list', isOneOf(table.list, mirroredLists)),
  ],
);
export type UnreadableList = Pick<typeof unreadableLists.$inferSelect, 'list' | 'count' | 'isEndless' | 'isCutShort'>;
