import { z } from 'zod';
import { membershipTypes } from '#contracts/v2/account-fields.ts';
import { longestSearch, shortestSearch } from '#lib/wire/names/search-text.ts';
import type { MemberIdentity, MemberSummary } from './verdict.ts';

/** The last day of a contract, where reception should know of it. */
export type ContractEnd = { day: string; state: 'soon' | 'past' } | null;

/** A member whom a text may mean, with what tells two of one name apart. */
export interface MemberMatch extends MemberSummary, MemberIdentity {
  contractEnd: ContractEnd;
  /** Since when they have been in the gym, an ISO instant; null where they are not. */
  inSince: string | null;
}

export interface MemberMatches {
  /** The most certain first. */
  matches: MemberMatch[];
  /** All that the text may mean, also those that are not told. */
  total: number;
  /** Whether the text is all that is asked for to know the first one, and nobody else. */
  isExact: boolean;
  /** Whether the directory has been read whole: where it has not, who is not found may be a member all the same. */
  isWhole: boolean;
}

/** A member as the directory lists them. */
export interface DirectoryEntry extends MemberSummary {
  /** The last day of the contract, `yyyy-MM-dd`. */
  endOfContract: string | null;
  contractEnd: ContractEnd;
  /** ISO instant; null where no visit is known here. */
  lastVisitAt: string | null;
  /** Whether a card or pass of theirs was scanned or given here. */
  hasCard: boolean;
  openTasks: number;
}

export const directorySorts = ['changed', 'name', 'lastVisit', 'contractEnd'] as const;
export type DirectorySort = (typeof directorySorts)[number];

/** The contracts that can be asked for. */
export const directoryTypes = membershipTypes;

/** Days ahead that "contract ends soon" looks in the directory, and days back that "not here lately" does. */
export const directoryDays = 30;

/** What of the directory is shown, and in which order. Each is a parameter of the page's address. */
export const directoryFilters = z.object({
  q: z.string().trim().min(shortestSearch).max(longestSearch).optional(),
  sort: z.enum(directorySorts).optional(),
  type: z.enum(directoryTypes).optional(),
  /** `soon`: within {@link directoryDays}. */
  ends: z.enum(['soon', 'past']).optional(),
  photo: z.literal('none').optional(),
  card: z.literal('none').optional(),
  /** `late`: no visit within {@link directoryDays}. */
  visit: z.literal('late').optional(),
});
export type DirectoryFilters = z.infer<typeof directoryFilters>;

/** What an address shows; what it says that is no filter is left out. Of what it says several times, the first counts. */
export function readDirectoryFilters(params: Iterable<readonly [string, string]>): DirectoryFilters {
  const named = [...params].toReversed().flatMap(([name, value]) => {
    const filter = directoryFilters.safeParse({ [name]: value });
    return filter.success ? Object.entries(filter.data) : [];
  });
  return directoryFilters.parse(Object.fromEntries(named));
}

/** How many of the platform's members the desk has read so far; the total is null before its first answer. */
export interface SyncProgress {
  read: number;
  total: number | null;
}

export interface DirectoryPage {
  entries: DirectoryEntry[];
  /** What to ask the next page with; null where this is the last. */
  next: string | null;
  /** How many members are meant, also those of other pages. */
  total: number;
  /** Null once all members have been read. */
  progress: SyncProgress | null;
}

export const searchInput = z.object({ q: z.string().trim().min(shortestSearch).max(longestSearch) });
