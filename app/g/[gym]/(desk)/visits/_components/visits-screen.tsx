'use client';

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useReception } from '#app/g/[gym]/(desk)/_components/reception-context.ts';
import { useSettled } from '#app/g/[gym]/(desk)/_components/use-settled.ts';
import { useToday } from '#components/hooks/use-today.ts';
import { useTypedAddress } from '#components/hooks/use-typed-address.ts';
import { toast } from '#components/ui/toast.ts';
import { VisitsOfDay } from '#components/visits/visits-of-day.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import { searchOf, visitsOfDayQuery } from '#lib/browser/queries/list-queries.ts';
import { cutBack, readRest } from '#lib/browser/queries/whole-list.ts';
import { pathAt } from '#lib/wire/path-at.ts';
import type { VisitFilter } from '#lib/wire/visits.ts';

/** Debounce. Readers send keys faster: a scan is not searched while it comes in. */
const typingPauseMs = 150;

interface VisitsScreenProps {
  location: { id: string; name: string; timeZone: string };
  /** From the address, so that a reload or a link shows the same. */
  asked: VisitFilter;
  mayExport: boolean;
  maySettle: boolean;
}

export function VisitsScreen({ location, asked, mayExport, maySettle }: VisitsScreenProps) {
  const toGym = useGymPath();
  const t = useTranslations('visits');
  const { clockAheadMs } = useReception();
  const today = useToday(location.timeZone, () => clockAheadMs);
  const [filter, setFilter] = useState(asked);
  const [askedBefore, setAskedBefore] = useState(asked);
  if (asked !== askedBefore) {
    // a link to this page changed the filter
    setAskedBefore(asked);
    setFilter(asked);
  }
  const name = useSettled(filter.name, typingPauseMs);
  const settled = { ...filter, name };
  const query = visitsOfDayQuery(location.id, settled, today);
  const list = useInfiniteQuery(query);
  const queryClient = useQueryClient();
  const address = useTypedAddress();
  const choose = (chosen: VisitFilter) => {
    setFilter(chosen);
    const isTyped = chosen.name !== filter.name;
    address[isTyped ? 'writeAfterTyping' : 'write'](toGym(`/visits?${searchOf(chosen)}`));
  };
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const print = async () => {
    const shown = list.data?.pages.length ?? 1;
    const came = await readRest(list, () => isOpen.current);
    // live events refetch all loaded pages of today: back to as many as the user had opened
    const leave = () => void cutBack(queryClient, query.queryKey, shown);
    if (came === 'failed') toast.error(t('failed'));
    if (came !== 'whole') return leave();
    window.addEventListener('afterprint', leave, { once: true });
    // after the last page is rendered
    setTimeout(() => window.print());
  };
  const pages = list.data?.pages;
  return (
    <VisitsOfDay
      location={location}
      today={today}
      filter={filter}
      onFilter={choose}
      lines={pages?.flatMap(({ lines }) => lines)}
      sums={pages?.[0]?.sums ?? undefined}
      people={pages?.[0]?.people ?? []}
      isFailed={list.isError}
      onRetry={() => list.refetch()}
      more={list.hasNextPage ? { isPending: list.isFetchingNextPage, onAsk: () => void list.fetchNextPage() } : null}
      maySettle={maySettle}
      fileHref={mayExport ? pathAt(location.id, '/api/desk/visits/file', searchOf(settled)) : null}
      onPrint={() => void print()}
    />
  );
}
