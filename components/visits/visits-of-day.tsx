'use client';

import { Download, Printer } from 'lucide-react';
import { ListFailure } from '#components/reading/list-failure.tsx';
import { SectionBoundary } from '#components/reading/section-boundary.tsx';
import { Button, buttonLooks } from '#components/ui/button.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { isolated } from '#lib/wire/i18n/isolate.ts';
import { refusalMessage } from '#lib/wire/refusal-message.ts';
import type { VisitFilter, VisitLine, VisitSums } from '#lib/wire/visits.ts';
import { daysBetween } from '#shared/calendar/days.ts';
import { DayFields, DaySteps, useDaysText } from './days-bar.tsx';
import { countFilters, FilterFields, FilterSheet, type VisitsFilterProps } from './filter.tsx';
import { RefusalsTable } from './refusals-table.tsx';
import { Sums } from './sums.tsx';
import { VisitTabs } from './tabs.tsx';
import { UndoneTable } from './undone-table.tsx';
import { VisitsTable } from './visits-table.tsx';

interface VisitsOfDayProps extends VisitsFilterProps {
  location: { name: string; timeZone: string };
  /** Undefined until they are loaded for the first time. */
  lines: readonly VisitLine[] | undefined;
  sums: VisitSums | undefined;
  isFailed: boolean;
  onRetry(): Promise<unknown>;
  /** Loads the next page; null where there is none. */
  more: { isPending: boolean; onAsk(): void } | null;
  /** Whether the reader may settle what the member system does not accept. */
  maySettle: boolean;
  /** The URL of the export; null without the permission. */
  fileHref: string | null;
  onPrint(): void;
}

/** The visits of one or several days, who was turned away, and what was undone. In print: numbers and table. */
export function VisitsOfDay({ location, sums, isFailed, onRetry, more, maySettle, ...props }: VisitsOfDayProps) {
  const t = useTranslations('visits');
  const pages = useTranslations('pages');
  const { filter, lines, fileHref, onPrint } = props;
  const { day: from, tab = 'visits' } = filter;
  const days = { today: props.today, filter, onFilter: props.onFilter };
  return (
    <main className="page grid max-w-6xl grid-cols-1 gap-4 sm:gap-5 print:max-w-none print:p-0">
      <div className="flex items-end justify-between gap-3">
        <div className="min-w-0">
          <h1 className="font-bold text-3xl tracking-tight">{pages('visits')}</h1>
          <p className="mt-1 text-ink-soft max-sm:hidden print:hidden">{t('about')}</p>
          <Period location={location} filter={filter} people={props.people} />
        </div>
        <div className="flex gap-2.5 max-sm:hidden print:hidden">
          <FileLink href={fileHref} />
          <PrintButton onPrint={onPrint} />
        </div>
        <div className="sm:hidden">
          <FilterSheet {...days} people={props.people} />
        </div>
      </div>
      <SectionBoundary title={t('filters')} onRetry={onRetry}>
        <div className="grid gap-4 print:hidden">
          <div className="flex flex-wrap items-start gap-2.5">
            <div className="max-sm:hidden">
              <DayFields {...days} />
            </div>
            <div className="sm:mt-7.5">
              <DaySteps {...days} timeZone={location.timeZone} />
            </div>
          </div>
          <FilterFields {...days} people={props.people} className="max-sm:hidden sm:grid-cols-2 lg:grid-cols-4" />
        </div>
      </SectionBoundary>
      <div className="max-sm:order-1">
        <SectionBoundary title={t('numbers')} onRetry={onRetry}>
          <Sums sums={sums} from={from} timeZone={location.timeZone} />
        </SectionBoundary>
      </div>
      <ListFailure isFailed={isFailed} title={t('failed')} retry={t('retry')} onRetry={onRetry} />
      <VisitTabs
        shown={tab}
        onShow={(chosen) => props.onFilter({ ...filter, tab: chosen === 'visits' ? undefined : chosen })}
        counts={sums?.rows}
      >
        <p role="status" className="sr-only">
          {lines && sums && t('found', { count: sums.rows[tab] })}
        </p>
        {!lines && !isFailed && (
          <p className="flex animate-appear-late items-center gap-3 text-ink-soft">
            <Spinner /> {t('loading')}
          </p>
        )}
        {lines?.length === 0 && <Empty filter={filter} onFilter={props.onFilter} />}
        {lines && lines.length > 0 && (
          <SectionBoundary title={pages('visits')} onRetry={onRetry}>
            <Rows lines={lines} filter={filter} timeZone={location.timeZone} maySettle={maySettle} />
          </SectionBoundary>
        )}
        {more && (
          <PendingButton className="justify-self-start print:hidden" isPending={more.isPending} onClick={more.onAsk}>
            {t('more')}
          </PendingButton>
        )}
      </VisitTabs>
      <div className="order-2 flex flex-wrap gap-2.5 sm:hidden print:hidden">
        <FileLink href={fileHref} />
        <PrintButton onPrint={onPrint} />
      </div>
    </main>
  );
}

function FileLink({ href }: { href: string | null }) {
  const t = useTranslations('visits');
  if (href === null) return null;
  return (
    <a href={href} download className={buttonLooks({})}>
      <Download aria-hidden className="size-5" />
      {t('file')}
    </a>
  );
}

function PrintButton({ onPrint }: Pick<VisitsOfDayProps, 'onPrint'>) {
  const t = useTranslations('visits');
  return (
    <Button onClick={onPrint}>
      <Printer aria-hidden className="size-5" />
      {t('print')}
    </Button>
  );
}

interface RowsProps {
  lines: readonly VisitLine[];
  filter: VisitFilter;
  timeZone: string;
  maySettle: boolean;
}

function Rows({ lines, filter: { day, until, tab = 'visits' }, timeZone, maySettle }: RowsProps) {
  const of = { timeZone, day: until === undefined ? day : null };
  switch (tab) {
    case 'visits':
      return <VisitsTable {...of} lines={lines.filter((line) => line.tab === tab)} maySettle={maySettle} />;
    case 'refused':
      return <RefusalsTable {...of} lines={lines.filter((line) => line.tab === tab)} />;
    case 'undone':
      return <UndoneTable {...of} lines={lines.filter((line) => line.tab === tab)} />;
  }
}

function Empty({ filter, onFilter }: Pick<VisitsOfDayProps, 'filter' | 'onFilter'>) {
  const t = useTranslations('visits');
  const { day, until = day, tab } = filter;
  const days = daysBetween(day, until) + 1;
  return (
    <div className="flex flex-wrap items-center gap-3 text-ink-soft">
      {countFilters(filter) > 0 ? (
        <>
          <p>{t('emptyFiltered')}</p>
          <Button onClick={() => onFilter({ day, until: filter.until, name: '', tab })}>{t('reset')}</Button>
        </>
      ) : (
        <p>{t(`emptyTab.${tab ?? 'visits'}`, { days })}</p>
      )}
    </div>
  );
}

/** In print: the days, with the gym and the filters, so that a filtered list is recognisable. */
function Period({ location, filter, people }: Pick<VisitsOfDayProps, 'location' | 'filter' | 'people'>) {
  const t = useTranslations('visits');
  const why = useTranslations('reasons');
  const days = useDaysText(filter, location.timeZone);
  const { name, how, by, state, reason, tab = 'visits' } = filter;
  const filters = [
    tab !== 'visits' && t(`tabs.${tab}`),
    name.trim() !== '' && `${t('name')}: ${isolated(name.trim())}`,
    how && `${t('how')}: ${t(`ways.${how}`)}`,
    by && `${t('by')}: ${isolated(people.find(({ id }) => id === by)?.name ?? '–')}`,
    state && tab === 'visits' && `${t('state')}: ${t(`states.${state}`)}`,
    reason && tab === 'refused' && `${t('reason')}: ${why(refusalMessage(reason))}`,
  ];
  const said = filters.filter(Boolean).join(' · ');
  return (
    <>
      <p className="hidden print:block">{t('printedFor', { location: location.name, day: days })}</p>
      {said && <p className="hidden print:block">{said}</p>}
    </>
  );
}
