import { Temporal } from 'temporal-polyfill';

/** A day, `yyyy-MM-dd`. Days and months here have no time zone: the caller passes the gym's "today". */
export type Day = string;
/** `yyyy-MM`. */
type Month = string;
/** 1 is Monday, 7 is Sunday. */
export type Weekday = number;

export const monthOf = (day: Day): Month => day.slice(0, 7);

export const addMonths = (month: Month, months: number): Month =>
  Temporal.PlainYearMonth.from(month).add({ months }).toString();

/** The weeks of a month, filled up with days of the neighbouring months. */
export function weeksOf(month: Month, firstWeekday: Weekday): Day[][] {
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 });
  const start = first.subtract({ days: daysSince(first, firstWeekday) });
  const shown = daysSince(first, firstWeekday) + first.daysInMonth;
  return Array.from({ length: Math.ceil(shown / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => start.add({ days: week * 7 + day }).toString()),
  );
}

/** The day that a key moves to in a calendar; null for other keys. */
export function dayByKey(key: string, isShift: boolean, day: Day, firstWeekday: Weekday): Day | null {
  const from = Temporal.PlainDate.from(day);
  const step = stepByKey(key, isShift, daysSince(from, firstWeekday));
  return step && from.add(step).toString();
}

function stepByKey(key: string, isShift: boolean, weekday: number): Temporal.DurationLike | null {
  switch (key) {
    case 'ArrowLeft':
      return { days: -1 };
    case 'ArrowRight':
      return { days: 1 };
    case 'ArrowUp':
      return { days: -7 };
    case 'ArrowDown':
      return { days: 7 };
    case 'Home':
      return { days: -weekday };
    case 'End':
      return { days: 6 - weekday };
    case 'PageUp':
      return isShift ? { years: -1 } : { months: -1 };
    case 'PageDown':
      return isShift ? { years: 1 } : { months: 1 };
    default:
      return null;
  }
}

export const clampDay = (day: Day, min: Day, max: Day): Day => (day < min ? min : day > max ? max : day);

/** Whether it is an existing day, `yyyy-MM-dd`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  try {
    return Temporal.PlainDate.from(text).toString() === text;
  } catch {
    return false;
  }
}

/** Days from the start of the week to a day. */
const daysSince = (day: Temporal.PlainDate, firstWeekday: Weekday): number => (day.dayOfWeek - firstWeekday + 7) % 7;
