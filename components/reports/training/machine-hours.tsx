import { useLocale } from 'next-intl';
import { HeatMap } from '#components/reports/heat-map.tsx';
import { NumbersTable } from '#components/reports/numbers-table.tsx';
import { ReportChart } from '#components/reports/report.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { formatWeekday } from '#lib/wire/i18n/date-time-format.ts';
import { formattingTag } from '#lib/wire/i18n/locale.ts';
import type { PathAt } from '#lib/wire/path-at.ts';
import type { UseOfMachines } from '#lib/wire/training-report.ts';
import { KnownTraining } from './known-training.tsx';

interface MachineHoursProps {
  use: UseOfMachines;
  /** The first day that the period asks for. */
  from: string;
  fileHref: PathAt;
}

const weekdays = [0, 1, 2, 3, 4, 5, 6];

/** How many workouts there are on machines at each hour of the week, on average. */
export function MachineHours({ use, from, fileHref }: MachineHoursProps) {
  const t = useTranslations('trainingReport');
  const tag = formattingTag[useLocale()];
  const { format } = new Intl.NumberFormat(tag, { maximumFractionDigits: 1 });
  const nameOf = (weekday: number, style: 'long' | 'short') => formatWeekday(tag, weekday, style);
  const { days, workouts } = use.hours;
  const cells = weekdays.flatMap((weekday) =>
    (workouts[weekday] ?? []).map((count, hour) => {
      const ofDays = days[weekday] ?? 0;
      return { weekday, hour, count, ofDays, average: ofDays > 0 ? count / ofDays : null };
    }),
  );
  const used = cells.filter(({ count }) => count > 0);
  const [fullest] = used.toSorted((one, other) => (other.average ?? 0) - (one.average ?? 0));
  const [first, last] = [Math.min(...used.map(({ hour }) => hour)), Math.max(...used.map(({ hour }) => hour))];
  const isShown = ({ hour }: { hour: number }) => hour >= first && hour <= last;
  const hours = cells.filter(({ weekday }) => weekday === 0).filter(isShown);
  const write = (average: number | null) => (average === null ? '–' : format(average));
  const hourName = (hour: number) => t('byHour.hour', { hour: String(hour) });
  return (
    <ReportChart
      title={t('byHour.title')}
      sentence={
        fullest
          ? t('byHour.sentence', {
              weekday: String(fullest.weekday),
              hour: String(fullest.hour),
              average: format(fullest.average ?? 0),
            })
          : t(use.days ? 'byMachine.none' : 'basis.none')
      }
      basis={<KnownTraining known={use} from={from} />}
      fileHref={fileHref}
      numbers={
        <NumbersTable
          caption={t('byHour.title')}
          columns={[t('columns.when'), t('columns.average'), t('columns.workouts'), t('columns.days')]}
          rows={cells
            .filter((cell) => isShown(cell) && cell.ofDays > 0)
            .map(({ weekday, hour, average, count, ofDays }) => [
              `${nameOf(weekday, 'long')}, ${hourName(hour)}`,
              write(average),
              count,
              ofDays,
            ])}
        />
      }
    >
      {fullest && (
        <HeatMap
          caption={t('byHour.caption')}
          columns={weekdays.map((weekday) => ({ name: nameOf(weekday, 'long'), short: nameOf(weekday, 'short') }))}
          rows={hours.map(({ hour }) => ({
            name: hourName(hour),
            cells: cells
              .filter((cell) => cell.hour === hour)
              .map(({ average }) => ({ value: average, text: average === null ? '–' : String(Math.round(average)) })),
          }))}
        />
      )}
    </ReportChart>
  );
}
