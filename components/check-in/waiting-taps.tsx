'use client';

import { CloudOff } from 'lucide-react';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { shownOf, type TapRequest } from '#lib/browser/taps/tap-request.ts';

interface WaitingTapsProps {
  /** Taps that the desk has not confirmed yet, oldest first. */
  taps: readonly TapRequest[];
  onRetry(): void;
  timeZone: string;
}

/** The taps that wait in this browser while the desk is unreachable, each with its own time. */
export function WaitingTaps({ taps, onRetry, timeZone }: WaitingTapsProps) {
  const t = useTranslations('waitingTaps');
  const { timeWithSeconds } = useLocationFormat(timeZone);
  if (taps.length === 0) return null;
  return (
    <Banner
      tone="warning"
      icon={CloudOff}
      title={t('title', { count: taps.length })}
      action={<Button onClick={onRetry}>{t('retry')}</Button>}
    >
      <p>{t('text')}</p>
      <ul aria-label={t('list')} className="mt-1 flex max-h-24 flex-wrap gap-x-5 overflow-y-auto">
        {taps.map((tap) => (
          <li key={tap.tapId} className="break-all">
            <time dateTime={new Date(tap.tappedAt).toISOString()} className="text-ink-soft tabular-nums">
              {timeWithSeconds(tap.tappedAt)}
            </time>{' '}
            {tap.kind === 'lookUp' ? shownOf(tap) || t('chosen') : t(tap.kind)}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
