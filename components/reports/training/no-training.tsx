'use client';

import { LinkButton } from '#components/ui/link-button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';

interface NoTrainingProps {
  /** Whether the location has a key of the data export. */
  isConnected: boolean;
  mayManage: boolean;
}

/** Why the report has no numbers, and what to do about it. */
export function NoTraining({ isConnected, mayManage }: NoTrainingProps) {
  const t = useTranslations('trainingReport');
  const toGym = useGymPath();
  return (
    <div className="grid justify-items-start gap-3 rounded-lg border border-line bg-surface p-4.5 sm:p-6">
      <p className="font-semibold text-xl">{t(isConnected ? 'notRead' : 'notConnected')}</p>
      <p className="text-ink-soft">{t(isConnected ? 'notReadText' : 'notConnectedText')}</p>
      {mayManage && <LinkButton href={toGym('/office/connection')}>{t('connection')}</LinkButton>}
    </div>
  );
}
