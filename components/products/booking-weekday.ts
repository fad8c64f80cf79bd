import type { Weekday } from '#lib/wire/month.ts';

interface WeekInfo {
  firstDay: Weekday;
}
/** Engines name it one way or the other. */
type LocaleOfWeeks = Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo };

const monday: Weekday = 1;

/** The day with which weeks begin in a language. */
export function firstWeekdayOf(tag: string): Weekday {
  const locale: LocaleOfWeeks = new Intl.Locale(tag);
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? monday;
}
