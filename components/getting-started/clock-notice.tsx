import { ClockAlert } from 'lucide-react';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { useOwnTimeZone } from '#components/hooks/use-own-time-zone.ts';
import { Banner } from '#components/ui/banner.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';

/** Says that the clock of the gym shows another time than this computer: closing times would be wrong by that much. */
export function ClockNotice({ timeZone }: { timeZone: string }) {
  const t = useTranslations('gettingStarted.clock');
  const toGym = useGymPath();
  const own = useOwnTimeZone();
  const now = Date.now();
  const time = useLocationFormat(timeZone).time(now);
  const here = useLocationFormat(own ?? timeZone).time(now);
  if (here === time) return null;
  return (
    <Banner
      tone="warning"
      icon={ClockAlert}
      title={t('title', { timeZone, time, here })}
      action={<LinkButton href={toGym('/office/gym')}>{t('link')}</LinkButton>}
    >
      {t('text')}
    </Banner>
  );
}
