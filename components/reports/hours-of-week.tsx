import { useLocale } from 'next-intl';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { formatWeekday } from '#lib/wire/i18n/date-time-format.ts';
import { formattingTag } from '#lib/wire/i18n/locale.ts';
import type { PathAt } from '#lib/wire/path-at.ts';
import type { HourCell, WeekdayHours } from '#lib/wire/stays.ts';
import { Basis } from './basis.tsx';
import { HeatMap } from './heat-map.tsx';
import { NumbersTable } from './numbers-table.tsx';
import { ReportChart } from './report.tsx';

interface HoursOfWeekProps {
  hours: WeekdayHours;
  fileHref: PathAt;
}

interface Place extends HourCell {
  weekday: number;
  hour: number;
}

const cellsOf = ({ cells }: WeekdayHours): Place[] =>
  cells.flatMap((ofDay, weekday) => ofDay.map((cell, hour) => ({ ...cell, weekday, hour })));

/** The first of those with most people inside on average. */
function fullestOf(places: readonly Place[]): { weekday: number; hour: number; inside: number } | null {
  const known = places.flatMap(({ inside, ...place }) => (inside ? [{ ...place, inside }] : []));
  return known.reduce<(typeof known)[number] | null>(
    (fullest, one) => (fullest === null || one.inside > fullest.inside ? one : fullest),
    null,
  );
}

/** From the first hour in which anybody was inside until the last. */
function hoursWithPeople(places: readonly Place[]): number[] {
  const full = places.filter(({ peak }) => peak > 0).map(({ hour }) => hour);
  const [first, last] = [Math.min(...full), Math.max(...full)];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

const weekdays = [0, 1, 2, 3, 4, 5, 6];

/** How many people are inside at each hour of the week, on average. */
export function HoursOfWeek({ hours, fileHref }: HoursOfWeekProps) {
  const t = useTranslations('whenToStaff.hours');
  const tag = formattingTag[useLocale()];
  const nameOf = (weekday: number, style: 'long' | 'short') => formatWeekday(tag, weekday, style);
  const write = (digits: number) =>
    new Intl.NumberFormat(tag, { maximumFractionDigits: digits, minimumFractionDigits: digits });
  const [whole, tenths] = [write(0), write(1)];
  const places = cellsOf(hours);
  const fullest = fullestOf(places);
  const shown = hoursWithPeople(places);
  const daysCounted = hours.days.reduce((sum, days) => sum + days, 0);
  return (
    <ReportChart
      title={t('title')}
      sentence={
        fullest
          ? t('sentence', {
              weekday: String(fullest.weekday),
              hour: String(fullest.hour),
              count: Math.round(fullest.inside),
            })
          : t('none')
      }
      basis={<Basis counted={hours} days={daysCounted} daysLeftOut={hours.daysLeftOut} />}
      fileHref={fileHref}
      numbers={
        <NumbersTable
          caption={t('title')}
          columns={[
            t('columns.when'),
            t('columns.inside'),
            t('columns.peak'),
            t('columns.arrivals'),
            t('columns.arrivalsPerDay'),
            t('columns.days'),
          ]}
          rows={places
            .filter(({ hour, days }) => days > 0 && shown.includes(hour))
            .map(({ weekday, hour, days, arrivals, inside, peak }) => [
              `${nameOf(weekday, 'long')}, ${t('hour', { hour: String(hour) })}`,
              inside === null ? '–' : tenths.format(inside),
              whole.format(peak),
              whole.format(arrivals),
              tenths.format(arrivals / days),
              whole.format(days),
            ])}
        />
      }
    >
      {fullest && (
        <HeatMap
          caption={t('caption')}
          columns={weekdays.map((weekday) => ({ name: nameOf(weekday, 'long'), short: nameOf(weekday, 'short') }))}
          rows={shown.map((hour) => ({
            name: t('hour', { hour: String(hour) }),
            cells: weekdays.map((weekday) => {
              const inside = hours.cells[weekday]?.[hour]?.inside ?? null;
              return { value: inside, text: inside === null ? '–' : whole.format(inside) };
            }),
          }))}
        />
      )}
    </ReportChart>
  );
}
