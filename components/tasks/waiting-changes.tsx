'use client';

import { WifiOff } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';

/** Changes that wait in this browser while the desk itself is away. */
export function WaitingChanges({ count, onRetry }: { count: number; onRetry(): void }) {
  const t = useTranslations('tasks.waitingHere');
  return (
    <div role="status" className="empty:hidden">
      {count > 0 && (
        <Banner
          tone="warning"
          icon={WifiOff}
          title={t('title', { count })}
          action={<Button onClick={onRetry}>{t('retry')}</Button>}
        >
          {t('text')}
        </Banner>
      )}
    </div>
  );
}
