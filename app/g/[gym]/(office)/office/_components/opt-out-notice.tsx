'use client';

import { useQuery } from '@tanstack/react-query';
import { CircleAlert, UserRoundX } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { Banner } from '#components/ui/banner.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import { optOutNoticeQuery } from '#lib/browser/queries/office-queries.ts';
import { useLiveUpdates } from '#lib/browser/queries/use-live-updates.ts';

interface OptOutNoticeProps {
  locationId: string;
  timeZone: string;
}

/**
 * A notice on every page of the office that data of people who opted out stays: a question waits for a manager, or the list cannot be
 * matched for a day. The page with their state says so itself.
 */
export function OptOutNotice({ locationId, timeZone }: OptOutNoticeProps) {
  const t = useTranslations('office.optOuts');
  const { time } = useLocationFormat(timeZone);
  const pathname = usePathname();
  const page = useGymPath()('/office/members-data');
  const { data } = useQuery(optOutNoticeQuery(locationId));
  useLiveUpdates(locationId);
  if (pathname === page) return null;
  const { asked = null, failure = null } = data ?? {};
  const link = <LinkButton href={page}>{t('link')}</LinkButton>;
  return (
    <div role="status" className="grid gap-3 empty:hidden">
      {asked && (
        <Banner tone="warning" icon={UserRoundX} title={t('askedTitle', { count: asked.count })} action={link}>
          {t('askedText')}
        </Banner>
      )}
      {failure && (
        <Banner
          tone="warning"
          icon={CircleAlert}
          title={t('failedTitle', { time: time(failure.since) })}
          action={asked ? undefined : link}
        >
          {t('failedText')}
        </Banner>
      )}
    </div>
  );
}
