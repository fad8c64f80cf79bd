import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, isOneOf } from './columns.ts';
import { locations } from './locations.ts';

/** The prefix of a name that members are sorted by. */
export const beginningOfName = (searchName: SQLWrapper): SQL<string> => sql`left(${searchName}, 60)`;

/** The desk's mirror of the platform's members: the fields that verdicts and the search need. */
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
    /** Normalised for the search (see lib/wire/names/phone-digits.ts). */
    phone: text(),
    dateOfBirth: date({ mode: 'string' }),
    membershipId: text(),
    barcode: text(),
    membershipType: text(),
    startOfContract: date({ mode: 'string' }),
    endOfContract: date({ mode: 'string' }),
    corporateStart: instant(),
    corporateEnd: instant(),
    /** The name, normalised for the search (see lib/wire/names/search-text.ts). */
    searchName: text().notNull().default(''),
    /** When this data was last read from the platform. */
    syncedAt: instant().notNull(),
    /** Approximate time of the last change, for the sort order of the platform's list. */
    changedAt: instant().notNull().default(sql`now()`),
    /** When the platform last listed the member for this gym itself; null where they belong to another gym, or that was not read. */
    homeAt: instant(),
    /** When the platform first returned the member; the epoch for rows from before this column. */
    knownSince: instant().notNull().default(sql`'epoch'`),
    /** Since when the platform does not return the member any more; null while it does (see lib/server/directory/absent.ts). */
    absentAt: instant(),
    /** Whether the absence was found by asking for this member alone, or by an event about this member. */
    isAbsentByName: boolean().notNull().default(false),
    /** When the platform refused to answer about them, or answered what the desk cannot read; null once a look-up returned them since. */
    refusedAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.locationId, table.accountId] }),
    index().on(table.locationId, table.membershipId),
    index().on(table.locationId, table.email),
    index().on(table.locationId, table.barcode),
    index().on(table.locationId, table.changedAt, table.accountId),
    // an index entry has a maximum length
    index('members_by_name').on(table.locationId, beginningOfName(table.searchName), table.accountId),
    index('members_absent').on(table.locationId, table.absentAt).where(sql`${table.absentAt} is not null`),
  ],
);

const cardKinds = ['rfid', 'nfc'] as const;

/** Cards and passes by which a member was found. Updates of the mirror do not delete them. */
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

/** The progress of a location's mirror. One row per location, from its first pass on. */
export const directorySyncs = pgTable('directory_syncs', {
  locationId: uuid()
    .primaryKey()
    .references(() => locations.id),
  /** Of the pass in progress: since when it reads changes; null where it reads all members. */
  passSince: instant(),
  /** Null where no pass is in progress. */
  passStartedAt: instant(),
  /** The same moment by the platform's clock; null before its first answer. */
  passStartedThere: instant(),
  passOffset: integer().notNull().default(0),
  /** The total of the list that the pass reads. */
  passTotal: integer(),
  /** Members of the pass that could not be read. */
  passUnreadable: integer().notNull().default(0),
  /** Changes before this moment, by the platform's clock, are in the mirror. */
  knownUntil: instant(),
  /** When the last pass over all members began; null before the first is done. */
  allReadAt: instant(),
  /** Whether that pass read every member. */
  isAllReadWhole: boolean().notNull().default(true),
  /** Members last returned before this moment are absent, once the changes since are read; null where none are looked for. */
  absentBefore: instant(),
  /** The number of absent members, where it needs a decision of a manager; else null. */
  absentCount: integer(),
  /** The number of all members then. */
  absentOf: integer(),
  /** Since when the decision is pending. */
  absentSince: instant(),
  /** Members absent by this moment are asked for one by one, by decision of a manager. */
  absentConfirmedAt: instant(),
  /** Members the platform had at the end of that pass. */
  memberCount: integer(),
  finishedAt: instant(),
  /** Of the pass over this gym's own members in progress; null where there is none. */
  homesStartedAt: instant(),
  /** The offset of the next page; -1 where the list did not end, and is to be read again later. */
  homesOffset: integer().notNull().default(0),
  /** When the last complete one began; null before the first, and where there is no other location. */
  homesReadAt: instant(),
  /** The lease of the process that works on it. */
  leaseId: uuid(),
  leaseEndsAt: instant(),
});
export type DirectorySync = typeof directorySyncs.$inferSelect;
