'use client';

import { useQuery } from '@tanstack/react-query';
import { Unplug } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { Banner } from '#components/ui/banner.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import { legacyQuery } from '#lib/browser/queries/office-queries.ts';
import { useLiveUpdates } from '#lib/browser/queries/use-live-updates.ts';

/** A notice on every page of the office that legacy reports fail; the page with its settings says so itself. */
export function LegacyNotice({ locationId }: { locationId: string }) {
  const t = useTranslations('office.legacy');
  const pathname = usePathname();
  const page = useGymPath()('/office/connection');
  const { data } = useQuery(legacyQuery(locationId));
  useLiveUpdates(locationId);
  if (!data?.needsAttention || pathname === page) return null;
  const isRefused = data.state === 'refused';
  return (
    <div role="status">
      <Banner
        tone={isRefused ? 'danger' : 'warning'}
        icon={Unplug}
        title={t(`noticeTitle.${isRefused ? 'refused' : 'unreachable'}`)}
        action={<LinkButton href={`${page}#legacy`}>{t('noticeLink')}</LinkButton>}
      >
        {t('noticeText')}
      </Banner>
    </div>
  );
}
