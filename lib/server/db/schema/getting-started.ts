import { check, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { optionalSteps } from '#lib/wire/getting-started.ts';
import { instant, isOneOf } from './columns.ts';
import { locations } from './locations.ts';
import { staff } from './staff.ts';

/** Steps of Getting started that a manager declared unnecessary at a location. */
export const waivedSteps = pgTable(
  'waived_steps',
  {
    locationId: uuid()
      .notNull()
      .references(() => locations.id),
    step: text({ enum: optionalSteps }).notNull(),
    staffId: uuid()
      .notNull()
      .references(() => staff.id),
    waivedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.locationId, table.step] }),
    check('waived_steps_step', isOneOf(table.step, optionalSteps)),
  ],
);
