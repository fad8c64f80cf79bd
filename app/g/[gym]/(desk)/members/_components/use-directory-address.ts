import { useSearchParams } from 'next/navigation';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSettled } from '#app/g/[gym]/(desk)/_components/use-settled.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import { textsOf } from '#lib/browser/queries/list-queries.ts';
import { type DirectoryFilters, readDirectoryFilters } from '#lib/wire/directory.ts';
import { directoryPath } from '#lib/wire/member-path.ts';
import { longestSearch, shortestSearch } from '#lib/wire/names/search-text.ts';

/** A reader sends its keys faster: the number of a card is not searched while it comes in. */
const typingPauseMs = 120;

interface DirectoryAddress {
  filters: DirectoryFilters;
  /** What is typed, before it is searched. */
  text: string;
  /** Whether what is typed is what the filters say. */
  isSettled: boolean;
  onType(text: string): void;
  /** A step that Back undoes. */
  onFilter(filters: DirectoryFilters): void;
}

/** What of the directory is shown stands in the address, so that Back leads to it again. Typing alone makes no steps. */
export function useDirectoryAddress(): DirectoryAddress {
  const toGym = useGymPath();
  const filters = readDirectoryFilters(useSearchParams());
  const [text, setText] = useState(filters.q ?? '');
  const typed = searchedIn(text);
  const settled = useSettled(typed, typingPauseMs);

  const search = useEffectEvent((q: string | undefined) => {
    if (q === filters.q) return;
    written.current.push(q);
    window.history.replaceState(null, '', toGym(directoryPath(textsOf({ ...filters, q }))));
  });
  useEffect(() => search(settled), [settled]);
  // the address comes back later than it was written, and not each of them
  const written = useRef<(string | undefined)[]>([]);
  useEffect(() => {
    const index = written.current.lastIndexOf(filters.q);
    written.current = written.current.slice(index + 1);
    // a link led here: to all members, or to another search
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
  };
}

function searchedIn(text: string): string | undefined {
  const typed = text.trim();
  return typed.length >= shortestSearch && typed.length <= longestSearch ? typed : undefined;
}
