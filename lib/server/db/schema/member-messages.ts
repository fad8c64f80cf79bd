import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { attemptColumns, instant, isOneOf } from './columns.ts';
import { locations } from './locations.ts';
import { staff } from './staff.ts';

/**
 * - `held`: may be undone until its first attempt
 * - `waiting`: could not be sent; retried at `next_attempt_at`
 * - `sending`: on its way to the platform
 * - `sent`: the platform has it
 * - `unsure`: the platform did not answer, and may have it; never sent again
 * - `undone`: undone in time; never sent
 * - `refused`: the platform refused it for good
 * - `dismissed`: refused, and a manager decided that it is not tried again
 */
const messageStates = ['held', 'waiting', 'sending', 'sent', 'unsure', 'undone', 'refused', 'dismissed'] as const;

/** The ledger of messages to the phones of members. The idempotency keys prevent that a double press sends two. */
export const memberMessages = pgTable(
  'member_messages',
  {
    locationId: uuid()
      .notNull()
      .references(() => locations.id),
    messageId: uuid().notNull(),
    accountId: text().notNull(),
    /** What was sent to several members at once; null for a message to one of them. */
    sendingId: uuid(),
    /** Only of several, and only until it was sent, may have arrived, or was undone or dismissed. */
    text: text(),
    state: text({ enum: messageStates }).notNull(),
    pressedAt: instant().notNull(),
    /** When the attempt that may have arrived began; null where none may have. */
    postedAt: instant(),
    /** Null in rows of before this column. */
    staffId: uuid().references(() => staff.id),
    ...attemptColumns(),
    // a process of the version before this ledger does not know it
    nextAttemptAt: instant().notNull().default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.locationId, table.messageId] }),
    index().on(table.locationId, table.accountId, table.pressedAt),
    uniqueIndex('member_messages_of_sending').on(table.locationId, table.sendingId, table.accountId),
    index().on(table.pressedAt),
    index('member_messages_posted').on(table.locationId, table.postedAt),
    index('member_messages_to_send')
      .on(table.locationId, table.nextAttemptAt)
      .where(sql`state in ('held', 'waiting', 'sending')`),
    check('member_messages_state', isOneOf(table.state, messageStates)),
  ],
);
/** Messages to several members at once, by their idempotency key. */
export const messageSendings = pgTable(
  'message_sendings',
  {
    locationId: uuid()
      .notNull()
      .references(() => locations.id),
    sendingId: uuid().notNull(),
    /** Keyed hash of its text and recipients; null where it was undone before its request arrived. */
    digest: text(),
    isUndone: boolean().notNull(),
    /** When it was sent, or undone before that. */
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.locationId, table.sendingId] }), index().on(table.at)],
);

export type MemberMessage = typeof memberMessages.$inferSelect;
