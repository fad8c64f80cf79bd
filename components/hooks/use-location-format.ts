import { useLocale } from 'next-intl';
import { dateTimeFormat, formatDay, shownDay } from '#lib/wire/i18n/date-time-format.ts';
import { formattingTag } from '#lib/wire/i18n/locale.ts';

interface LocationFormat {
  /** `09:41`; on another day, `20 Nov, 09:41`; in another year, `20 Nov 2025, 09:41`. */
  time(instant: string | number): string;
  /** `09:41`. */
  clock(instant: string | number): string;
  /** `20 Nov`; in another year, `20 Nov 2025`. */
  dayOf(instant: string): string;
  /** `09:41:07`. */
  timeWithSeconds(instant: string | number): string;
  /** `Friday 4 December 2026 at 09:41`. */
  deadline(instant: string): string;
  /** `31 Oct 2026`, from a calendar day `yyyy-MM-dd`. */
  day(day: string): string;
}

/** Formats times in the time zone of a location, in the language of the page. */
export function useLocationFormat(timeZone: string): LocationFormat {
  const tag = formattingTag[useLocale()];
  const write = (at: Date, options: Intl.DateTimeFormatOptions) => dateTimeFormat(tag, options).format(at);
  const year = (at: Date) => write(at, { year: 'numeric', timeZone });
  const day = (at: Date) =>
    write(at, {
      day: 'numeric',
      month: 'short',
      year: year(at) === year(new Date()) ? undefined : 'numeric',
      timeZone,
    });
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
  return {
    time: (instant) => {
      const at = new Date(instant);
      const time = write(at, clock);
      return day(at) === day(new Date()) ? time : `${day(at)}, ${time}`;
    },
    clock: (instant) => write(new Date(instant), clock),
    dayOf: (instant) => day(new Date(instant)),
    timeWithSeconds: (instant) => write(new Date(instant), { ...clock, second: '2-digit' }),
    deadline: (instant) =>
      write(new Date(instant), { ...clock, weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    day: (day) => formatDay(tag, day, shownDay),
  };
}
