import { Temporal } from 'temporal-polyfill';
import type { DayPeak, Days } from '#lib/wire/stays.ts';
import { daysBetween, daysLater, mondayOf } from '#shared/calendar/days.ts';

/** What a bar stands for: so that there are never so many that nobody can tell them apart. */
type PeakSpan = 'day' | 'week' | 'month';

const mostDays = 62;
const mostDaysOfWeeks = 400;

export function spanOf({ from, until }: Days): PeakSpan {
  const days = daysBetween(from, until) + 1;
  if (days <= mostDays) return 'day';
  return days <= mostDaysOfWeeks ? 'week' : 'month';
}

interface PeakGroup {
  /** The first day of it, which may be before the period. */
  first: string;
  visits: number;
  /** Its fullest day; null without a visit. */
  peak: DayPeak | null;
}

/** The days, weeks from Monday, or months of a period, each with its fullest day. */
export function groupPeaks(days: readonly DayPeak[], period: Days): PeakGroup[] {
  const span = spanOf(period);
  const groups: PeakGroup[] = [];
  for (let first = startOf(period.from, span); first <= period.until; first = nextOf(first, span)) {
    groups.push({ first, visits: 0, peak: null });
  }
  const byStart = new Map(groups.map((group) => [group.first, group]));
  for (const day of days) {
    const group = byStart.get(startOf(day.day, span));
    if (!group) continue;
    group.visits += day.visits;
    if (group.peak === null || day.peak > group.peak.peak) group.peak = day;
  }
  return groups;
}

function startOf(day: string, span: PeakSpan): string {
  switch (span) {
    case 'day':
      return day;
    case 'week':
      return mondayOf(day);
    case 'month':
      return Temporal.PlainDate.from(day).with({ day: 1 }).toString();
  }
}

function nextOf(first: string, span: PeakSpan): string {
  if (span !== 'month') return daysLater(first, span === 'week' ? 7 : 1);
  return Temporal.PlainDate.from(first).add({ months: 1 }).toString();
}
