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
export const readInstant = (text: string | null | undefined): Date | null =>
  storable(text, (given) => Temporal.Instant.from(given).epochMilliseconds);

/**
 * Parses an instant of the platform that begins or ends a period. A day, or a time without a zone, stands for the first or the last
 * second of that day in the time zone.
 */
export const readEdge = (
  text: string | null | undefined,
  { edge, timeZone }: { edge: 'first' | 'last'; timeZone: string },
): Date | null =>
  readInstant(text) ??
  storable(text, (given) => {
    if (!isZoneless(given)) return Number.NaN;
    const day = Temporal.PlainDate.from(given);
    const start = (edge === 'first' ? day : day.add({ days: 1 })).toZonedDateTime(timeZone);
    return (edge === 'first' ? start : start.subtract({ seconds: 1 })).epochMilliseconds;
  });

const isZoneless = (text: string) => /^\d{4}-\d\d-\d\d([T ][\d:.]+)?$/.test(text);

function storable(text: string | null | undefined, epochMsOf: (text: string) => number): Date | null {
  try {
    const at = text ? epochMsOf(text) : Number.NaN;
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
