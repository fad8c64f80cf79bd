import { daysBetween } from '#shared/calendar/days.ts';

/** How to display a due day, relative to today. */
type Due =
  | { kind: 'none' | 'today' | 'tomorrow' | 'yesterday' }
  /** `weekday`: within the six days after tomorrow, where the name of the weekday is unambiguous. */
  | { kind: 'weekday' | 'day' | 'overdue'; day: string };

export function dueOf(day: string | null, today: string): Due {
  if (day === null) return { kind: 'none' };
  const days = daysBetween(today, day);
  if (days === 0) return { kind: 'today' };
  if (days === 1) return { kind: 'tomorrow' };
  if (days === -1) return { kind: 'yesterday' };
  if (days < 0) return { kind: 'overdue', day };
  return { kind: days < 7 ? 'weekday' : 'day', day };
}

/** Whether something is due today or overdue. */
export const isPressing = (day: string | null, today: string): boolean => day !== null && day <= today;
