import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, isOneOf } from './columns.ts';
import { locations } from './locations.ts';

/**
 * - `sending`: on its way to the platform
 * - `sent`: the platform has it
 * - `unsure`: the platform did not answer, and may have it
 */
const messageStates = ['sending', 'sent', 'unsure'] as const;

/** Messages to the phones of members, without their texts. The idempotency key prevents that a double press sends two. */
export const memberMessages = pgTable(
  'member_messages',
  {
    locationId: uuid()
      .notNull()
      .references(() => locations.id),
    messageId: uuid().notNull(),
    accountId: text().notNull(),
    state: text({ enum: messageStates }).notNull(),
    pressedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.locationId, table.messageId] }),
    index().on(table.locationId, table.accountId),
    index().on(table.pressedAt),
    check('member_messages_state', isOneOf(table.state, messageStates)),
  ],
);
