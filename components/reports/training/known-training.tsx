import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { UseOfMachines } from '#lib/wire/training-report.ts';

interface KnownTrainingProps {
  known: Pick<UseOfMachines, 'days' | 'timeZone'>;
  /** The first day that was asked for. */
  from: string;
}

/** What numbers of training are from: days, time zone, and what is missing. */
export function KnownTraining({ known: { days, timeZone }, from }: KnownTrainingProps) {
  const t = useTranslations('trainingReport.basis');
  const { day } = useLocationFormat(timeZone);
  if (!days) return t('missing');
  const said = [
    t('days', { from: day(days.from), to: day(days.until), timeZone }),
    days.from > from && t('since', { day: day(days.from) }),
    t('missing'),
  ];
  return said.filter((sentence) => sentence !== false).join(' ');
}
