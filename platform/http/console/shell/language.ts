import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { dayS } from '#shared/calendar/durations.ts';
import { getCookie } from './cookies.ts';
import type { ConsoleEnv } from './environment.ts';

export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

export const languageCookie = 'front_desk_console_language';
export const languageKeptS = 365 * dayS;

export const isLanguage = (text: string | undefined): text is Language => languages.some((known) => known === text);

/** The language chosen on the page, otherwise the browser's first supported one, otherwise English. */
export function languageOf(c: Context<ConsoleEnv>): Language {
  const chosen = getCookie(c, languageCookie);
  if (isLanguage(chosen)) return chosen;
  const asked = accepts(c, {
    header: 'Accept-Language',
    supports: [...languages],
    default: 'en',
    match: (accepted) => {
      const wanted = accepted.filter(({ q }) => q > 0).toSorted((one, other) => other.q - one.q);
      return wanted.map(({ type }) => type.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
    },
  });
  return isLanguage(asked) ? asked : 'en';
}

/** The words of one part of the console in every language. A missing key is a type error. */
export const inBothLanguages = <Words extends object>(en: Words, de: NoInfer<Words>): Record<Language, Words> => ({
  en,
  de,
});

const localeOf = { en: 'en-GB', de: 'de-DE' } as const;

const formatIn = (instant: Date, language: Language, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(localeOf[language], options).format(instant);

/** Date and time in the gym's time zone. */
export const formatInstant = (instant: Date, language: Language, timeZone: string): string =>
  formatIn(instant, language, { dateStyle: 'medium', timeStyle: 'short', timeZone });

/** Date and time to the second. */
export const formatSecond = (instant: Date, language: Language, timeZone: string): string =>
  formatIn(instant, language, { dateStyle: 'medium', timeStyle: 'medium', timeZone });

/** Date and time on a phone's lock screen, in the gym's time zone. */
export const formatClock = (instant: Date, language: Language, timeZone: string) => ({
  time: formatIn(instant, language, { timeStyle: 'short', timeZone }),
  day: formatIn(instant, language, { weekday: 'long', day: 'numeric', month: 'long', timeZone }),
});
