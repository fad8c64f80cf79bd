'use client';

import { type ReactNode, useState } from 'react';
import { FloorCard, type FloorCardProps } from '#components/floor/floor-card.tsx';
import {
  countScopes,
  type FloorCardData,
  type FloorFilter,
  filterFloor,
  noFilter,
  typesOf,
} from '#components/floor/floor-filter.ts';
import { FloorHeader } from '#components/floor/floor-header.tsx';
import { useSettling } from '#components/hooks/use-settling.ts';
import { SectionBoundary } from '#components/reading/section-boundary.tsx';
import { Button } from '#components/ui/button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';

interface FloorListProps extends Omit<FloorCardProps, 'card'> {
  cards: readonly FloorCardData[];
  /** Since when the list is stale, as epoch milliseconds; null where it is current. */
  staleSince: number | null;
  /** What is stored in this browser only. A broken notice of the desk leaves it. */
  unsent: ReactNode;
  /** Notices of the desk above the members. */
  notes: ReactNode;
  /** Reads the list again, for a part of it that failed to render. */
  onRetry(): Promise<unknown>;
}

/** The members who are in, filtered. */
export function FloorList({ cards, staleSince, unsent, notes, onRetry, ...common }: FloorListProps) {
  const t = useTranslations('floor');
  const pages = useTranslations('pages');
  const errors = useTranslations('errors');
  const [filter, setFilter] = useState<FloorFilter>(noFilter);
  const { today, timeZone } = common;
  const shown = filterFloor(cards, filter, today);
  // members and their tasks
  const list = useSettling<HTMLUListElement>('li');
  return (
    <>
      <SectionBoundary title={pages('floor')} onRetry={onRetry}>
        <FloorHeader
          filter={filter}
          counts={countScopes(cards, filter, today)}
          types={typesOf(cards)}
          onFilter={setFilter}
          memberCount={cards.length}
          staleSince={staleSince}
          timeZone={timeZone}
        />
      </SectionBoundary>
      <SectionBoundary title={errors('notices')}>{unsent}</SectionBoundary>
      <SectionBoundary title={errors('notices')} onRetry={onRetry}>
        {notes}
      </SectionBoundary>
      {shown.length === 0 && <Nobody cards={cards} onShowAll={() => setFilter({ ...noFilter, scope: 'all' })} />}
      <ul
        ref={list}
        aria-label={t('members')}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,22rem),1fr))] gap-3.5 empty:hidden"
      >
        {shown.map((card) => (
          <li key={card.accountId} className="grid min-w-0">
            <SectionBoundary title={card.displayName} onRetry={onRetry}>
              <FloorCard card={card} {...common} />
            </SectionBoundary>
          </li>
        ))}
      </ul>
    </>
  );
}

function Nobody({ cards, onShowAll }: { cards: readonly FloorCardData[]; onShowAll(): void }) {
  const t = useTranslations('floor');
  return (
    <div className="grid justify-items-center gap-4 rounded-lg border border-line bg-surface px-4 py-12 text-center">
      <p className="text-ink-soft text-xl">{t(cards.length === 0 ? 'nobody' : 'noMatch')}</p>
      {cards.length > 0 && <Button onClick={onShowAll}>{t('showAll')}</Button>}
    </div>
  );
}
