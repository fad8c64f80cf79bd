import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { Counted } from '#lib/wire/stays.ts';

interface BasisProps {
  counted: Counted;
  /** How many days were counted, where the numbers are about days. */
  days?: number;
  /** The days of the period that were not. */
  daysLeftOut?: number;
}

/** What the numbers of a chart are from: period, time zone, count, and what is missing. */
export function Basis({ counted, days, daysLeftOut = 0 }: BasisProps) {
  const t = useTranslations('reports.basis');
  const { period, timeZone, visits, openEnds, since } = counted;
  const { day } = useLocationFormat(timeZone);
  const isLater = since !== null && since > period.from;
  const said = [
    period.from === period.until
      ? t('day', { day: day(period.from), timeZone })
      : t('days', { from: day(period.from), to: day(period.until), timeZone }),
    days === undefined ? t('visits', { count: visits }) : t('visitsOnDays', { count: visits, days }),
    daysLeftOut > 0 && t('leftOut', { count: daysLeftOut }),
    openEnds > 0 && t('openEnds', { count: openEnds }),
    isLater && t('since', { day: day(since) }),
  ];
  return said.filter((sentence) => sentence !== false).join(' ');
}
