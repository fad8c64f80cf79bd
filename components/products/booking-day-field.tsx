'use client';

import { CalendarDays } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { formatDay } from '#lib/i18n/date-time-format.ts';
import { formattingTag } from '#lib/i18n/locale.ts';
import { type Day, readTypedDay } from '#lib/wire/month.ts';
import { BookingCalendar, type BookingCalendarProps } from './booking-calendar.tsx';

interface BookingDayFieldProps extends Pick<BookingCalendarProps, 'today' | 'min' | 'max'> {
  label: string;
  /** As it was typed; may be no day yet. */
  text: string;
  error: string | undefined;
  isOpen: boolean;
  onToggle(): void;
  onType(text: string): void;
}

/** A day, typed as people here write it or chosen in a calendar of the club's own days. */
export function BookingDayField({ label, text, error, isOpen, onToggle, onType, ...days }: BookingDayFieldProps) {
  const t = useTranslations('products.bookDialog');
  const calendar = useTranslations('products.calendar');
  const numeric = useNumericDay();
  const toggle = useRef<HTMLButtonElement>(null);
  const day = readTypedDay(text);
  const choose = (chosen: Day) => {
    onType(numeric(chosen));
    onToggle();
    toggle.current?.focus();
  };
  return (
    <div className="grid gap-2.5">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2.5">
        <TextField
          label={label}
          hint={t('hint', { example: numeric(days.max < days.min ? days.today : days.min) })}
          error={error}
          value={text}
          onChange={(event) => onType(event.target.value)}
          onBlur={() => day && onType(numeric(day))}
          autoComplete="off"
        />
        <Button
          ref={toggle}
          shape="icon"
          aria-expanded={isOpen}
          aria-label={calendar(isOpen ? 'close' : 'open', { field: label })}
          onClick={onToggle}
          className="mt-7.5 self-start"
        >
          <CalendarDays aria-hidden className="size-5" />
        </Button>
      </div>
      {isOpen && <BookingCalendar label={label} value={day} {...days} onChoose={choose} />}
    </div>
  );
}

/** Writes a day in digits, as it is typed: `31.12.2026`, `31/12/2026`. */
export function useNumericDay(): (day: Day) => string {
  const tag = formattingTag[useLocale()];
  return (day) => formatDay(tag, day, { day: '2-digit', month: '2-digit', year: 'numeric' });
}
