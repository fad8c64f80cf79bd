'use client';

import { CircleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { Spinner } from '#components/ui/spinner.tsx';

interface SectionStateProps {
  /** Nothing was read so far. */
  isReading: boolean;
  isFailed: boolean;
  onRetry(): void;
}

/** Stands in a section while it has nothing to show. What was read once stays, also when it cannot be read again. */
export function SectionState({ isReading, isFailed, onRetry }: SectionStateProps) {
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
        <CircleAlert aria-hidden className="size-5 shrink-0" /> {t('sectionFailed')}
      </p>
      <Button onClick={onRetry}>{t('unavailable.retry')}</Button>
    </div>
  );
}
