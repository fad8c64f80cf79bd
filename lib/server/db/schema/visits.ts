import { sql } from 'drizzle-orm';
import { boolean, check, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Decision, ScannedCard, ScannedValue } from '#lib/wire/verdict.ts';
import { type VisitKind, type VisitMeans, visitKinds, visitMeans, visitStates } from '#lib/wire/visits.ts';
import type { StoredClock } from './clock-stamp.ts';
import { attemptColumns, instant, isOneOf } from './columns.ts';
import { locations } from './locations.ts';
import { staff } from './staff.ts';

const ofLocation = () =>
  uuid()
    .notNull()
    .references(() => locations.id);

/** The ledger of visits: every visit that the desk recorded, with its time and its state at the platform. */
export const visits = pgTable(
  'visits',
  {
    locationId: ofLocation(),
    tapId: uuid().notNull(),
    /** Null until the platform, or the desk's directory, has identified the member. */
    accountId: text(),
    scannedKind: text({ enum: ['rfid', 'nfc', 'email', 'membershipId'] }),
    scannedValue: text(),
    /** Null for check-outs at closing time, and in rows from before this was stored. */
    how: text({ enum: visitMeans }),
    kind: text({ enum: visitKinds }).notNull(),
    /** When the member was there, by the desk's clock. */
    tappedAt: instant().notNull(),
    /** The time may be wrong: the clock of the browser was set while the tap waited. */
    isTimeInDoubt: boolean().notNull().default(false),
    /** The clock of `tappedAt`. */
    clock: jsonb().$type<StoredClock>(),
    /** The time that is sent, by the platform's clock, the same in every attempt; null while the difference is unknown. */
    platformAt: instant(),
    state: text({ enum: visitStates }).notNull(),
    undoUntil: instant().notNull(),
    ...attemptColumns(),
    /** Until then, an unconfirmed arrival is not sent, and a worker asks the platform about it. */
    confirmingUntil: instant(),
    /**
     * Since when attempts fail in a way that may be due to this visit alone, without the time in which none was made. Null after an
     * outage: it is over for this visit too.
     */
    failingSince: instant(),
    /** The platform could not be asked for admission at the counter: it has to be before the visit is sent. */
    needsAdmission: boolean().notNull().default(false),
    /**
     * The platform named a corporate member, and has not decided about this arrival: it stays so if the membership changes before it is
     * asked again, since it then never decides.
     */
    lacksAdmission: boolean().notNull().default(false),
    /** The desk's directory knew the member: the platform has to be asked whose card it is before the visit is sent. */
    isUnasked: boolean().notNull().default(false),
    /** The person who was signed in at the window. Null for check-outs at closing time. */
    staffId: uuid().references(() => staff.id),
    /** Whose session sent the tap, where it waited in the browser until another person was signed in. */
    sentBy: uuid().references(() => staff.id),
    /** A check-out at closing time. */
    isAutomatic: boolean().notNull().default(false),
    recordedAt: instant().notNull(),
    /** When staff acknowledged that the platform will not have it. The row stays as it is. */
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
    check('visits_how', isOneOf(table.how, visitMeans)),
    check('visits_of_someone', sql`${table.accountId} is not null or ${table.scannedValue} is not null`),
  ],
);
export type Visit = typeof visits.$inferSelect;

const tapOperations = ['lookUp', 'checkIn', 'checkOut', 'admitAnyway'] as const;
export type TapOperation = (typeof tapOperations)[number];

/** The answers to taps by idempotency key, so that a retry gets the same answer. Kept as long as a tap may be retried. */
export const taps = pgTable(
  'taps',
  {
    locationId: ofLocation(),
    tapId: uuid().notNull(),
    operation: text({ enum: tapOperations }).notNull(),
    claimedAt: instant().notNull(),
    /** Null while it is being computed. */
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

/** A verdict without the data of the member, which is read from the directory. */
export interface TapAnswer {
  decision: Decision;
  scanned: ScannedValue;
  /** ISO instant. */
  tappedAt: string;
  accountId: string | null;
  /** The visit it recorded or found. */
  visitTapId: string | null;
  offers: VisitKind[];
  /** Set where the tap recorded nothing, since its member was already in or out: the visit that it may become later. */
  setAside?: SetAside;
}

/** The fields of a tap that its visit would get, beside time and member. */
export interface SetAside {
  staffId: string;
  sentBy?: string | undefined;
  isTimeInDoubt: boolean;
  /** The clock of its time. Missing in older answers. */
  clock?: StoredClock | null;
  /** The longest stay that applied then. Missing in older answers. */
  longestStayH?: number;
  /** Missing in older answers. */
  how?: VisitMeans;
  /**
   * By what the platform still has to be asked whose scan it is: the card by which the directory alone knew the member, or `account`
   * without a card. Missing once it has answered, and in older answers.
   */
  unasked?: ScannedCard | 'account';
}

/** Arrivals and departures recorded elsewhere, such as by a turnstile or an app. */
export const elsewhereEvents = pgTable(
  'elsewhere_events',
  {
    locationId: ofLocation(),
    accountId: text().notNull(),
    kind: text({ enum: visitKinds }).notNull(),
    at: instant().notNull(),
    /** The clock of `at`. */
    clock: jsonb().$type<StoredClock>(),
  },
  (table) => [
    primaryKey({ columns: [table.locationId, table.accountId, table.kind, table.at] }),
    index().on(table.locationId, table.at),
    check('elsewhere_events_kind', isOneOf(table.kind, visitKinds)),
  ],
);
