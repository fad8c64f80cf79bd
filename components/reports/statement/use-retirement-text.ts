import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { Retirement } from '#lib/wire/corporate-statement.ts';

/** What a statement says of a time in which its gym was retired. */
export function useRetirementText(timeZone: string): (retirement: Retirement) => string {
  const t = useTranslations('corporateStatement.retirement');
  const { day } = useLocationFormat(timeZone);
  return ({ from, until }) =>
    until === null ? t('now', { from: day(from) }) : t('over', { from: day(from), until: day(until) });
}
