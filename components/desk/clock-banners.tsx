'use client';

import { ClockAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Banner } from '#components/ui/banner.tsx';
import type { PlatformStatus } from '#lib/wire/status.ts';

/** What the manager has to know of clocks: which one is wrong, and whose visits may have happened at another time. */
export function ClockBanners({ clockAheadS, visitsInDoubt }: Pick<PlatformStatus, 'clockAheadS' | 'visitsInDoubt'>) {
  const t = useTranslations('platform');
  const minutes = Math.round(Math.abs(clockAheadS ?? 0) / 60);
  return (
    <>
      {clockAheadS !== null && (
        <Banner
          tone="warning"
          icon={ClockAlert}
          title={t(clockAheadS > 0 ? 'clockAhead' : 'clockBehind', { count: minutes })}
        >
          {t('clockText')}
        </Banner>
      )}
      {visitsInDoubt > 0 && (
        <Banner tone="warning" icon={ClockAlert} title={t('inDoubt', { count: visitsInDoubt })}>
          {t('inDoubtText')}
        </Banner>
      )}
    </>
  );
}
