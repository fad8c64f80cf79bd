import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { locations } from './locations.ts';

/** Recently forgotten members, so that data read before does not restore them (see lib/server/base/forgotten.ts). */
export const forgottenMembers = pgTable(
  'forgotten_members',
  {
    locationId: uuid()
      .notNull()
      .references(() => locations.id),
    /** Of the account id, or of a card or address of an erased member; these themselves are not stored. */
    digest: text().notNull(),
    forgottenAt: instant().notNull(),
    /** Taps from before it are refused. Null for members who only opted out of sharing data: their membership goes on. */
    erasedAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.locationId, table.digest] }), index().on(table.forgottenAt)],
);
