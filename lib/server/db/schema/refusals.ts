import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { refusalCodes } from '#lib/wire/refusals.ts';
import { visitMeans } from '#lib/wire/visits.ts';
import { instant, isOneOf } from './columns.ts';
import { locations } from './locations.ts';
import { staff } from './staff.ts';

/**
 * Who was turned away at the counter, and who was let in although the platform refuses them. The reason that a person gave for
 * that is in the audit log, by `visitTapId`; what was scanned is in the stored answer of the tap.
 */
export const refusals = pgTable(
  'refusals',
  {
    locationId: uuid()
      .notNull()
      .references(() => locations.id),
    tapId: uuid().notNull(),
    /** Null where the desk does not know whose card it was. */
    accountId: text(),
    reason: text({ enum: refusalCodes }).notNull(),
    /** When the person was there, by the desk's clock. */
    at: instant().notNull(),
    recordedAt: instant().notNull(),
    /** Who was signed in at the window. */
    staffId: uuid().references(() => staff.id),
    how: text({ enum: visitMeans }),
    /**
     * The visit with which the person came in nevertheless. It belongs to a later tap if somebody overrode the refusal, and to the
     * same tap if the platform refused only after the person had been let in.
     */
    visitTapId: uuid(),
    /** Who let the person in: the manager, if one was called. */
    admittedBy: uuid().references(() => staff.id),
  },
  (table) => [
    primaryKey({ columns: [table.locationId, table.tapId] }),
    index().on(table.locationId, table.at),
    index().on(table.locationId, table.accountId, table.at),
    check('refusals_reason', isOneOf(table.reason, refusalCodes)),
    check('refusals_how', isOneOf(table.how, visitMeans)),
  ],
);
