import { useFormatter } from 'next-intl';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { MemberYear } from '#lib/wire/visits.ts';
import { daysBetween } from '#shared/calendar/days.ts';

/** From this many visits on, weekdays say something. */
const enoughVisits = 4;

const allWeekdays = [0, 1, 2, 3, 4, 5, 6] as const;
type Weekday = (typeof allWeekdays)[number];

/** The weekdays on which a member mostly comes, Monday is 0; none where there is no pattern. */
export function usualDays(weekdays: readonly number[]): Weekday[] {
  const most = Math.max(...weekdays);
  if (weekdays.reduce((sum, visits) => sum + visits, 0) < enoughVisits) return [];
  const usual = allWeekdays.filter((weekday) => 2 * (weekdays[weekday] ?? 0) > most);
  return usual.length > 4 ? [] : usual;
}

/** How often a member came in the last 52 weeks, on which days, and when last. */
export function VisitsYear({ year, timeZone }: { year: MemberYear; timeZone: string }) {
  const t = useTranslations('memberVisits');
  const { time, day } = useLocationFormat(timeZone);
  const format = useFormatter();
  const { weeks, weekdays, lastAt, since } = year;
  const count = weeks.reduce((sum, { visits }) => sum + visits, 0);
  const most = Math.max(1, ...weeks.map(({ visits }) => visits));
  const usual = usualDays(weekdays);
  const first = weeks[0]?.monday ?? '';
  const isWhole = since !== null && daysBetween(since, first) >= 0;
  const perWeek = format.number(count / weeks.length, { maximumFractionDigits: 1 });
  const often = isWhole ? t('often', { count, perWeek }) : t('oftenSince', { count, day: since ? day(since) : '–' });
  return (
    <div className="grid gap-2">
      <div aria-hidden className="flex h-10 items-end gap-px">
        {weeks.map(({ monday, visits }) => (
          <span
            key={monday}
            title={t('weekOf', { day: day(monday), count: visits })}
            className={visits > 0 ? 'min-w-0 flex-1 rounded-t-xs bg-accent' : 'h-0.5 min-w-0 flex-1 bg-line'}
            style={visits > 0 ? { height: `${(100 * visits) / most}%` } : undefined}
          />
        ))}
      </div>
      <p>
        {count === 0 ? t('none') : often}
        {usual.length > 0 && ` ${t('usual', { days: format.list(usual.map((weekday) => t(`weekdays.${weekday}`))) })}`}
        {lastAt && ` ${t('last', { time: time(lastAt) })}`}
      </p>
      <details className="text-ink-soft text-sm">
        <summary className="min-h-11 cursor-pointer content-center">{t('numbers')}</summary>
        <table>
          <caption className="sr-only">{t('year')}</caption>
          <thead>
            <tr>
              <th scope="col" className="pr-6 text-left font-medium">
                {t('week')}
              </th>
              <th scope="col" className="text-right font-medium">
                {t('visits')}
              </th>
            </tr>
          </thead>
          <tbody className="tabular-nums">
            {weeks.toReversed().map(({ monday, visits }) => (
              <tr key={monday}>
                <td className="pr-6">{day(monday)}</td>
                <td className="text-right">{visits}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
}
