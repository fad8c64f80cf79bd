import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { daysLater } from '#shared/calendar/days.ts';
import { breaks } from './broken-rule.ts';

/** A corporate membership that ends. Days are days of the gym's calendar, `yyyy-MM-dd`. */
export interface CorporateEnding {
  accountId: string;
  displayName: string;
  initials: string;
  photoUrl: string | null;
  /** First day of the contract; null where the platform names none. */
  since: string | null;
  /** Last day of the entitlement. */
  until: string | null;
  /** Days from today until then; negative where it has ended. */
  daysLeft: number | null;
  /** ISO instant of the last check-in known to this desk. */
  lastVisitAt: string | null;
}

export interface CorporateEndings {
  entries: CorporateEnding[];
  /** The number of listed members that the desk cannot parse. */
  unreadable: number;
}

/** Days of the gym's calendar, `yyyy-MM-dd`, both included. */
export interface DayRange {
  from: string;
  to: string;
}

/** PostgreSQL knows no year 0. */
const day = z.iso.date().refine((given) => given >= '0001-01-01', { error: 'Must not be before the year 1.' });

export const dayRangeInput = z.object({ from: day, to: day }).refine(({ from, to }) => from <= to, {
  error: 'Must not be before the first day.',
  path: ['to'],
  ...breaks('beforeFirst'),
  // compare only if both are valid days
  when: ({ issues }) => issues.length === 0,
});

const quickRangeNames = ['thisMonth', 'nextMonth', 'next30Days'] as const;
export type QuickRanges = Record<(typeof quickRangeNames)[number], DayRange>;

/** The predefined ranges, for a day of the gym's calendar. */
export function quickRangesOn(today: string): QuickRanges {
  const day = Temporal.PlainDate.from(today);
  return {
    thisMonth: monthOf(day),
    nextMonth: monthOf(day.add({ months: 1 })),
    next30Days: { from: today, to: daysLater(today, 30) },
  };
}

function monthOf(day: Temporal.PlainDate): DayRange {
  return { from: day.with({ day: 1 }).toString(), to: day.with({ day: day.daysInMonth }).toString() };
}
