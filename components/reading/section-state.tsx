'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';

interface SectionStateProps {
  /** Whether there is no data yet. */
  isReading: boolean;
  isFailed: boolean;
  /** The failure message, where the context does not name the data. */
  failure?: string;
  onRetry(): void;
}

/** The loading or error state of a section without data. Data that was loaded once stays, even if a refetch fails. */
export function SectionState({ isReading, isFailed, failure, onRetry }: SectionStateProps) {
  const t = useTranslations('profile');
  if (!isReading) return null;
  if (!isFailed) {
    return (
      <p className="flex animate-appear-late items-center gap-3 text-ink-soft">
        <Spinner /> {t('sectionReading')}
      </p>
    );
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="flex items-center gap-2.5 text-ink-soft">
        <CircleAlert aria-hidden className="size-5 shrink-0" /> {failure ?? t('sectionFailed')}
      </p>
      <Button onClick={onRetry}>{t('unavailable.retry')}</Button>
    </div>
  );
}

/** The part of a query result that is used. */
type Reading = Pick<UseQueryResult, 'data' | 'isError' | 'refetch'>;

export interface ReadingStateProps {
  /** Names the data: the notice may be far from it. */
  of:
    | 'connection'
    | 'demo'
    | 'exportOrders'
    | 'gettingStarted'
    | 'gyms'
    | 'legacy'
    | 'migrations'
    | 'optOuts'
    | 'outbox'
    | 'scans'
    | 'staff'
    | 'status'
    | 'tasks';
  reading: Reading;
}

/** The same for a query that refetches: if that fails, the shown data may be stale. */
export function ReadingState({ of, reading: { data, isError, refetch } }: ReadingStateProps) {
  const t = useTranslations();
  const retry = () => void refetch();
  if (data === undefined)
    return <SectionState isReading isFailed={isError} failure={t(`common.notLoaded.${of}`)} onRetry={retry} />;
  if (!isError) return null;
  return (
    <div role="status" className="flex flex-wrap items-center justify-between gap-3 text-attention">
      {t(`common.outOfDate.${of}`)}
      <Button onClick={retry}>{t('profile.unavailable.retry')}</Button>
    </div>
  );
}
