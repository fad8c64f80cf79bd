import type { Locale } from '#lib/wire/i18n/locale.ts';
import type { DayPeaks } from '#lib/wire/stays.ts';
import { writeNumbers } from './write-numbers.ts';

const columns = ['day', 'peak', 'peakHour', 'capacity', 'visits'] as const;

interface Words {
  locale: Locale;
  /** Translates a key of the `whenToStaff.peaks.columns` messages. */
  say(key: (typeof columns)[number]): string;
}

/** The days with visits as a file of numbers, each with its ISO 8601 day. */
export const writeDayPeaks = ({ days, capacity }: DayPeaks, { locale, say }: Words): AsyncGenerator<string> =>
  writeNumbers(
    days.map(({ day, peak, peakHour, visits }) => [day, peak, peakHour, capacity, visits]),
    { titles: columns.map(say), locale },
  );
