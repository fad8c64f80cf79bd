import { Temporal } from 'temporal-polyfill';
import { isoDate } from '#contracts/v2/primitives.ts';

/** The instant at which the local month of `epochMs` began. */
export function startOfMonth(epochMs: number, timeZone: string): Date {
  const now = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone);
  return new Date(now.toPlainDate().with({ day: 1 }).toZonedDateTime(timeZone).epochMilliseconds);
}

/** Parses a date of the platform, with or without a time after it; null where it is not one, or PostgreSQL cannot store it. */
export const readDay = (text: string | null | undefined): string | null =>
  isoDate.safeParse(text?.slice(0, 'yyyy-MM-dd'.length)).data ?? null;

/** PostgreSQL writes some earlier instants, such as those of the year 1, in a way that `Date` misreads. */
const earliest = 0;
/** PostgreSQL does not read years of five digits as `Date` writes them. */
const tooLate = Date.parse('+010000-01-01T00:00:00Z');

/** Parses an instant of the platform; null where it is not one, or cannot be stored and read again. */
export function readInstant(text: string | null | undefined): Date | null {
  try {
    const at = text ? Temporal.Instant.from(text).epochMilliseconds : Number.NaN;
    return at >= earliest && at < tooLate ? new Date(at) : null;
  } catch {
    return null;
  }
}

/** People born on 29 February have their birthday on the 28th in other years. */
export function isBirthday(dateOfBirth: string, today: string): boolean {
  const born = Temporal.PlainDate.from(dateOfBirth);
  const day = Temporal.PlainDate.from(today);
  return born.with({ year: day.year }, { overflow: 'constrain' }).equals(day);
}
