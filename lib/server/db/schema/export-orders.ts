import { sql } from 'drizzle-orm';
import { check, date, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { exportFileTypes, exportOrderStates, exportProblems } from '#lib/wire/export-orders.ts';
import { outageCauses } from '#lib/wire/outage-causes.ts';
import { eventSets } from '#lib/wire/training.ts';
import { instant, isOneOf } from './columns.ts';
import { locations } from './locations.ts';
import { staff } from './staff.ts';

/** Files of training that the platform was asked to write. Neither a file nor its address is stored. */
export const exportOrders = pgTable(
  'export_orders',
  {
    locationId: uuid()
      .notNull()
      .references(() => locations.id),
    /** Made by the form: the idempotency key of the order. */
    orderId: uuid().notNull(),
    dataSet: text({ enum: eventSets }).notNull(),
    /** Days in UTC, both inclusive. */
    firstDay: date({ mode: 'string' }).notNull(),
    lastDay: date({ mode: 'string' }).notNull(),
    fileType: text({ enum: exportFileTypes }).notNull(),
    staffId: uuid()
      .notNull()
      .references(() => staff.id),
    orderedAt: instant().notNull(),
    state: text({ enum: exportOrderStates }).notNull(),
    /** The platform's id of it; null before its answer. */
    jobId: text(),
    /** When the platform last said how far it is. */
    toldAt: instant(),
    /** When it is asked next; null where nothing changes any more. */
    nextAskAt: instant(),
    /** Until when a file that is done is kept at least. */
    keptUntil: instant(),
    problem: text({ enum: exportProblems }),
    problemCause: text({ enum: outageCauses }),
  },
  (table) => [
    primaryKey({ columns: [table.locationId, table.orderId] }),
    index('export_orders_newest').on(table.locationId, table.orderedAt),
    index('export_orders_to_ask').on(table.locationId, table.nextAskAt).where(sql`next_ask_at is not null`),
    check('export_orders_data_set', isOneOf(table.dataSet, eventSets)),
    check('export_orders_file_type', isOneOf(table.fileType, exportFileTypes)),
    check('export_orders_state', isOneOf(table.state, exportOrderStates)),
    check('export_orders_problem', isOneOf(table.problem, exportProblems)),
    check('export_orders_problem_cause', isOneOf(table.problemCause, outageCauses)),
  ],
);
export type ExportOrderRow = typeof exportOrders.$inferSelect;
