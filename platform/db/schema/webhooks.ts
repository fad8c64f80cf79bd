import { sql } from 'drizzle-orm';
import { foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { webhookEventTypes } from '#contracts/v2/webhooks.ts';
import { ofGym } from './chains.ts';
import { chainPolicies, instant, number } from './columns.ts';

export const webhooks = pgTable(
  'webhooks',
  {
    chainId: uuid().notNull(),
    webhookId: number().notNull().generatedAlwaysAsIdentity({ startWith: 1 }),
    gymId: uuid().notNull(),
    url: text().notNull(),
    /** Sealed: what stands here is of no use without the key that the program is started with. */
    secret: text().notNull(),
    /** Set when the receiver answered 410 Gone; an update of the webhook clears it. */
    disabledAt: instant(),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.webhookId] }),
    ofGym('webhooks', t.chainId, t.gymId),
    uniqueIndex('webhooks_url').on(t.chainId, t.gymId, t.url),
    ...chainPolicies(),
  ],
);
export type WebhookRow = typeof webhooks.$inferSelect;

/** `PENDING` until it is a job, `QUEUED` until it arrived or was given up. */
export const deliveryStates = ['PENDING', 'QUEUED', 'DELIVERED', 'FAILED'] as const;

/** One event on its way to one webhook. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    chainId: uuid().notNull(),
    deliveryId: uuid().notNull(),
    webhookId: number().notNull(),
    type: text({ enum: webhookEventTypes }).notNull(),
    /** Cleared when the delivery of an erasure is settled. */
    accountId: uuid(),
    occurredAt: instant().notNull(),
    state: text({ enum: deliveryStates }).notNull().default('PENDING'),
    attempts: integer().notNull().default(0),
    lastStatus: integer(),
    lastAttemptAt: instant(),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.deliveryId] }),
    foreignKey({
      name: 'webhook_deliveries_of_webhook',
      columns: [t.chainId, t.webhookId],
      foreignColumns: [webhooks.chainId, webhooks.webhookId],
    }).onDelete('cascade'),
    index('webhook_deliveries_of_webhook_by_time').on(t.chainId, t.webhookId, t.createdAt.desc().nullsFirst()),
    index('webhook_deliveries_of_account').on(t.chainId, t.accountId),
    // Without the chain in front: they serve the workers, which take up what is left of every chain.
    index('webhook_deliveries_pending').on(t.createdAt).where(sql`state = 'PENDING'`),
    index('webhook_deliveries_settled').on(t.createdAt).where(sql`state IN ('DELIVERED', 'FAILED')`),
    ...chainPolicies(),
  ],
);
export type WebhookDeliveryRow = typeof webhookDeliveries.$inferSelect;
