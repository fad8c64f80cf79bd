import { useLocale, useTranslations } from 'next-intl';
import { useLocationFormat } from '#components/desk/use-location-format.ts';
import { dueOf } from '#lib/desk/tasks/due.ts';
import { formattingTag } from '#lib/i18n/locale.ts';

/** Says when something is due, as one says it on this day of the club. */
export function useDueText(today: string): (day: string | null) => string {
  const t = useTranslations('tasks.dueOn');
  const tag = formattingTag[useLocale()];
  // calendar days have no zone
  const format = useLocationFormat('UTC');
  const weekday = (day: string) =>
    new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`));
  return (day) => {
    const due = dueOf(day, today);
    switch (due.kind) {
      case 'none':
      case 'today':
      case 'tomorrow':
      case 'yesterday':
        return t(due.kind);
      case 'weekday':
        return t('weekday', { weekday: weekday(due.day) });
      case 'day':
      case 'overdue':
        return t(due.kind, { day: format.day(due.day) });
    }
  };
}
