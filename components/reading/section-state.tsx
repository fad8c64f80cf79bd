'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';

interface SectionStateProps {
  /** Nothing was read so far. */
  isReading: boolean;
  isFailed: boolean;
  /** What could not be read, where the place does not say it. */
  failure?: string;
  onRetry(): void;
}

/** Stands in a section while it has nothing to show. What was read once stays, also when it cannot be read again. */
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

/** What the hook that reads a list says of it. */
type Reading = Pick<UseQueryResult, 'data' | 'isError' | 'refetch'>;

interface ReadingStateProps {
  /** What is read: the notice may stand far from it. */
  of: 'demo' | 'legacy' | 'migrations' | 'scans' | 'staff' | 'status' | 'tasks';
  reading: Reading;
}

/** The same for what is read again and again: where that fails, what stands there may be out of date. */
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
