import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { Retirement } from '#lib/wire/corporate-statement.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';

/** What a statement says of a time in which its gym was retired: the days, or the times where it was one day. */
export function useRetirementText(timeZone: string): (retirement: Retirement) => string {
  const t = useTranslations('corporateStatement.retirement');
  const { day, clock } = useLocationFormat(timeZone);
  const dayAt = (at: string) => day(dayOf(Date.parse(at), timeZone));
  return ({ from, until }) => {
    if (until === null) return t('now', { from: dayAt(from) });
    if (dayAt(from) !== dayAt(until)) return t('over', { from: dayAt(from), until: dayAt(until) });
    return t('withinDay', { day: dayAt(from), from: clock(from), until: clock(until) });
  };
}
