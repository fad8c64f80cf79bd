'use client';

import { CircleAlert } from 'lucide-react';
import { useRef } from 'react';
import { SidePanel } from '#components/check-in/side-panel.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { useTranslations } from '#lib/i18n/translations.ts';

/** In the place of a verdict that could not be drawn beside a page: whoever scanned must not take silence for an answer. */
export function BrokenPanel({ onClose }: { onClose(): void }) {
  const t = useTranslations('errors');
  const panel = useRef<HTMLElement>(null);
  return (
    <SidePanel ref={panel} unseenCount={0} onClose={onClose}>
      <div role="alert">
        <Banner tone="danger" icon={CircleAlert} title={t('title')}>
          {t('panelText')}
        </Banner>
      </div>
    </SidePanel>
  );
}
