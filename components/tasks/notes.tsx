'use client';

import { HardDrive, KeyRound, UserRoundX, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { AnnouncingRegion } from '#components/ui/announced.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { Button } from '#components/ui/button.tsx';
import type { DelayCause } from '#lib/browser/changes/change-queue.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { TasksFreshness } from '#lib/wire/tasks.ts';

/** Why the user cannot create and complete tasks, and who has to act. Replaces the buttons. */
export function NotLinkedNote() {
  const t = useTranslations('tasks');
  return (
    <p className="flex items-start gap-3 rounded-md border border-line bg-unknown-soft px-4 py-3 text-ink">
      <UserRoundX aria-hidden className="mt-0.5 size-5 shrink-0" />
      {t('notLinked')}
    </p>
  );
}

/** Says that a list is stale, and why. */
export function StaleNote({ asOf, staleBecause, timeZone }: TasksFreshness & { timeZone: string }) {
  const t = useTranslations('tasks.stale');
  const { time } = useLocationFormat(timeZone);
  if (staleBecause === null) return null;
  if (staleBecause === 'platform') {
    return <p className="text-attention">{asOf ? t('platform', { time: time(asOf) }) : t('platformNever')}</p>;
  }
  return (
    <p className="flex items-start gap-2 text-attention">
      <KeyRound aria-hidden className="mt-0.5 size-5 shrink-0" />
      {t(staleBecause, { age: asOf === null ? 'never' : 'known', time: asOf === null ? '' : time(asOf) })}
    </p>
  );
}

interface WaitingChangesProps {
  count: number;
  /** Null before the first attempt. */
  cause: DelayCause | null;
  onRetry(): void;
  /** What to do meanwhile, on a page where staff cannot carry on. */
  children?: ReactNode;
}

/** Changes that wait in this browser while the desk is unreachable or cannot write. */
export function WaitingChanges({ count, cause, onRetry, children }: WaitingChangesProps) {
  const t = useTranslations('tasks.waitingHere');
  return (
    <AnnouncingRegion>
      {count > 0 && (
        <Banner
          tone="warning"
          icon={cause === 'storageFailed' ? HardDrive : WifiOff}
          title={t('title', { count })}
          action={<Button onClick={onRetry}>{t('retry')}</Button>}
        >
          {children ?? t(cause === 'storageFailed' ? 'storageText' : 'text')}
        </Banner>
      )}
    </AnnouncingRegion>
  );
}
