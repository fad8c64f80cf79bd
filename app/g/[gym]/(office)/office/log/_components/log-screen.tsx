'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSettled } from '#app/g/[gym]/(desk)/_components/use-settled.ts';
import { useAddressFilter } from '#components/hooks/use-address-filter.ts';
import { useToday } from '#components/hooks/use-today.ts';
import { AuditLog } from '#components/log/audit-log.tsx';
import { aheadOfWindow } from '#lib/browser/clock/ahead-of-window.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import { logQuery } from '#lib/browser/queries/office-queries.ts';
import { type LogFilter, readLogFilter } from '#lib/wire/audit-log.ts';
import { pathAt } from '#lib/wire/path-at.ts';

/** Debounce of the member's name. */
const typingPauseMs = 250;

interface LogScreenProps {
  locationId: string;
  timeZone: string;
}

export function LogScreen({ locationId, timeZone }: LogScreenProps) {
  const toGym = useGymPath();
  const today = useToday(timeZone, aheadOfWindow);
  const address = useAddressFilter({
    read: readLogFilter,
    hrefOf: (filter) => toGym(logPath(searchOf(filter))),
    onOther: (asked) => {
      setFilter(asked);
    },
  });
  const [filter, setFilter] = useState(address.asked);
  const typed = useSettled(filter.member, typingPauseMs);
  const member = typed?.trim() || undefined;
  const { member: _, ...others } = filter;
  const settled: LogFilter = member === undefined ? others : { ...others, member };
  const log = useInfiniteQuery(logQuery(locationId, settled));
  const choose = (chosen: LogFilter) => {
    setFilter(chosen);
    const isTyped = chosen.member !== filter.member;
    address[isTyped ? 'writeAfterTyping' : 'write'](chosen);
  };
  const pages = log.data?.pages;
  return (
    <AuditLog
      timeZone={timeZone}
      today={today}
      filter={filter}
      onFilter={choose}
      entries={pages?.flatMap(({ entries }) => entries)}
      people={pages?.[0]?.people ?? []}
      isFailed={log.isError}
      onRetry={() => log.refetch()}
      more={log.hasNextPage ? { isPending: log.isFetchingNextPage, onAsk: () => void log.fetchNextPage() } : null}
      fileHref={pathAt(locationId, '/api/desk/log/file', searchOf(settled))}
    />
  );
}

const logPath = (search: URLSearchParams): string => (String(search) === '' ? '/office/log' : `/office/log?${search}`);

/** Filters as URL parameters. */
const searchOf = (filter: LogFilter): URLSearchParams =>
  new URLSearchParams(
    Object.entries(filter).flatMap(([name, value]) =>
      value === undefined || value.trim() === '' ? [] : [[name, value]],
    ),
  );
