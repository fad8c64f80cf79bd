import { z } from 'zod';
import { longestSearch } from '#lib/wire/names/search-text.ts';
import { daysBetween } from '#shared/calendar/days.ts';

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
 * - `refused`: the platform rejects it for good; kept until the manager settles it
 * - `unresolved`: the platform finds no member for the scan; kept until the manager settles it
 */
export const visitStates = ['held', 'waiting', 'sending', 'sent', 'undone', 'refused', 'unresolved'] as const;
export type VisitState = (typeof visitStates)[number];

/** One arrival or departure of a member. */
export interface MemberVisit {
  id: string;
  kind: 'checkIn' | 'checkOut';
  /** ISO instant. */
  at: string;
  /** Its state at the platform; `elsewhere`: reported by the platform. */
  state: VisitState | 'elsewhere';
  /** Why it was refused: an error code of the platform. */
  why: string | null;
  /** Whether the desk recorded it automatically, at closing time. */
  isAutomatic: boolean;
}

export interface MemberVisitsPage {
  visits: MemberVisit[];
  /** Cursor of the next page; null on the last page. */
  next: string | null;
}

/** Why a visit stays at the desk until it is settled: the platform rejects it, or finds no member for it. */
export const keptStates = ['refused', 'unresolved'] as const;

export type KeptState = (typeof keptStates)[number];

/** All visits in one of these states, and the number that the manager has seen. */
export const settleInput = z.object({ state: z.enum(keptStates), count: z.number().int().positive() });
export type SettleInput = z.infer<typeof settleInput>;

/** The groups of the ledger's filter, each with its states. */
export const visitGroups = {
  onTheirWay: ['held', 'waiting', 'sending'],
  sent: ['sent'],
  undone: ['undone'],
  kept: keptStates,
  turnstile: [],
} as const satisfies Record<string, readonly VisitState[]>;
type VisitGroup = keyof typeof visitGroups;
export const visitGroupNames = ['onTheirWay', 'sent', 'undone', 'kept', 'turnstile'] as const satisfies VisitGroup[];

/** The `by` value of visits that were recorded without a press or scan. */
export const automaticBy = 'automatic';

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
    group: z.enum(visitGroupNames).optional(),
    /** Who scanned: a staff id, or `automatic`. */
    by: z.union([z.uuid(), z.literal(automaticBy)]).optional(),
  })
  .refine(({ day, until }) => until === undefined || isVisitSpan(day, until), {
    path: ['until'],
    error: `Must be one of the ${longestVisitSpan} days from the first one on.`,
  });
export type VisitFilter = z.infer<typeof visitFilter>;

/** Whether visits from one day to another, both inclusive, can be shown. */
export function isVisitSpan(day: string, until: string): boolean {
  const days = daysBetween(day, until);
  return days >= 0 && days < longestVisitSpan;
}

/** One row of the visits of a day. */
export interface VisitLine extends MemberVisit {
  /** Null where the member is unknown. */
  accountId: string | null;
  /** The member's name, or the scanned value. */
  name: string;
  membershipId: string | null;
  /** Who scanned or pressed; null where it was automatic. */
  by: string | null;
}

export interface VisitsPage {
  lines: VisitLine[];
  /** Staff who scanned in this period: the options of the filter. */
  people: { id: string; name: string }[];
  /** Cursor of the next page; null on the last page. */
  next: string | null;
}
