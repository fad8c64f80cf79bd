export const locales = ['en', 'de'] as const;
export type Locale = (typeof locales)[number];

/** The locale for dates and numbers. English uses the European order, with the day before the month. */
export const formattingTag: Record<Locale, string> = { en: 'en-GB', de: 'de-DE' };

/** The cookie with the language that a user chose in this browser. */
export const localeCookie = 'locale';

const isLocale = (value: string | undefined): value is Locale => locales.some((locale) => locale === value);

/** The chosen language, otherwise the browser's preferred one that is supported, otherwise English. */
export function chooseLocale(chosen: string | undefined, acceptLanguage: string | null): Locale {
  if (isLocale(chosen)) return chosen;
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((entry) => {
      const [tag = '', quality = 'q=1'] = entry.trim().split(';');
      return { language: tag.slice(0, 2).toLowerCase(), quality: Number(quality.trim().replace('q=', '')) || 0 };
    })
    .sort((a, b) => b.quality - a.quality);
  return wanted.map(({ language }) => language).find(isLocale) ?? 'en';
}
