import { boolean, foreignKey, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { type ColumnOf, chainPolicies, instant } from './columns.ts';

/** Foreign key to the gym, with cascading delete. */
export const ofGym = <Table extends string>(table: Table, chainId: ColumnOf<Table>, gymId: ColumnOf<Table>) =>
  foreignKey({
    name: `${table}_of_gym`,
    columns: [chainId, gymId],
    foreignColumns: [gyms.chainId, gyms.gymId],
  }).onDelete('cascade');

export const chains = pgTable(
  'chains',
  { chainId: uuid().primaryKey(), name: text().notNull(), createdAt: instant().notNull() },
  () => chainPolicies(),
);
export const gyms = pgTable(
  'gyms',
  {
    chainId: uuid()
      .notNull()
      .references(() => chains.chainId),
    gymId: uuid().notNull(),
    legacyGymId: integer().notNull().generatedAlwaysAsIdentity({ startWith: 2001 }),
    name: text().notNull(),
    timeZone: text().notNull(),
    isInCorporateNetwork: boolean().notNull().default(false),
    takesPartInPlus1: boolean('takes_part_in_plus1').notNull().default(false),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.chainId, t.gymId] }),
    uniqueIndex('gyms_legacy_gym_id').on(t.chainId, t.legacyGymId),
    ...chainPolicies(),
  ],
);
export type Gym = typeof gyms.$inferSelect;
