'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { VisitsList } from '#components/profile/visits-list.tsx';
import { memberVisitsQuery } from '#lib/browser/queries/member-queries.ts';
import type { MemberVisitsPage } from '#lib/wire/visits.ts';
import type { SectionProps } from './section-props.ts';

export function VisitsSection({ accountId, locationId, timeZone }: SectionProps) {
  const list = useInfiniteQuery(memberVisitsQuery(locationId, accountId));
  return (
    <VisitsList
      visits={list.data && visitsOf(list.data.pages)}
      year={list.data?.pages[0]?.year ?? null}
      isFailed={list.isError}
      onRetry={() => void list.refetch()}
      more={list.hasNextPage ? { isPending: list.isFetchingNextPage, onAsk: () => void list.fetchNextPage() } : null}
      timeZone={timeZone}
    />
  );
}

const visitsOf = (pages: readonly MemberVisitsPage[]) => pages.flatMap(({ visits }) => visits);
