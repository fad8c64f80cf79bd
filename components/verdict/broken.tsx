'use client';

import { CircleAlert } from 'lucide-react';
import { Banner } from '#components/ui/banner.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';

/** In the place of a verdict that could not be drawn: whoever scanned must not take silence for an answer. */
export function BrokenVerdict() {
  const t = useTranslations('errors');
  return (
    <div id="verdict" role="alert" className="min-h-(--verdict-height) scroll-mt-24">
      <Banner tone="danger" icon={CircleAlert} title={t('title')}>
        {t('panelText')}
      </Banner>
    </div>
  );
}
