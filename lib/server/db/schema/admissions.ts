import { boolean, check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { admissionOccasions } from '#lib/wire/corporate-statement.ts';
import { instant, isOneOf } from './columns.ts';
import { locations } from './locations.ts';

/** Requests for admission of corporate members that the platform has granted, or may have. It pays the gym by those that it granted. */
export const admissions = pgTable(
  'admissions',
  {
    locationId: uuid()
      .notNull()
      .references(() => locations.id),
    /** Of the request: the platform logs each one that it grants. */
    admissionId: uuid().notNull(),
    accountId: text().notNull(),
    /** The member's at the time; null where there was none, and in rows from before this was stored. */
    membershipId: text(),
    /** The arrival about which it was asked. */
    tapId: uuid().notNull(),
    occasion: text({ enum: admissionOccasions }).notNull(),
    /** When it was granted, by the platform's clock. Without an answer: when it was asked. */
    at: instant().notNull(),
    /** Whether the platform called it the member's first at this gym. Null as long as there is no answer: it may have been granted. */
    isFirst: boolean(),
    /** Whether it is known that no answer comes any more. */
    isAnswerLost: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.locationId, table.admissionId] }),
    index().on(table.locationId, table.at),
    index().on(table.locationId, table.accountId),
    check('admissions_occasion', isOneOf(table.occasion, admissionOccasions)),
  ],
);
