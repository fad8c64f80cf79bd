import { useQuery } from '@tanstack/react-query';
import type { MemberSearch } from '#components/search/use-member-picker.ts';
import { isSameTyping, memberSearchQuery } from '#lib/browser/queries/desk-queries.ts';
import type { MemberMatches } from '#lib/wire/directory.ts';
import { isSearchable } from '#lib/wire/names/search-text.ts';
import { useSettled } from './use-settled.ts';

/** Debounce. Longer than the pause of most readers between two keys: a scan is not searched while it comes in. */
const typingPauseMs = 25;

const nobody: MemberMatches = { matches: [], total: 0, isExact: false, isWhole: true };

/**
 * Searches the directory for typed text. Until the response, the matches of the previous text stay; after a failure there
 * are none.
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
