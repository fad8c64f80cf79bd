import { useLocale, useTranslations } from 'next-intl';
import { dueOf } from '#lib/desk/tasks/due.ts';
import { dateTimeFormat } from '#lib/i18n/date-time-format.ts';
import { formattingTag } from '#lib/i18n/locale.ts';

/** Says when something is due, as one says it on this day of the club. */
export function useDueText(today: string): (day: string | null) => string {
  const t = useTranslations('tasks.dueOn');
  const tag = formattingTag[useLocale()];
  // a calendar day has no zone: noon UTC is that day in the zone it is written for
  const write = (day: string, options: Intl.DateTimeFormatOptions) =>
    dateTimeFormat(tag, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`));
  const isThisYear = (day: string) => day.slice(0, 4) === today.slice(0, 4);
  const date = (day: string) =>
    write(day, { day: 'numeric', month: 'short', ...(!isThisYear(day) && { year: 'numeric' }) });
  return (day) => {
    const due = dueOf(day, today);
    switch (due.kind) {
      case 'none':
      case 'today':
      case 'tomorrow':
      case 'yesterday':
        return t(due.kind);
      case 'weekday':
        return t('weekday', { weekday: write(due.day, { weekday: 'long' }) });
      case 'day':
      case 'overdue':
        return t(due.kind, { day: date(due.day) });
    }
  };
}
