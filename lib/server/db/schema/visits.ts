import { sql } from 'drizzle-orm';
import { boolean, check, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Decision, ScannedValue } from '#lib/wire/verdict.ts';
import { type VisitKind, visitKinds, visitStates } from '#lib/wire/visits.ts';
import type { ClockStamp } from './clock-stamp.ts';
import { attemptColumns, instant, isOneOf } from './columns.ts';
import { locations } from './locations.ts';
import { staff } from './staff.ts';

const ofLocation = () =>
  uuid()
    .notNull()
    .references(() => locations.id);

/** The ledger: every visit the desk recorded, at the time it happened, and what became of it on the platform. */
export const visits = pgTable(
  'visits',
  {
    locationId: ofLocation(),
    tapId: uuid().notNull(),
    /** Null until the platform has said who it was. */
    accountId: text(),
    scannedKind: text({ enum: ['rfid', 'nfc', 'email', 'membershipId'] }),
    scannedValue: text(),
    kind: text({ enum: visitKinds }).notNull(),
    /** When the member was there, by the desk's clock. */
    tappedAt: instant().notNull(),
    /** It may have been another time: the clock of the browser was set while the tap waited. */
    isTimeInDoubt: boolean().notNull().default(false),
    /** Which clock `tappedAt` was reckoned by. */
    clock: jsonb().$type<ClockStamp>(),
    /** What the platform is told, by its own clock, the same in every attempt: null while the difference is not known. */
    platformAt: instant(),
    state: text({ enum: visitStates }).notNull(),
    undoUntil: instant().notNull(),
    ...attemptColumns(),
    /** Until then, a worker asks the platform about an arrival that could not be confirmed; it is not sent meanwhile. */
    confirmingUntil: instant(),
    /** Admission could not be asked when the member came; it is asked before the visit is sent. */
    needsAdmission: boolean().notNull().default(false),
    /** Who held the card to the reader or pressed the button. Null where nobody did: closing time. */
    staffId: uuid().references(() => staff.id),
    /** Whose session brought the tap, where that was somebody else: it had waited in the browser. */
    sentBy: uuid().references(() => staff.id),
    /** Recorded by the desk itself: the check-out of closing time. */
    isAutomatic: boolean().notNull().default(false),
    recordedAt: instant().notNull(),
    /** When somebody took note that the platform will not have it. The row stays as it is. */
    settledAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.locationId, table.tapId] }),
    index().on(table.locationId, table.accountId, table.tappedAt),
    index().on(table.locationId, table.tappedAt),
    index('visits_to_send')
      .on(table.locationId, table.nextAttemptAt)
      .where(sql`state in ('held', 'waiting', 'sending')`),
    index('visits_to_settle')
      .on(table.locationId, table.tappedAt)
      .where(sql`state in ('refused', 'unresolved') and settled_at is null`),
    index('visits_in_doubt').on(table.locationId, table.recordedAt).where(sql`is_time_in_doubt`),
    check('visits_kind', isOneOf(table.kind, visitKinds)),
    check('visits_state', isOneOf(table.state, visitStates)),
    check('visits_of_someone', sql`${table.accountId} is not null or ${table.scannedValue} is not null`),
  ],
);
export type Visit = typeof visits.$inferSelect;

const tapOperations = ['lookUp', 'checkIn', 'checkOut', 'admitAnyway'] as const;
export type TapOperation = (typeof tapOperations)[number];

/** The answer given to a tap, so that the same tap is answered the same way again. Kept as long as a tap is accepted. */
export const taps = pgTable(
  'taps',
  {
    locationId: ofLocation(),
    tapId: uuid().notNull(),
    operation: text({ enum: tapOperations }).notNull(),
    claimedAt: instant().notNull(),
    /** Null while it is being decided. */
    answer: jsonb().$type<TapAnswer>(),
  },
  (table) => [
    primaryKey({ columns: [table.locationId, table.tapId, table.operation] }),
    index().on(table.locationId, table.claimedAt),
    index('taps_set_aside')
      .on(table.locationId, sql`(answer ->> 'accountId')`)
      .where(sql`(answer -> 'setAside') is not null`),
    check('taps_operation', isOneOf(table.operation, tapOperations)),
  ],
);

/** A verdict without what the directory knows of the member. */
export interface TapAnswer {
  decision: Decision;
  scanned: ScannedValue;
  /** ISO instant. */
  tappedAt: string;
  accountId: string | null;
  /** The visit it recorded or found. */
  visitTapId: string | null;
  offers: VisitKind[];
  /** That it recorded nothing, as its member was in already, or out: what it would have recorded otherwise. */
  setAside?: SetAside;
}

/** What a visit has of the tap that makes it, beside when and whose it was. */
export interface SetAside {
  staffId: string;
  sentBy?: string | undefined;
  isTimeInDoubt: boolean;
  /** Which clock its time was reckoned by. Older answers do not say it. */
  clock?: ClockStamp | null;
  /** The longest stay by which it was set aside. Older answers do not say it. */
  longestStayH?: number;
}

/** Arrivals and departures that something other than this desk recorded. */
export const elsewhereEvents = pgTable(
  'elsewhere_events',
  {
    locationId: ofLocation(),
    accountId: text().notNull(),
    kind: text({ enum: visitKinds }).notNull(),
    at: instant().notNull(),
    /** Which clock `at` was reckoned by. */
    clock: jsonb().$type<ClockStamp>(),
  },
  (table) => [
    primaryKey({ columns: [table.locationId, table.accountId, table.kind, table.at] }),
    index().on(table.locationId, table.at),
    check('elsewhere_events_kind', isOneOf(table.kind, visitKinds)),
  ],
);
