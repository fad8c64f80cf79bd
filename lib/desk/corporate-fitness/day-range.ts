import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';

/** Days of the club's calendar, `yyyy-MM-dd`, both included. */
export interface DayRange {
  from: string;
  to: string;
}

export const dayRangeInput = z
  .object({ from: z.iso.date(), to: z.iso.date() })
  .refine(({ from, to }) => from <= to, { error: 'Must not be before the first day.', path: ['to'] });

export const quickRangeNames = ['thisMonth', 'nextMonth', 'next30Days'] as const;
export type QuickRanges = Record<(typeof quickRangeNames)[number], DayRange>;

/** The ranges that are one press away, on a day of the club's calendar. */
export function quickRangesOn(today: string): QuickRanges {
  const day = Temporal.PlainDate.from(today);
  return {
    thisMonth: monthOf(day),
    nextMonth: monthOf(day.add({ months: 1 })),
    next30Days: { from: today, to: day.add({ days: 30 }).toString() },
  };
}

function monthOf(day: Temporal.PlainDate): DayRange {
  return { from: day.with({ day: 1 }).toString(), to: day.with({ day: day.daysInMonth }).toString() };
}
