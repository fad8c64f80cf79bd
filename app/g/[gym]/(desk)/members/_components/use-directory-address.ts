import { useSearchParams } from 'next/navigation';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSettled } from '#app/g/[gym]/(desk)/_components/use-settled.ts';
import { useBeforeLink } from '#components/hooks/use-address-filter.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import { textsOf } from '#lib/browser/queries/list-queries.ts';
import { type DirectoryFilters, readDirectoryFilters } from '#lib/wire/directory.ts';
import { directoryPath } from '#lib/wire/member-path.ts';
import { longestSearch, shortestSearch } from '#lib/wire/names/search-text.ts';

/** Debounce. Readers send keys faster: a scan is not searched while it comes in. */
const typingPauseMs = 120;

interface DirectoryAddress {
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

/**
 * Keeps the filters of the directory in the address, so that Back restores them. Typing adds no history entries. A link
 * writes typed text at once: writing it while the other page is being opened would discard that navigation.
 */
export function useDirectoryAddress(): DirectoryAddress {
  const toGym = useGymPath();
  const filters = readDirectoryFilters(useSearchParams());
  const [text, setText] = useState(filters.q ?? '');
  const typed = searchedIn(text);
  const settled = useSettled(typed, typingPauseMs);

  // search params update later than they are written, and may skip values
  const written = useRef<(string | undefined)[]>([]);
  const write = (q: string | undefined) => {
    if (q === (written.current.length === 0 ? filters.q : written.current.at(-1))) return;
    written.current.push(q);
    window.history.replaceState(null, '', toGym(directoryPath(textsOf({ ...filters, q }))));
  };
  const search = useEffectEvent(write);
  useEffect(() => search(settled), [settled]);
  useBeforeLink(() => write(typed));
  useEffect(() => {
    const index = written.current.lastIndexOf(filters.q);
    written.current = written.current.slice(index + 1);
    // a link changed the search
    if (index === -1) setText((before) => (searchedIn(before) === filters.q ? before : (filters.q ?? '')));
  }, [filters.q]);
  useEffect(() => {
    const goBack = () => setText(new URLSearchParams(window.location.search).get('q') ?? '');
    window.addEventListener('popstate', goBack);
    return () => window.removeEventListener('popstate', goBack);
  }, []);

  return {
    filters,
    text,
    isSettled: typed === filters.q,
    onType: setText,
    onFilter: (next) => window.history.pushState(null, '', toGym(directoryPath(textsOf(next)))),
    onLeave: () => write(typed),
  };
}

function searchedIn(text: string): string | undefined {
  const typed = text.trim();
  return typed.length >= shortestSearch && typed.length <= longestSearch ? typed : undefined;
}
