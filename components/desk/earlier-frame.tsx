'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';

/** Where earlier verdicts stand; without any, it says what will. */
export function EarlierFrame({ children }: { children?: ReactNode }) {
  const t = useTranslations('earlier');
  return (
    <section aria-label={t('title')} className="overflow-hidden rounded-md border border-line bg-surface">
      <h2 className="px-4.5 py-3 font-semibold text-ink-soft text-sm">{t('title')}</h2>
      {children ?? <p className="border-line border-t px-4.5 py-3 text-ink-soft">{t('empty')}</p>}
    </section>
  );
}
