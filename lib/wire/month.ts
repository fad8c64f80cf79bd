import { Temporal } from 'temporal-polyfill';

/** A day, `yyyy-MM-dd`. Days and months here have no zone: "today" comes from the club. */
export type Day = string;
/** `yyyy-MM`. */
type Month = string;
/** 1 is Monday, 7 is Sunday. */
export type Weekday = number;

export const monthOf = (day: Day): Month => day.slice(0, 7);

export const addMonths = (month: Month, months: number): Month =>
  Temporal.PlainYearMonth.from(month).add({ months }).toString();

/** The weeks of a month, with the days of its neighbours that fill the first and the last one. */
export function weeksOf(month: Month, firstWeekday: Weekday): Day[][] {
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 });
  const start = first.subtract({ days: daysSince(first, firstWeekday) });
  const shown = daysSince(first, firstWeekday) + first.daysInMonth;
  return Array.from({ length: Math.ceil(shown / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => start.add({ days: week * 7 + day }).toString()),
  );
}

/** Where a key leads from a day in a calendar; null for keys that lead nowhere. */
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

export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && readTypedDay(text) === text;

/**
 * Reads a day that was typed: `31.12.2026`, `31/12/26`, `31 12 2026`, `31122026`, or `2026-12-31`. The day comes first, as
 * people here write it.
 * @param latest a year of two digits is of the century before where it would be later than this day
 * @returns null where it is no day
 */
export function readTypedDay(text: string, latest?: Day): Day | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text.trim());
  if (iso) return toDay(iso[1], iso[2], iso[3]);
  const separated = /^(\d{1,2})[./\- ]+(\d{1,2})[./\- ]+(\d{2}|\d{4})$/;
  const digits = /^(\d{2})(\d{2})(\d{4})$/;
  const written = separated.exec(text.trim()) ?? digits.exec(text.trim());
  if (!written) return null;
  const [, day, month, year] = written;
  if (year?.length !== 2) return toDay(year, month, day);
  const read = toDay(`20${year}`, month, day);
  return read && latest && read > latest ? toDay(`19${year}`, month, day) : read;
}

function toDay(year: string | undefined, month: string | undefined, day: string | undefined): Day | null {
  try {
    const date = { year: Number(year), month: Number(month), day: Number(day) };
    return Temporal.PlainDate.from(date, { overflow: 'reject' }).toString();
  } catch {
    return null;
  }
}

/** Days from the beginning of its week to a day. */
const daysSince = (day: Temporal.PlainDate, firstWeekday: Weekday): number => (day.dayOfWeek - firstWeekday + 7) % 7;
