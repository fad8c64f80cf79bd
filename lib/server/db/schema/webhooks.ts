import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { webhookEventTypes, webhookStates } from '#lib/wire/connection.ts';
import { instant, isOneOf } from './columns.ts';
import { locations } from './locations.ts';

/** The webhook registration of a location. One row per location. */
export const webhookRegistrations = pgTable(
  'webhook_registrations',
  {
    locationId: uuid()
      .primaryKey()
      .references(() => locations.id),
    /** Unguessable; the last segment of the webhook URL. */
    hookId: uuid().notNull().unique(),
    /** The secret of the platform's signatures (see lib/server/crypto/seal.ts). */
    sealedSecret: text().notNull(),
    /** The secret before it, accepted too until a check finds that the platform has the new one; else null. */
    sealedFormerSecret: text(),
    /** The URL registered at the platform, if any. */
    url: text(),
    state: text({ enum: webhookStates }).notNull(),
    /** When the platform last delivered anything with the right secret, to ten seconds. */
    heardAt: instant(),
    /** Failed attempts in a row. */
    attempts: integer().notNull().default(0),
    nextAttemptAt: instant().notNull(),
  },
  (table) => [check('webhook_registrations_state', isOneOf(table.state, webhookStates))],
);
export type WebhookRegistration = typeof webhookRegistrations.$inferSelect;

/** Webhook events of platforms: stored first, then processed. */
export const webhookInbox = pgTable(
  'webhook_inbox',
  {
    locationId: uuid()
      .notNull()
      .references(() => locations.id),
    /** The idempotency key: a keyed digest of what redeliveries of the event share. */
    digest: text().notNull(),
    type: text({ enum: webhookEventTypes }).notNull(),
    /** Null once it has been processed. */
    accountId: text(),
    /** The time of the event, by the platform's clock; the time of receipt where that is missing or impossible. */
    at: instant().notNull(),
    receivedAt: instant().notNull(),
    /** Failed attempts to process it. */
    attempts: integer().notNull().default(0),
    nextAttemptAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.locationId, table.digest] }),
    index().on(table.locationId, table.receivedAt),
    index('webhook_inbox_to_work').on(table.locationId, table.nextAttemptAt).where(sql`account_id is not null`),
    check('webhook_inbox_type', isOneOf(table.type, webhookEventTypes)),
  ],
);
export type WebhookEvent = typeof webhookInbox.$inferSelect;
