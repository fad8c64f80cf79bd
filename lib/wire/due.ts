const dayMs = 24 * 3_600_000;

/** Days from one calendar day to another; negative where `to` is earlier. */
export const daysFromTo = (from: string, to: string): number => Math.round((noon(to) - noon(from)) / dayMs);

/** The calendar day so many days later. */
export const daysLater = (day: string, days: number): string =>
  new Date(noon(day) + days * dayMs).toISOString().slice(0, 10);

// a calendar day has no zone: in UTC each is as long as the other
const noon = (day: string) => Date.parse(`${day}T12:00:00Z`);

/** How a due day is spoken of today. */
export type Due =
  | { kind: 'none' | 'today' | 'tomorrow' | 'yesterday' }
  /** Within the six days after tomorrow a weekday says which one. */
  | { kind: 'weekday' | 'day' | 'overdue'; day: string };

export function dueOf(day: string | null, today: string): Due {
  if (day === null) return { kind: 'none' };
  const days = daysFromTo(today, day);
  if (days === 0) return { kind: 'today' };
  if (days === 1) return { kind: 'tomorrow' };
  if (days === -1) return { kind: 'yesterday' };
  if (days < 0) return { kind: 'overdue', day };
  return { kind: days < 7 ? 'weekday' : 'day', day };
}

/** Whether something should have been done by the end of today. */
export const isPressing = (day: string | null, today: string): boolean => day !== null && day <= today;
