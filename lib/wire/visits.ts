import { z } from 'zod';
import { longestSearch } from '#lib/wire/names/search-text.ts';
import { daysBetween } from '#shared/calendar/days.ts';
import { type RefusalCode, refusalCodes } from './refusals.ts';

export const visitKinds = ['checkIn', 'checkOut'] as const;
export type VisitKind = (typeof visitKinds)[number];

/**
 * By what a member was identified who came or left.
 * - `card`: a card, wristband or barcode at the reader
 * - `phone`: a pass on a phone
 * - `typed`: an e-mail address or a number
 * - `name`: chosen from a list, or a button beside the member's name
 */
export const visitMeans = ['card', 'phone', 'typed', 'name'] as const;
export type VisitMeans = (typeof visitMeans)[number];

/**
 * How an arrival or a departure came about; null where it was recorded before this was stored.
 * `automatic`: checked out at closing time.
 */
export type VisitHow = VisitMeans | 'turnstile' | 'automatic' | null;

/**
 * - `held`: can be undone; its first attempt follows when the undo time is over
 * - `waiting`: an attempt failed; the next one follows at `nextAttemptAt`
 * - `sending`: a worker has claimed it
 * - `sent`: the platform has accepted it
 * - `undone`: undone before it was sent
 * - `refused`: the platform rejects it for good, or has failed at it for a day; kept until the manager settles it
 * - `unresolved`: the platform finds no member for the scan; kept until the manager settles it
 */
export const visitStates = ['held', 'waiting', 'sending', 'sent', 'undone', 'refused', 'unresolved'] as const;
export type VisitState = (typeof visitStates)[number];

/** An arrival or a departure. */
export interface VisitEnd {
  /** ISO instant. */
  at: string;
  how: VisitHow;
  /** Who was signed in at the window; null where it was no window, or not stored. */
  by: string | null;
}

/** The states in which the member system does not have a visit, and staff may have to act. */
export const troubleStates = ['waiting', 'refused', 'unresolved'] as const satisfies VisitState[];

/** Why the member system does not have a visit. */
export interface VisitTrouble {
  state: (typeof troubleStates)[number];
  /** Why it was refused: an error code of the platform. */
  why: string | null;
}

/** One visit of a member, from their arrival to their departure. */
export interface MemberVisit {
  /** Of a turnstile's visits, only together with the time: see `visitKey`. */
  id: string;
  /** Null where a departure belongs to no arrival. */
  in: VisitEnd | null;
  /** Null while the member is in, and where no departure is known. */
  out: VisitEnd | null;
  /** Whether the member is still in. */
  isIn: boolean;
  trouble: VisitTrouble | null;
}

/** Identifies a visit in a list. */
export const visitKey = ({ id, in: came, out: left }: Pick<MemberVisit, 'id' | 'in' | 'out'>): string =>
  `${id} ${(came ?? left)?.at}`;

/** When a member came in the last 52 weeks. */
export interface MemberYear {
  /** The 52 weeks up to this one, oldest first. */
  weeks: { /** Its Monday, `yyyy-MM-dd`. */ monday: string; visits: number }[];
  /** Visits of these weeks by weekday, Monday first. */
  weekdays: number[];
  /** The last visit, ISO instant, also of earlier years; null without one. */
  lastAt: string | null;
  /** The first day of which the desk knows visits, of anybody, `yyyy-MM-dd`; null without one. */
  since: string | null;
}

export interface MemberVisitsPage {
  visits: MemberVisit[];
  /** Only on the first page. */
  year: MemberYear | null;
  /** Cursor of the next page; null on the last page. */
  next: string | null;
}

/** Why a visit stays at the desk until it is settled: the platform rejects it, or finds no member for it. */
export const keptStates = ['refused', 'unresolved'] as const;

/** The lists of the visits page: visits, people who were turned away, and visits that were undone. */
export const visitTabs = ['visits', 'refused', 'undone'] as const;
export type VisitTab = (typeof visitTabs)[number];

/** The ways to come and go that the list is filtered by. */
export const visitWays = [...visitMeans, 'turnstile', 'automatic'] as const satisfies NonNullable<VisitHow>[];

/** The states at the member system that the list is filtered by. */
export const visitTroubles = ['waiting', 'kept'] as const;

/** The maximum number of days shown at once. */
export const longestVisitSpan = 31;

/** The filter of the visits page. */
export const visitFilter = z
  .object({
    /** A day at the location, `yyyy-MM-dd`. */
    day: z.iso.date(),
    /** The last of several days, inclusive, at most {@link longestVisitSpan} in all; absent for a single day. */
    until: z.iso.date().optional(),
    /** Prefixes of words of a name, or the scanned value. */
    name: z.string().max(longestSearch).default(''),
    /** Absent for the visits. */
    tab: z.enum(visitTabs).optional(),
    /** How the member came or left. */
    how: z.enum(visitWays).optional(),
    /** Of visits: `waiting` to be sent, or `kept` because the member system does not accept them. */
    state: z.enum(visitTroubles).optional(),
    /** Why somebody was turned away. */
    reason: z.enum(refusalCodes).optional(),
    /** The staff member at the window, in or out. */
    by: z.uuid().optional(),
  })
  .refine(({ day, until }) => until === undefined || isVisitSpan(day, until), {
    path: ['until'],
    error: `Must be one of the ${longestVisitSpan} days from the first one on.`,
  });
export type VisitFilter = z.infer<typeof visitFilter>;

/**
 * Reads the filter from URL parameters; of repeated ones the first counts.
 * @param day shown where they name none, or one of them is invalid, `yyyy-MM-dd`
 */
export function readVisitFilter(params: Iterable<readonly [string, string]>, day: string): VisitFilter {
  const asked = visitFilter.safeParse({ day, ...Object.fromEntries([...params].toReversed()) });
  return asked.data ?? { day, name: '' };
}

/** Whether visits from one day to another, both inclusive, can be shown. */
export function isVisitSpan(day: string, until: string): boolean {
  const days = daysBetween(day, until);
  return days >= 0 && days < longestVisitSpan;
}

/** The member of a row. */
interface RowMember {
  /** Null where the member is unknown. */
  accountId: string | null;
  /** The member's name, or what was scanned; empty where neither is known. */
  name: string;
  membershipId: string | null;
  photoUrl: string | null;
}

/** A visit in the list of a day. */
export interface VisitRow extends MemberVisit, RowMember {
  tab: 'visits';
  /** Whether the desk knows no earlier visit of the member. */
  isFirst: boolean;
}

/** Somebody who was turned away. */
export interface RefusalRow extends VisitEnd, RowMember {
  tab: 'refused';
  id: string;
  reason: RefusalCode;
  letIn: LetIn | null;
}

/** How somebody who was refused came in nevertheless, and that was not undone. */
export type LetIn =
  /** `why`: the reason that was given; null where it is no longer in the audit log. */
  | { kind: 'anyway'; by: string | null; why: string | null }
  /** Before the platform had answered. */
  | { kind: 'unconfirmed' };

/** An arrival or a departure that was undone. */
export interface UndoneRow extends VisitEnd, RowMember {
  tab: 'undone';
  id: string;
  kind: VisitKind;
}

export type VisitLine = VisitRow | RefusalRow | UndoneRow;

/** The numbers of days. */
export interface VisitSums {
  /** Of the whole period, whatever the filter. */
  visits: number;
  members: number;
  /** Members whose first visit was in this period, as far as the desk knows. */
  firstVisits: number;
  refused: number;
  /** Of the refused: let in nevertheless. */
  admitted: number;
  /** Visits without a known departure, except of those who are in. */
  withoutCheckOut: number;
  withoutCheckIn: number;
  /** The rows of each tab that match the filter. */
  rows: Record<VisitTab, number>;
  /** The first days of which the desk knows visits and refusals, `yyyy-MM-dd`; null where it knows none. */
  since: { visits: string | null; refused: string | null };
}

export interface VisitsPage {
  lines: VisitLine[];
  /** Only on the first page. */
  sums: VisitSums | null;
  /** Staff at the window in this period: the options of the filter. Only on the first page. */
  people: { id: string; name: string }[];
  /** Cursor of the next page; null on the last page. */
  next: string | null;
}
