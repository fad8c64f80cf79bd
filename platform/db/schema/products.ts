import { foreignKey, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { productScopes } from '#contracts/v2/products.ts';
import { ofMember } from './accounts.ts';
import { ofGym } from './chains.ts';
import { chainPolicies, day, instant } from './columns.ts';

const productKinds = ['STRENGTH_MACHINE_ADMISSION', 'PREMIUM'] as const;

export const products = pgTable(
  'products',
  {
    chainId: uuid().notNull(),
    gymId: uuid().notNull(),
    productId: integer().notNull().generatedAlwaysAsIdentity({ startWith: 1001 }),
    kind: text({ enum: productKinds }).notNull(),
    title: text().notNull(),
    description: text().notNull(),
    scope: text({ enum: productScopes }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.gymId, t.productId] }),
    ofGym('products', t.chainId, t.gymId),
    ...chainPolicies(),
  ],
);
export type ProductRow = typeof products.$inferSelect;

export const bookings = pgTable(
  'bookings',
  {
    chainId: uuid().notNull(),
    gymId: uuid().notNull(),
    accountId: uuid().notNull(),
    productId: integer().notNull(),
    /** First and last day, both inclusive, in the time zone of the gym. */
    startDate: day().notNull(),
    endDate: day().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.gymId, t.accountId, t.productId] }),
    ofMember('bookings', t.chainId, t.accountId),
    foreignKey({
      name: 'bookings_of_product',
      columns: [t.chainId, t.gymId, t.productId],
      foreignColumns: [products.chainId, products.gymId, products.productId],
    }).onDelete('cascade'),
    ...chainPolicies(),
  ],
);
