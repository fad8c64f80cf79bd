import { useQuery } from '@tanstack/react-query';
import type { MemberSearch } from '#components/search/use-member-picker.ts';
import { isSameTyping, memberSearchQuery } from '#lib/browser/queries/desk-queries.ts';
import type { MemberMatches } from '#lib/wire/directory.ts';
import { isSearchable } from '#lib/wire/names/search-text.ts';
import { useSettled } from './use-settled.ts';

/** Longer than most readers wait between two keys: the number of a card is not searched while it comes in. */
const typingPauseMs = 25;

const nobody: MemberMatches = { matches: [], total: 0, isExact: false, isWhole: true };

/**
 * Searches the directory for what somebody types. What is found is of an earlier text until that of this one is there;
 * where the search failed, nothing is known of it.
 */
export function useMemberSearch(locationId: string, typed: string): MemberSearch {
  const text = useSettled(typed, typingPauseMs);
  const search = useQuery(memberSearchQuery(locationId, text));
  if (!isSearchable(typed)) return { ...nobody, isSettled: true, isKnown: false };
  const isAnswered = search.fetchStatus !== 'fetching' && !search.isPlaceholderData;
  const found = isSameTyping(text, typed) ? search.data : undefined;
  const isSettled = text === typed && isAnswered;
  return { ...(found ?? nobody), isSettled, isKnown: isSettled && search.isSuccess };
}
