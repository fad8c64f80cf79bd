import type { Locale } from '#lib/wire/i18n/locale.ts';
import type { DayCurve } from '#lib/wire/stays.ts';
import { writeNumbers } from './write-numbers.ts';

const columns = ['hour', 'inside', 'median', 'lower', 'upper', 'arrivals'] as const;

interface Words {
  locale: Locale;
  /** Translates a key of the `whenToStaff.today.columns` messages. */
  say(key: (typeof columns)[number]): string;
}

/** The 24 hours of today as a file of numbers; those to come have only what is usual. */
export const writeToday = ({ hours }: DayCurve, { locale, say }: Words): AsyncGenerator<string> =>
  writeNumbers(
    hours.map(({ inside, arrivals, usual }, hour) => {
      const { median = null, lower = null, upper = null } = usual?.inside ?? {};
      return [hour, inside, median, lower, upper, arrivals];
    }),
    { titles: columns.map(say), locale },
  );
