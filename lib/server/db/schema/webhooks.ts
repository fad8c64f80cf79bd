import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, isOneOf } from './columns.ts';
import { locations } from './locations.ts';

/**
 * - `open`: not there yet; another attempt comes at `nextAttemptAt`
 * - `registered`: the platform tells this desk; looked after again at `nextAttemptAt`
 * - `notPermitted`: the key lacks the permission for webhooks
 * - `refused`: the platform does not take this desk's address
 * - `unreachable`: this desk has no address that the platform could tell anything
 */
const webhookStates = ['open', 'registered', 'notPermitted', 'refused', 'unreachable'] as const;
export type WebhookState = (typeof webhookStates)[number];

/** How a location's platform tells this desk what happens elsewhere. One row a location. */
export const webhookRegistrations = pgTable(
  'webhook_registrations',
  {
    locationId: uuid()
      .primaryKey()
      .references(() => locations.id),
    /** Unguessable; the last part of the address under which this desk is told. */
    hookId: uuid().notNull().unique(),
    /** What the platform proves itself with (see lib/server/crypto/seal.ts). */
    sealedSecret: text().notNull(),
    /** The address the platform has of it; null while it has none. */
    url: text(),
    state: text({ enum: webhookStates }).notNull(),
    /** Failed attempts in a row. */
    attempts: integer().notNull().default(0),
    nextAttemptAt: instant().notNull(),
  },
  (table) => [check('webhook_registrations_state', isOneOf(table.state, webhookStates))],
);
export type WebhookRegistration = typeof webhookRegistrations.$inferSelect;

export const webhookEventTypes = ['GYM_CHECKIN', 'GYM_CHECKOUT', 'MEMBERSHIP_DELETE'] as const;

/** What platforms told this desk: first written down, then acted upon. */
export const webhookInbox = pgTable(
  'webhook_inbox',
  {
    locationId: uuid()
      .notNull()
      .references(() => locations.id),
    /** By which a repeat is known: a keyed digest of the delivery's id, or of what it tells. */
    digest: text().notNull(),
    type: text({ enum: webhookEventTypes }).notNull(),
    /** Null once it has been acted upon. */
    accountId: text(),
    /** When it happened, as it was told: by the platform's clock. Where it told no time that could be, when it was received. */
    at: instant().notNull(),
    receivedAt: instant().notNull(),
    /** Failed attempts to act upon it. */
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
