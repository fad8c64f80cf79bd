import { z } from 'zod';
import { longestSearch, shortestSearch } from '#lib/names/search-text.ts';
import type { MemberSummary } from './verdict.ts';

/** A member as the directory lists them. */
export interface DirectoryEntry extends MemberSummary {
  /** The last day of the contract, where reception should know of it. */
  contractEnd: { day: string; state: 'soon' | 'past' } | null;
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
  /** Whether a text means more members than these. */
  isCut: boolean;
  /** Null once all members have been read. */
  progress: SyncProgress | null;
}

export const searchInput = z.object({ q: z.string().trim().min(shortestSearch).max(longestSearch) });
