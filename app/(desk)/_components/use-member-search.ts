import { useQuery } from '@tanstack/react-query';
import { isSearchable } from '#lib/names/search-text.ts';
import { isSameTyping, memberSearchQuery } from '#lib/queries/desk-queries.ts';
import type { MemberSummary } from '#lib/wire/verdict.ts';
import { useSettled } from './use-settled.ts';

/** Longer than most readers wait between two keys: the number of a card is not searched while it comes in. */
const typingPauseMs = 25;

interface MemberSearch {
  /** Of an earlier text until those of this one are there. */
  matches: readonly MemberSummary[];
  /** Whether the search of this very text is over, with or without success. */
  isSettled: boolean;
}

const nobody: readonly MemberSummary[] = [];

/** Searches the directory for what somebody types. */
export function useMemberSearch(locationId: string, typed: string): MemberSearch {
  const text = useSettled(typed, typingPauseMs);
  const search = useQuery(memberSearchQuery(locationId, text));
  if (!isSearchable(typed)) return { matches: nobody, isSettled: true };
  const isAnswered = search.fetchStatus !== 'fetching' && !search.isPlaceholderData;
  const matches = isSameTyping(text, typed) ? search.data : undefined;
  return { matches: matches ?? nobody, isSettled: text === typed && isAnswered };
}
