'use client';

import { OfficeSection } from '#components/office/section.tsx';
import { ListFailure } from '#components/reading/list-failure.tsx';
import { SectionBoundary } from '#components/reading/section-boundary.tsx';
import { Button } from '#components/ui/button.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { LogEntry } from '#lib/wire/audit-log.ts';
import { LogFilterFields, type LogFilterProps } from './filter.tsx';
import { LogTable } from './table.tsx';

interface AuditLogProps extends LogFilterProps {
  timeZone: string;
  /** Undefined until they are loaded for the first time. */
  entries: readonly LogEntry[] | undefined;
  isFailed: boolean;
  onRetry(): Promise<unknown>;
  /** Loads the next page; null where there is none. */
  more: { isPending: boolean; onAsk(): void } | null;
}

/** The audit log of a gym with its filters. */
export function AuditLog({ timeZone, entries, isFailed, onRetry, more, ...filter }: AuditLogProps) {
  const t = useTranslations('log');
  const isFiltered = Object.values(filter.filter).some((value) => value !== undefined && value.trim() !== '');
  return (
    <OfficeSection title={t('list')} text={t('text')}>
      <SectionBoundary title={t('filters')} onRetry={onRetry}>
        <LogFilterFields {...filter} />
      </SectionBoundary>
      <ListFailure isFailed={isFailed} title={t('failed')} retry={t('retry')} onRetry={onRetry} />
      {!entries && !isFailed && (
        <p className="flex animate-appear-late items-center gap-3 text-ink-soft">
          <Spinner /> {t('loading')}
        </p>
      )}
      <div role="status" className="flex flex-wrap items-center gap-3 text-ink-soft empty:hidden">
        {entries?.length === 0 && <p>{t(isFiltered ? 'emptyFiltered' : 'empty')}</p>}
        {entries?.length === 0 && isFiltered && <Button onClick={() => filter.onFilter({})}>{t('reset')}</Button>}
      </div>
      {entries && entries.length > 0 && (
        <SectionBoundary title={t('list')} onRetry={onRetry}>
          <LogTable entries={entries} timeZone={timeZone} today={filter.today} />
        </SectionBoundary>
      )}
      {more && (
        <PendingButton className="justify-self-start max-sm:w-full" isPending={more.isPending} onClick={more.onAsk}>
          {t('more')}
        </PendingButton>
      )}
    </OfficeSection>
  );
}
