import { formatWeekday } from '#lib/wire/i18n/date-time-format.ts';
import { formattingTag, type Locale } from '#lib/wire/i18n/locale.ts';
import type { WeekdayHours } from '#lib/wire/stays.ts';
import { writeNumbers } from './write-numbers.ts';

const columns = ['weekday', 'hour', 'inside', 'peak', 'arrivals', 'arrivalsPerDay', 'days'] as const;

interface Words {
  locale: Locale;
  /** Translates a key of the `whenToStaff.hours.columns` messages. */
  say(key: (typeof columns)[number]): string;
}

/** The 168 hours of the week as a file of numbers; an hour of which no day was counted has none. */
export function writeHoursOfWeek({ cells }: WeekdayHours, { locale, say }: Words): AsyncGenerator<string> {
  const tag = formattingTag[locale];
  const rows = cells.flatMap((ofDay, weekday) =>
    ofDay.map(({ inside, peak, arrivals, days }, hour) => {
      const place = [formatWeekday(tag, weekday, 'long'), hour];
      return days === 0
        ? [...place, null, null, null, null, 0]
        : [...place, inside, peak, arrivals, arrivals / days, days];
    }),
  );
  return writeNumbers(rows, { titles: columns.map(say), locale });
}
