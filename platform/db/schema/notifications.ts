import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ofMember } from './accounts.ts';
import { ofGym } from './chains.ts';
import { chainPolicies, instant } from './columns.ts';

export const pushNotifications = pgTable(
  'push_notifications',
  {
    chainId: uuid().notNull(),
    accountId: uuid().notNull(),
    notificationId: uuid().notNull(),
    gymId: uuid().notNull(),
    text: text().notNull(),
    deeplink: text(),
    createdAt: instant().notNull(),
    deliveredAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.accountId, t.notificationId] }),
    ofMember('push_notifications', t.chainId, t.accountId),
    ofGym('push_notifications', t.chainId, t.gymId),
    index('push_notifications_of_gym_by_time').on(
      t.chainId,
      t.gymId,
      t.createdAt.desc().nullsFirst(),
      t.notificationId.desc().nullsFirst(),
    ),
    index('push_notifications_undelivered').on(t.createdAt).where(sql`delivered_at IS NULL`),
    ...chainPolicies(),
  ],
);
