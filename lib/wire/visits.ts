import { z } from 'zod';
import { longestSearch } from '#lib/wire/names/search-text.ts';
import { daysBetween } from '#shared/calendar/days.ts';

export const visitKinds = ['checkIn', 'checkOut'] as const;
export type VisitKind = (typeof visitKinds)[number];

/**
 * - `held`: can be taken back; its first attempt comes when the undo time is over
 * - `waiting`: an attempt failed; another comes at `nextAttemptAt`
 * - `sending`: a worker has it
 * - `sent`: the platform has it
 * - `undone`: taken back before it was sent
 * - `refused`: the platform will never take it; kept for the manager, who settles it
 * - `unresolved`: the platform knows nobody with what was scanned; kept for the manager, who settles it
 */
export const visitStates = ['held', 'waiting', 'sending', 'sent', 'undone', 'refused', 'unresolved'] as const;
export type VisitState = (typeof visitStates)[number];

/** One arrival or departure of a member. */
export interface MemberVisit {
  id: string;
  kind: 'checkIn' | 'checkOut';
  /** ISO instant. */
  at: string;
  /** How it stands with the platform; `elsewhere` came from there. */
  state: VisitState | 'elsewhere';
  /** Why it was refused: a code of the platform. */
  why: string | null;
  /** Whether the desk recorded it by itself, at closing time. */
  isAutomatic: boolean;
}

export interface MemberVisitsPage {
  visits: MemberVisit[];
  /** What to ask the next page with; null where this is the last. */
  next: string | null;
}

/** Why a visit stays at the desk until somebody settles it: the platform will not take it, or knows nobody it could be of. */
export const keptStates = ['refused', 'unresolved'] as const;

export type KeptState = (typeof keptStates)[number];

/** All visits that stay here for one reason, and how many the manager has seen. */
export const settleInput = z.object({ state: z.enum(keptStates), count: z.number().int().positive() });
export type SettleInput = z.infer<typeof settleInput>;

/** What of the ledger is shown: of each kind, the states it holds. */
export const visitGroups = {
  onTheirWay: ['held', 'waiting', 'sending'],
  sent: ['sent'],
  undone: ['undone'],
  kept: keptStates,
  turnstile: [],
} as const satisfies Record<string, readonly VisitState[]>;
type VisitGroup = keyof typeof visitGroups;
export const visitGroupNames = ['onTheirWay', 'sent', 'undone', 'kept', 'turnstile'] as const satisfies VisitGroup[];

/** What recorded a visit, where nobody pressed or scanned. */
export const automaticBy = 'automatic';

/** The most days that are shown at once. */
export const longestVisitSpan = 31;

/** Which visits of a day, or of several, somebody wants to see. */
export const visitFilter = z
  .object({
    /** A day of the location, `yyyy-MM-dd`. */
    day: z.iso.date(),
    /** The last one of several, itself included, at most {@link longestVisitSpan} in all; absent where it is that day alone. */
    until: z.iso.date().optional(),
    /** Beginnings of words of a name, or what was scanned. */
    name: z.string().max(longestSearch).default(''),
    group: z.enum(visitGroupNames).optional(),
    /** Who scanned: a person's id, or `automatic`. */
    by: z.union([z.uuid(), z.literal(automaticBy)]).optional(),
  })
  .refine(({ day, until }) => until === undefined || isVisitSpan(day, until), {
    path: ['until'],
    error: `Must be one of the ${longestVisitSpan} days from the first one on.`,
  });
export type VisitFilter = z.infer<typeof visitFilter>;

/** Whether visits can be shown from one day to another, both included. */
export function isVisitSpan(day: string, until: string): boolean {
  const days = daysBetween(day, until);
  return days >= 0 && days < longestVisitSpan;
}

/** One line of the visits of a day. */
export interface VisitLine extends MemberVisit {
  /** Null where nobody knows whose card it was. */
  accountId: string | null;
  /** The member's, or what was scanned. */
  name: string;
  membershipId: string | null;
  /** Who scanned or pressed; null where nobody did. */
  by: string | null;
}

export interface VisitsPage {
  lines: VisitLine[];
  /** Who has scanned in that time: by whom the list can be filtered. */
  people: { id: string; name: string }[];
  /** What to ask the next page with; null where this is the last. */
  next: string | null;
}
