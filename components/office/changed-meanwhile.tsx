'use client';

import { UsersRound } from 'lucide-react';
import { Banner } from '#components/ui/banner.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';

interface ChangedMeanwhileProps {
  /** The settings that another user changed too, with their current values. */
  changes: readonly { label: string; value: string | number | boolean | null }[];
}

/** A conflict: another user changed the same setting. Nothing was saved; saving again overwrites it. */
export function ChangedMeanwhile({ changes }: ChangedMeanwhileProps) {
  const t = useTranslations('office.meanwhile');
  return (
    <div role="alert" className="empty:hidden">
      {changes.length > 0 && (
        <Banner tone="warning" icon={UsersRound} title={t('title')}>
          <ul>
            {changes.map(({ label, value }) => (
              <li key={label}>
                {value === null ? t('nowEmpty', { label }) : t('now', { label, value: String(value) })}
              </li>
            ))}
          </ul>
          <p>{t('saveMeansIt')}</p>
        </Banner>
      )}
    </div>
  );
}
