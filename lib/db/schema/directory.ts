import { check, date, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, isOneOf } from './columns.ts';
import { locations } from './locations.ts';

/** What the desk remembers of a member since the last look-up: as much as a verdict needs. */
export const members = pgTable(
  'members',
  {
    locationId: uuid()
      .notNull()
      .references(() => locations.id),
    accountId: text().notNull(),
    firstName: text(),
    lastName: text(),
    /** In lower case. */
    email: text(),
    dateOfBirth: date({ mode: 'string' }),
    membershipId: text(),
    barcode: text(),
    membershipType: text(),
    startOfContract: date({ mode: 'string' }),
    endOfContract: date({ mode: 'string' }),
    corporateStart: instant(),
    corporateEnd: instant(),
    /** When the platform last said so. */
    learntAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.locationId, table.accountId] }),
    index().on(table.locationId, table.membershipId),
    index().on(table.locationId, table.email),
    index().on(table.locationId, table.barcode),
  ],
);

export const cardKinds = ['rfid', 'nfc'] as const;

/** Cards and passes by which a member was found. */
export const cards = pgTable(
  'cards',
  {
    locationId: uuid().notNull(),
    kind: text({ enum: cardKinds }).notNull(),
    /** RFID in upper case with `0x`; the token of a pass as it is. */
    value: text().notNull(),
    accountId: text().notNull(),
    learntAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.locationId, table.kind, table.value] }),
    index().on(table.locationId, table.accountId),
    foreignKey({
      columns: [table.locationId, table.accountId],
      foreignColumns: [members.locationId, members.accountId],
    }).onDelete('cascade'),
    check('cards_kind', isOneOf(table.kind, cardKinds)),
  ],
);
