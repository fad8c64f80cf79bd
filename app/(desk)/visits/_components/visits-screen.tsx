'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSettled } from '#app/(desk)/_components/use-settled.ts';
import { VisitsOfDay } from '#components/visits/visits-of-day.tsx';
import { searchOf, visitsOfDayQuery } from '#lib/queries/visit-queries.ts';
import type { VisitFilter } from '#lib/wire/visits.ts';

/** A reader sends its keys faster: the number of a card is not searched while it comes in. */
const typingPauseMs = 150;

interface VisitsScreenProps {
  location: { id: string; name: string; timeZone: string };
  today: string;
  /** As the address says, so that a reload or a link shows the same. */
  asked: VisitFilter;
  mayExport: boolean;
}

export function VisitsScreen({ location, today, asked, mayExport }: VisitsScreenProps) {
  const [filter, setFilter] = useState(asked);
  const name = useSettled(filter.name, typingPauseMs);
  const settled = { ...filter, name };
  const list = useInfiniteQuery(visitsOfDayQuery(location.id, settled));
  const choose = (chosen: VisitFilter) => {
    setFilter(chosen);
    window.history.replaceState(null, '', `/visits?${searchOf(chosen)}`);
  };
  const readAll = async () => {
    for (let { hasNextPage } = list; hasNextPage; ) hasNextPage = (await list.fetchNextPage()).hasNextPage;
  };
  const pages = list.data?.pages;
  return (
    <VisitsOfDay
      location={location}
      today={today}
      filter={filter}
      onFilter={choose}
      lines={pages?.flatMap(({ lines }) => lines)}
      people={pages?.[0]?.people ?? []}
      isFailed={list.isError}
      onRetry={() => void list.refetch()}
      more={list.hasNextPage ? { isPending: list.isFetchingNextPage, onAsk: () => void list.fetchNextPage() } : null}
      fileHref={mayExport ? `/api/desk/visits/file?${searchOf(settled)}` : null}
      onPrint={async () => {
        await readAll();
        // once the last page is drawn
        setTimeout(() => window.print());
      }}
    />
  );
}
