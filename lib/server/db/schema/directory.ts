import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, isOneOf } from './columns.ts';
import { locations } from './locations.ts';

/** As much of a name as members are sorted by. */
export const beginningOfName = (searchName: SQLWrapper): SQL<string> => sql`left(${searchName}, 60)`;

/** Contracts without an end are sorted last. */
export const contractEndOrNever = (endOfContract: SQLWrapper): SQL<string> =>
  sql`coalesce(${endOfContract}, '9999-12-31'::date)`;

/** The desk's mirror of the platform's members: as much of each as a verdict and a search need. */
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
    /** Its digits, as they are searched (see lib/wire/names/phone-digits.ts). */
    phone: text(),
    dateOfBirth: date({ mode: 'string' }),
    membershipId: text(),
    barcode: text(),
    membershipType: text(),
    startOfContract: date({ mode: 'string' }),
    endOfContract: date({ mode: 'string' }),
    corporateStart: instant(),
    corporateEnd: instant(),
    /** The name as it is searched (see lib/wire/names/search-text.ts). */
    searchName: text().notNull().default(''),
    /** When the platform last said so. */
    syncedAt: instant().notNull(),
    /** Orders members as the platform's list does, by their last change; a little off the true time of it. */
    changedAt: instant().notNull().default(sql`now()`),
    /** When the platform last listed them as a member of this gym itself; null where they belong to another, or nobody asked. */
    homeAt: instant(),
    /** Since when the platform has told of them; long ago where that was not kept yet. */
    knownSince: instant().notNull().default(sql`'epoch'`),
    /** Since when the platform tells of no such member; null while it does (see lib/server/directory/absent.ts). */
    absentAt: instant(),
    /** Whether it was asked for them alone then, or told of them alone. */
    isAbsentByName: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.locationId, table.accountId] }),
    index().on(table.locationId, table.membershipId),
    index().on(table.locationId, table.email),
    index().on(table.locationId, table.barcode),
    index().on(table.locationId, table.changedAt, table.accountId),
    // an index holds no name of any length
    index('members_by_name').on(table.locationId, beginningOfName(table.searchName), table.accountId),
    index('members_by_contract_end').on(table.locationId, contractEndOrNever(table.endOfContract), table.accountId),
    index('members_absent').on(table.locationId, table.absentAt).where(sql`${table.absentAt} is not null`),
  ],
);

const cardKinds = ['rfid', 'nfc'] as const;

/** Cards and passes by which a member was found. What the mirror makes of a member takes none of them. */
export const cards = pgTable(
  'cards',
  {
    locationId: uuid()
      .notNull()
      .references(() => locations.id),
    kind: text({ enum: cardKinds }).notNull(),
    /** RFID in upper case with `0x`; the token of a pass as it is. */
    value: text().notNull(),
    accountId: text().notNull(),
    syncedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.locationId, table.kind, table.value] }),
    index().on(table.locationId, table.accountId),
    check('cards_kind', isOneOf(table.kind, cardKinds)),
  ],
);

/** How far the mirror of a location has come. One row a location, from its first pass on. */
export const directorySyncs = pgTable('directory_syncs', {
  locationId: uuid()
    .primaryKey()
    .references(() => locations.id),
  /** The pass under way: since when it reads changes, null where it reads all members. */
  passSince: instant(),
  /** Null where none is under way. */
  passStartedAt: instant(),
  /** The same moment by the platform's clock; null before its first answer. */
  passStartedThere: instant(),
  passOffset: integer().notNull().default(0),
  /** Members that the platform lists under the question of the pass. */
  passTotal: integer(),
  /** Members of the pass that could not be read. */
  passUnreadable: integer().notNull().default(0),
  /** Changes before this moment, by the platform's clock, are in the mirror. */
  knownUntil: instant(),
  /** When the last pass over all members began; null before the first is done. */
  allReadAt: instant(),
  /** Whether that pass read every member. */
  isAllReadWhole: boolean().notNull().default(true),
  /** Who was last told of before it is absent, once the changes since then are read; null where nobody is looked for. */
  absentBefore: instant(),
  /** Members who are absent, where they are so many that a manager has to decide; null where nothing is to be decided. */
  absentCount: integer(),
  /** Of how many members. */
  absentOf: integer(),
  /** Since when it waits for the manager. */
  absentSince: instant(),
  /** Who was absent by then is asked for, however many they are: a manager said so. */
  absentConfirmedAt: instant(),
  /** Members the platform had at the end of that pass. */
  memberCount: integer(),
  finishedAt: instant(),
  /** The reading of this gym's own members under way; null where none is. */
  homesStartedAt: instant(),
  homesOffset: integer().notNull().default(0),
  /** When the last whole one began; null where there is no other location, or none yet. */
  homesReadAt: instant(),
  /** The process that works on it. A lease that is not renewed ends by itself. */
  leaseId: uuid(),
  leaseEndsAt: instant(),
});
export type DirectorySync = typeof directorySyncs.$inferSelect;
