import { Temporal } from 'temporal-polyfill';
import { daysBetween, daysLater } from '#shared/calendar/days.ts';
import { breaks, brokenRules } from './broken-rule.ts';
import { type DayRange, dayRangeInput } from './corporate-fitness.ts';

/** The maximum number of days of a report: three years, one of them a leap year. */
export const longestReportDays = 1096;

/** The days of a report, at the location, both included. */
export const reportPeriod = dayRangeInput.refine(({ from, to }) => daysBetween(from, to) < longestReportDays, {
  error: `Must be at most ${longestReportDays} days.`,
  path: ['to'],
  ...breaks('tooLong'),
  // compare only if both are valid days
  when: ({ issues }) => issues.length === 0,
});

/** What is wrong with the period of an address: it names no two days, the last of them is first, or there are too many. */
type PeriodMistake = 'unreadable' | 'beforeFirst' | 'tooLong';

export interface AskedPeriod {
  /** The asked one; without one, or with a mistake, the usual one of the report. */
  period: DayRange;
  mistake: PeriodMistake | null;
}

/**
 * The period that the address of a report names.
 * @param usual the period of an address that names none
 */
export function readPeriod({ from, to }: Record<string, unknown>, usual: DayRange): AskedPeriod {
  if (from === undefined && to === undefined) return { period: usual, mistake: null };
  const { data, error } = reportPeriod.safeParse({ from, to });
  if (data) return { period: data, mistake: null };
  const rule = brokenRules(error).to;
  return { period: usual, mistake: rule === 'beforeFirst' || rule === 'tooLong' ? rule : 'unreadable' };
}

export type QuickPeriodName = 'last4Weeks' | 'last12Weeks' | 'thisMonth' | 'lastMonth' | 'last12Months';

/**
 * Periods to choose from, for a day of the location's calendar. The weeks and the twelve months end with the last day that is over.
 */
export function quickPeriodsOn(today: string): Record<QuickPeriodName, DayRange> {
  const day = Temporal.PlainDate.from(today);
  const month = (first: Temporal.PlainDate) => ({
    from: first.toString(),
    to: first.with({ day: first.daysInMonth }).toString(),
  });
  const firstOfMonth = day.with({ day: 1 });
  const yesterday = daysLater(today, -1);
  return {
    last4Weeks: { from: daysLater(today, -28), to: yesterday },
    last12Weeks: { from: daysLater(today, -84), to: yesterday },
    thisMonth: month(firstOfMonth),
    lastMonth: month(firstOfMonth.subtract({ months: 1 })),
    last12Months: { from: day.subtract({ years: 1 }).toString(), to: yesterday },
  };
}
