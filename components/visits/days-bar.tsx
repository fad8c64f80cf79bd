import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { DayField, useNumericDay } from '#components/days/day-field.tsx';
import { useLocationFormat } from '#components/hooks/use-location-format.ts';
import { Button } from '#components/ui/button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { isDay } from '#lib/wire/time/month.ts';
import { isVisitSpan, longestVisitSpan, type VisitFilter } from '#lib/wire/visits.ts';
import { daysBetween, daysLater } from '#shared/calendar/days.ts';

export interface DaysProps {
  /** The location's today. */
  today: string;
  filter: VisitFilter;
  onFilter(filter: VisitFilter): void;
}

const withDays = (filter: VisitFilter, day: string, last: string): VisitFilter => ({
  ...filter,
  day,
  until: last === day ? undefined : last,
  by: undefined,
});

/** The first and the last day. */
export function DayFields({ today, filter, onFilter }: DaysProps) {
  const t = useTranslations('visits');
  const write = useNumericDay();
  const { day: from, until = from } = filter;
  // typed text that is not a valid day yet, or outside the allowed range
  const [typed, setTyped] = useState<{ of: string; day?: string; until?: string }>({ of: '' });
  const of = `${from} ${until}`;
  // other days were chosen meanwhile
  const wrong = typed.of === of ? typed : { of };
  const show = (day: string, last: string) => onFilter(withDays(filter, day, last));
  const chooseFirst = (day: string) => {
    setTyped({ of, ...(!isDay(day) && { day }) });
    if (isDay(day)) show(day, isVisitSpan(day, until) ? until : day);
  };
  const chooseLast = (last: string) => {
    const isRight = isDay(last) && isVisitSpan(from, last);
    setTyped({ of, ...(!isRight && { until: last }) });
    if (isRight) show(from, last);
  };
  const example = write(today);
  return (
    <div className="flex gap-2.5 max-sm:flex-wrap">
      <DayField
        className="max-sm:min-w-44 max-sm:flex-1 sm:w-44"
        label={t('from')}
        value={wrong.day ?? from}
        error={wrong.day === undefined ? undefined : t('dayInvalid', { example })}
        today={today}
        max={today}
        onChange={chooseFirst}
      />
      <DayField
        className="max-sm:min-w-44 max-sm:flex-1 sm:w-44"
        label={t('until')}
        value={wrong.until ?? until}
        error={
          wrong.until === undefined
            ? undefined
            : t(isDay(wrong.until) ? 'spanInvalid' : 'dayInvalid', { example, days: longestVisitSpan })
        }
        today={today}
        min={from}
        max={today}
        onChange={chooseLast}
      />
    </div>
  );
}

/** Buttons for the days before and after, with the shown ones between them on a phone, and for today. A range moves by its own length. */
export function DaySteps({ today, filter, onFilter, timeZone }: DaysProps & { timeZone: string }) {
  const t = useTranslations('visits');
  const { day: from, until = from } = filter;
  const text = useDaysText(filter, timeZone);
  const days = daysBetween(from, until) + 1;
  const step = (by: number) => onFilter(withDays(filter, daysLater(from, by), daysLater(until, by)));
  return (
    <div className="flex items-center gap-2.5">
      <Button shape="icon" aria-label={t('previous', { days })} onClick={() => step(-days)}>
        <ChevronLeft aria-hidden className="size-5" />
      </Button>
      <span className="sm:hidden">{text}</span>
      <Button
        shape="icon"
        aria-label={t('next', { days })}
        disabled={until >= today}
        onClick={() => step(Math.min(days, daysBetween(until, today)))}
      >
        <ChevronRight aria-hidden className="size-5" />
      </Button>
      {(from !== today || until !== today) && (
        <Button onClick={() => onFilter(withDays(filter, today, today))}>{t('today')}</Button>
      )}
    </div>
  );
}

/** The days of a list in words. */
export function useDaysText({ day: from, until }: VisitFilter, timeZone: string): string {
  const { day } = useLocationFormat(timeZone);
  return until ? `${day(from)} – ${day(until)}` : day(from);
}
