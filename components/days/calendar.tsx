'use client';

import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight, type LucideIcon } from 'lucide-react';
import { useLocale } from 'next-intl';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/class-names.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { formatDay } from '#lib/wire/i18n/date-time-format.ts';
import { formattingTag } from '#lib/wire/i18n/locale.ts';
import { addMonths, clampDay, type Day, dayByKey, monthOf, type Weekday, weeksOf } from '#lib/wire/time/month.ts';
import { utcDayOf } from '#shared/calendar/days.ts';

export interface CalendarProps {
  /** The accessible name. */
  label: string;
  /** Null where no day is chosen yet. */
  value: Day | null;
  /** The gym's today; null where it is not needed. */
  today: Day | null;
  min: Day;
  max: Day;
  onChoose(day: Day): void;
}

/** A calendar month to choose a day from, with full keyboard support (roving tabindex). */
export function Calendar({ label, value, today, min, max, onChoose }: CalendarProps) {
  const t = useTranslations('dayField');
  const tag = formattingTag[useLocale()];
  const firstWeekday = firstWeekdayOf(tag);
  const [focused, setFocused] = useState(() => clampDay(value ?? today ?? utcDayOf(Date.now()), min, max));
  // a user who opens it by keyboard continues inside it
  const hasMoved = useRef(true);
  const focusedDay = useRef<HTMLButtonElement>(null);
  const month = monthOf(focused);
  const write = (day: Day, options: Intl.DateTimeFormatOptions) => formatDay(tag, day, options);

  useEffect(() => {
    if (hasMoved.current && focused) focusedDay.current?.focus();
    hasMoved.current = false;
  }, [focused]);

  const turn = (months: number) => setFocused(clampDay(`${addMonths(month, months)}-01`, min, max));
  const pressKey = (event: KeyboardEvent) => {
    const day = dayByKey(event.key, event.shiftKey, focused, firstWeekday);
    if (day === null) return;
    event.preventDefault();
    hasMoved.current = true;
    setFocused(clampDay(day, min, max));
  };
  const weeks = weeksOf(month, firstWeekday);
  const turnButton = (
    name: 'previousYear' | 'previousMonth' | 'nextMonth' | 'nextYear',
    months: number,
    Icon: LucideIcon,
  ) => (
    <Button
      look="quiet"
      shape="icon"
      aria-label={t(name)}
      disabled={months < 0 ? month <= monthOf(min) : month >= monthOf(max)}
      onClick={() => turn(months)}
    >
      <Icon aria-hidden className="size-5" />
    </Button>
  );

  return (
    <fieldset aria-label={label} className="rounded-md border border-line bg-surface p-2.5">
      <div className="flex items-center justify-between max-sm:-mx-2">
        {turnButton('previousYear', -12, ChevronsLeft)}
        {turnButton('previousMonth', -1, ChevronLeft)}
        <p aria-live="polite" className="flex-1 whitespace-nowrap text-center font-semibold max-sm:text-sm">
          {write(`${month}-01`, { month: 'long', year: 'numeric' })}
        </p>
        {turnButton('nextMonth', 1, ChevronRight)}
        {turnButton('nextYear', 12, ChevronsRight)}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: with the role grid, screen readers pass the arrow keys to the page */}
      <table role="grid" aria-label={label} className="w-full table-fixed" onKeyDown={pressKey}>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" className="h-9 font-medium text-ink-soft text-sm">
                <abbr title={write(day, { weekday: 'long' })} className="no-underline">
                  {write(day, { weekday: 'short' })}
                </abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} className="p-0 text-center">
                  {monthOf(day) === month && (
                    <button
                      type="button"
                      ref={day === focused ? focusedDay : undefined}
                      tabIndex={day === focused ? 0 : -1}
                      disabled={day < min || day > max}
                      aria-pressed={day === value}
                      aria-current={day === today ? 'date' : undefined}
                      aria-label={write(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })}
                      onClick={() => onChoose(day)}
                      className={cn(
                        'grid h-11 w-full place-items-center rounded-md tabular-nums hover:bg-accent-soft disabled:text-ink-faint disabled:line-through disabled:hover:bg-transparent',
                        day === today && 'font-bold underline underline-offset-4',
                        day === value && 'bg-accent text-surface hover:bg-accent',
                      )}
                    >
                      {Number(day.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {today && (
        <p className="px-2 pt-1 text-ink-soft text-sm">
          <span className="font-bold underline underline-offset-4">{Number(today.slice(8))}</span> {t('today')},{' '}
          {write(today, { day: 'numeric', month: 'long' })}
        </p>
      )}
    </fieldset>
  );
}

interface WeekInfo {
  firstDay: Weekday;
}
/** Browsers implement one or the other. */
type LocaleOfWeeks = Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo };

const monday: Weekday = 1;

/** The first day of the week in a locale. */
export function firstWeekdayOf(tag: string): Weekday {
  const locale: LocaleOfWeeks = new Intl.Locale(tag);
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? monday;
}
