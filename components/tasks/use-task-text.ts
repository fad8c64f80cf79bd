import { useLocale } from 'next-intl';
import { taskTypes } from '#contracts/v2/tasks.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { dueOf } from '#lib/wire/due.ts';
import { formatDay } from '#lib/wire/i18n/date-time-format.ts';
import { formattingTag } from '#lib/wire/i18n/locale.ts';

/** The due day in words, relative to today. */
export function useDueText(today: string): (day: string | null) => string {
  const t = useTranslations('tasks.dueOn');
  const tag = formattingTag[useLocale()];
  const write = (day: string, options: Intl.DateTimeFormatOptions) => formatDay(tag, day, options);
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

/** The display name of a task type. A type that the provider added later is shown as it is. */
export function useTypeName(): (type: string) => string {
  const t = useTranslations('tasks.types');
  return (type) => {
    const known = taskTypes.find((candidate) => candidate === type);
    return known ? t(known) : type;
  };
}
