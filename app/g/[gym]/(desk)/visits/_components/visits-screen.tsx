'use client';

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useReception } from '#app/g/[gym]/(desk)/_components/reception-context.ts';
import { useSettled } from '#app/g/[gym]/(desk)/_components/use-settled.ts';
import { useAddressFilter } from '#components/hooks/use-address-filter.ts';
import { useToday } from '#components/hooks/use-today.ts';
import { toast } from '#components/ui/toast.ts';
import { VisitsOfDay } from '#components/visits/visits-of-day.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import { searchOf, visitsOfDayQuery } from '#lib/browser/queries/list-queries.ts';
import { cutBack, readRest } from '#lib/browser/queries/whole-list.ts';
import { pathAt } from '#lib/wire/path-at.ts';
import { readVisitFilter, type VisitFilter } from '#lib/wire/visits.ts';

/** Debounce. Readers send keys faster: a scan is not searched while it comes in. */
const typingPauseMs = 150;

interface VisitsScreenProps {
  location: { id: string; name: string; timeZone: string };
  /** Shown where the address names no day, `yyyy-MM-dd`. */
  day: string;
  mayExport: boolean;
  maySettle: boolean;
}

export function VisitsScreen({ location, day, mayExport, maySettle }: VisitsScreenProps) {
  const toGym = useGymPath();
  const t = useTranslations('visits');
  const { clockAheadMs } = useReception();
  const today = useToday(location.timeZone, () => clockAheadMs);
  const address = useAddressFilter({
    read: (params) => readVisitFilter(params, day),
    hrefOf: (filter: VisitFilter) => toGym(`/visits?${searchOf(filter)}`),
    onOther: (asked) => {
      setFilter(asked);
    },
  });
  const [filter, setFilter] = useState(address.asked);
  const name = useSettled(filter.name, typingPauseMs);
  const settled = { ...filter, name };
  const query = visitsOfDayQuery(location.id, settled, today);
  const list = useInfiniteQuery(query);
  const queryClient = useQueryClient();
  const choose = (chosen: VisitFilter) => {
    setFilter(chosen);
    const isTyped = chosen.name !== filter.name;
    address[isTyped ? 'writeAfterTyping' : 'write'](chosen);
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
