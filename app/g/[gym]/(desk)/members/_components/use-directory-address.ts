import { useState } from 'react';
import { useSettled } from '#app/g/[gym]/(desk)/_components/use-settled.ts';
import { useAddressFilter } from '#components/hooks/use-address-filter.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import { textsOf } from '#lib/browser/queries/list-queries.ts';
import { type DirectoryFilters, readDirectoryFilters } from '#lib/wire/directory.ts';
import { directoryPath } from '#lib/wire/member-path.ts';
import { longestSearch, shortestSearch } from '#lib/wire/names/search-text.ts';

/** Debounce. Readers send keys faster: a scan is not searched while it comes in. */
const typingPauseMs = 120;

interface DirectoryAddress {
  /** With the text that is searched. */
  filters: DirectoryFilters;
  /** The typed text, before it is searched. */
  text: string;
  /** Whether the filters include the typed text already. */
  isSettled: boolean;
  onType(text: string): void;
  /** Adds a history entry. */
  onFilter(filters: DirectoryFilters): void;
  /** Writes the typed text to the address at once, before another page is opened. */
  onLeave(): void;
}

/** Keeps the filters of the directory in the address, so that Back restores them. Typing adds no history entries. */
export function useDirectoryAddress(): DirectoryAddress {
  const toGym = useGymPath();
  const address = useAddressFilter({
    read: readDirectoryFilters,
    hrefOf: (filters) => toGym(directoryPath(textsOf(filters))),
    onOther: (asked) => {
      setFilters(asked);
      setText(asked.q ?? '');
    },
  });
  const [filters, setFilters] = useState(address.asked);
  const [text, setText] = useState(filters.q ?? '');
  const q = useSettled(filters.q, typingPauseMs);
  return {
    filters: { ...filters, q },
    text,
    isSettled: q === filters.q,
    onType: (next) => {
      const typed = { ...filters, q: searchedIn(next) };
      setText(next);
      setFilters(typed);
      address.writeAfterTyping(typed);
    },
    onFilter: (next) => {
      const chosen = { ...next, q: filters.q };
      setFilters(chosen);
      address.push(chosen);
    },
    onLeave: address.flush,
  };
}

function searchedIn(text: string): string | undefined {
  const typed = text.trim();
  return typed.length >= shortestSearch && typed.length <= longestSearch ? typed : undefined;
}
