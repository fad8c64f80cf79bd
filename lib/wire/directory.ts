import { z } from 'zod';
import { membershipTypes } from '#contracts/v2/account-fields.ts';
import { longestSearch, shortestSearch } from '#lib/wire/names/search-text.ts';
import type { MemberIdentity, MemberSummary } from './verdict.ts';

/** The last day of a contract, where reception should be informed. */
export type ContractEnd = { day: string; state: 'soon' | 'past' } | null;

/** A search result, with the data that distinguishes members of the same name. */
export interface MemberMatch extends MemberSummary, MemberIdentity {
  contractEnd: ContractEnd;
  /** Since when they have been in the gym, an ISO instant; null where they are not. */
  inSince: string | null;
}

export interface MemberMatches {
  /** Best match first. */
  matches: MemberMatch[];
  /** The number of all matches, including those not listed. */
  total: number;
  /** Whether the text identifies the first match completely and uniquely. */
  isExact: boolean;
  /** Whether the desk has mirrored all members. If not, a person who is not found may still be a member. */
  isWhole: boolean;
}

/** A member as the directory lists them. */
export interface DirectoryEntry extends MemberSummary {
  /** The last day of the contract, `yyyy-MM-dd`. */
  endOfContract: string | null;
  contractEnd: ContractEnd;
  /** ISO instant; null where no visit is known here. */
  lastVisitAt: string | null;
  /** Whether a card or pass of the member was scanned or assigned here. */
  hasCard: boolean;
  openTasks: number;
}

export const directorySorts = ['changed', 'name', 'lastVisit', 'contractEnd'] as const;
export type DirectorySort = (typeof directorySorts)[number];

/** The membership types that the directory can be filtered by. */
export const directoryTypes = membershipTypes;

/** Days ahead that "contract ends soon" looks in the directory, and days back that "not here lately" does. */
export const directoryDays = 30;

/** Filters and order of the directory. Each is a URL parameter of the page. */
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

/** Reads the filters from URL parameters. Invalid ones are dropped; of repeated ones the first counts. */
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
  /** Cursor of the next page; null on the last page. */
  next: string | null;
  /** The number of all matching members, on all pages. */
  total: number;
  /** Null once all members have been read. */
  progress: SyncProgress | null;
}

export const searchInput = z.object({ q: z.string().trim().min(shortestSearch).max(longestSearch) });
