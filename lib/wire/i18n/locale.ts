export const locales = ['en', 'de'] as const;
export type Locale = (typeof locales)[number];

/** Whose habits dates and numbers follow. English is the one of Europe, where the day comes before the month. */
export const formattingTag: Record<Locale, string> = { en: 'en-GB', de: 'de-DE' };

/** The cookie that keeps the language a person chose on this browser. */
export const localeCookie = 'locale';

const isLocale = (value: string | undefined): value is Locale => locales.some((locale) => locale === value);

/** The chosen language, else the first one of the browser's that we speak, else English. */
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
