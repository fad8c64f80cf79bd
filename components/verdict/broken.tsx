'use client';

import { CircleAlert } from 'lucide-react';
import { Banner } from '#components/ui/banner.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';

/** Fallback for a verdict that failed to render: without it, silence would look like a verdict. */
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
