import { useLocale } from 'next-intl';
import { formatDay } from '#lib/i18n/date-time-format.ts';
import { formattingTag } from '#lib/i18n/locale.ts';
import type { Day } from '#lib/wire/month.ts';

/** Writes a day in digits, as it is typed: `31.12.2026`, `31/12/2026`. */
export function useNumericDay(): (day: Day) => string {
  const tag = formattingTag[useLocale()];
  return (day) => formatDay(tag, day, { day: '2-digit', month: '2-digit', year: 'numeric' });
}
