'use client';

import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { ListFailure } from '#components/reading/list-failure.tsx';
import { SectionBoundary } from '#components/reading/section-boundary.tsx';
import { Button } from '#components/ui/button.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { isolated } from '#lib/wire/i18n/isolate.ts';
import { automaticBy, type VisitLine } from '#lib/wire/visits.ts';
import { VisitsFilter, type VisitsFilterProps } from './filter.tsx';
import { VisitsTable } from './table.tsx';

interface VisitsOfDayProps extends VisitsFilterProps {
  location: { name: string; timeZone: string };
  /** Undefined until they are loaded for the first time. */
  lines: readonly VisitLine[] | undefined;
  isFailed: boolean;
  onRetry(): Promise<unknown>;
  /** Loads the next page; null where there is none. */
  more: { isPending: boolean; onAsk(): void } | null;
}

/** Arrivals and departures of one or several days. In print: only the table, with its filters as heading. */
export function VisitsOfDay({ location, lines, isFailed, onRetry, more, ...filter }: VisitsOfDayProps) {
  const t = useTranslations('visits');
  const pages = useTranslations('pages');
  const { day } = useLocationFormat(location.timeZone);
  const { day: from, until, name, group, by } = filter.filter;
  const isFiltered = name.trim() !== '' || group !== undefined || by !== undefined;
  const count = lines?.length ?? 0;
  const person = by === automaticBy ? t('automatic') : filter.people.find(({ id }) => id === by)?.name;
  // the printed heading includes the filters, so that a filtered list is recognisable
  const printedFilter = [
    name.trim() !== '' && `${t('name')}: ${isolated(name.trim())}`,
    group && `${t('group')}: ${t(`groups.${group}`)}`,
    by && `${t('by')}: ${isolated(person ?? '–')}`,
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <main className="page grid max-w-5xl gap-5 print:max-w-none print:p-0">
      <div>
        <h1 className="font-bold text-3xl tracking-tight">{pages('visits')}</h1>
        <p className="mt-1 text-ink-soft print:hidden">{t('about')}</p>
        <p className="hidden print:block">
          {t('printedFor', { location: location.name, day: until ? `${day(from)} – ${day(until)}` : day(from) })}
        </p>
        {isFiltered && <p className="hidden print:block">{printedFilter}</p>}
      </div>
      <SectionBoundary title={t('filters')} onRetry={onRetry}>
        <VisitsFilter {...filter} />
      </SectionBoundary>
      <ListFailure isFailed={isFailed} title={t('failed')} retry={t('retry')} onRetry={onRetry} />
      <p role="status" className="font-medium empty:hidden">
        {lines && t(more ? 'countMore' : 'count', { count })}
      </p>
      {!lines && !isFailed && (
        <p className="flex animate-appear-late items-center gap-3 text-ink-soft">
          <Spinner /> {t('loading')}
        </p>
      )}
      {lines && count === 0 && (
        <div className="flex flex-wrap items-center gap-3 text-ink-soft">
          <p>{t(isFiltered ? 'emptyFiltered' : until ? 'emptyDays' : 'empty')}</p>
          {isFiltered && <Button onClick={() => filter.onFilter({ day: from, until, name: '' })}>{t('reset')}</Button>}
        </div>
      )}
      {lines && count > 0 && (
        <SectionBoundary title={pages('visits')} onRetry={onRetry}>
          <VisitsTable lines={lines} timeZone={location.timeZone} isOfDays={until !== undefined} />
        </SectionBoundary>
      )}
      {more && (
        <PendingButton className="justify-self-start print:hidden" isPending={more.isPending} onClick={more.onAsk}>
          {t('more')}
        </PendingButton>
      )}
    </main>
  );
}
