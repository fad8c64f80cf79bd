'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useSettled } from '#app/(desk)/_components/use-settled.ts';
import { Directory } from '#components/directory/directory.tsx';
import { NewMemberLink } from '#components/new-member/link.tsx';
import { shortestSearch } from '#lib/names/search-text.ts';
import { directoryQuery, directorySearchQuery } from '#lib/queries/member-queries.ts';
import type { DirectoryPage } from '#lib/wire/directory.ts';
import { memberPath } from '#lib/wire/member-path.ts';

/** A reader sends its keys faster: the number of a card is not searched while it comes in. */
const typingPauseMs = 120;

interface DirectoryScreenProps {
  locationId: string;
  timeZone: string;
  /** Whether this person may create members. */
  mayEdit: boolean;
}

export function DirectoryScreen({ locationId, timeZone, mayEdit }: DirectoryScreenProps) {
  const router = useRouter();
  const [text, setText] = useState('');
  const typed = text.trim();
  const settled = useSettled(typed, typingPauseMs);
  const isSearching = typed.length >= shortestSearch;
  const list = useInfiniteQuery(directoryQuery(locationId));
  const search = useQuery(directorySearchQuery(locationId, settled));
  const isSettled = settled === typed && !search.isPlaceholderData && search.fetchStatus !== 'fetching';
  const shown = isSearching ? search : list;
  const page = isSearching ? search.data : list.data?.pages[0];

  return (
    <Directory
      text={text}
      onType={setText}
      entries={isSearching ? search.data?.entries : entriesOf(list.data?.pages)}
      isCut={isSearching && (search.data?.isCut ?? false)}
      searchedFor={isSearching && isSettled ? typed : null}
      progress={page?.progress ?? null}
      isFailed={shown.isError}
      onRetry={() => void shown.refetch()}
      more={
        !isSearching && list.hasNextPage
          ? { isPending: list.isFetchingNextPage, onAsk: () => void list.fetchNextPage() }
          : null
      }
      onOpen={(accountId) => router.push(memberPath(accountId))}
      timeZone={timeZone}
      actions={mayEdit && <NewMemberLink />}
    />
  );
}

/** A member who is changed while pages are read moves from one to another. */
function entriesOf(pages: readonly DirectoryPage[] | undefined) {
  if (!pages) return undefined;
  const entries = pages.flatMap((page) => page.entries);
  return [...new Map(entries.map((entry) => [entry.accountId, entry])).values()];
}
