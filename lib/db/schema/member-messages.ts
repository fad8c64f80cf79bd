import { check, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, isOneOf } from './columns.ts';
import { members } from './directory.ts';

/**
 * - `sending`: on its way to the platform
 * - `sent`: the platform has it
 * - `unsure`: the platform did not answer, and may have it
 */
const messageStates = ['sending', 'sent', 'unsure'] as const;

/** Messages to the phones of members, without their texts: so that one that is pressed twice is sent once. */
export const memberMessages = pgTable(
  'member_messages',
  {
    locationId: uuid().notNull(),
    messageId: uuid().notNull(),
    accountId: text().notNull(),
    state: text({ enum: messageStates }).notNull(),
    pressedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.locationId, table.messageId] }),
    index().on(table.locationId, table.accountId),
    index().on(table.pressedAt),
    foreignKey({
      name: 'member_messages_of_member',
      columns: [table.locationId, table.accountId],
      foreignColumns: [members.locationId, members.accountId],
    }).onDelete('cascade'),
    check('member_messages_state', isOneOf(table.state, messageStates)),
  ],
);
