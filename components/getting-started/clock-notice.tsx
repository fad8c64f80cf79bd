import { ClockAlert } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Banner } from '#components/ui/banner.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import { dateTimeFormat } from '#lib/wire/i18n/date-time-format.ts';

/** Says that the clock of the gym shows another time than this computer: closing times would be wrong by that much. */
export function ClockNotice({ timeZone }: { timeZone: string }) {
  const t = useTranslations('gettingStarted.clock');
  const toGym = useGymPath();
  // the server does not know it
  const own = useSyncExternalStore(neverChanges, ownTimeZone, () => null);
  const now = new Date();
  if (own === null || clockIn(own, now) === clockIn(timeZone, now)) return null;
  return (
    <Banner
      tone="warning"
      icon={ClockAlert}
      title={t('title', { timeZone, time: clockIn(timeZone, now), here: clockIn(own, now) })}
      action={<LinkButton href={toGym('/office/gym')}>{t('link')}</LinkButton>}
    >
      {t('text')}
    </Banner>
  );
}

const neverChanges = () => () => {};
const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

const clockIn = (timeZone: string, at: Date) =>
  dateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(at);
