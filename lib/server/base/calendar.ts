import { Temporal } from 'temporal-polyfill';

/** The instant at which the local month of `epochMs` began. */
export function startOfMonth(epochMs: number, timeZone: string): Date {
  const now = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone);
  return new Date(now.toPlainDate().with({ day: 1 }).toZonedDateTime(timeZone).epochMilliseconds);
}

/** Parses a date of the platform, with or without a time after it; null where it is not one. */
export function readDay(text: string | null | undefined): string | null {
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(text ?? '') ?? [];
  if (day === undefined) return null;
  try {
    return Temporal.PlainDate.from(day, { overflow: 'reject' }).toString();
  } catch {
    return null;
  }
}

/** Parses an instant of the platform; null where it is not one. */
export function readInstant(text: string | null | undefined): Date | null {
  try {
    return text ? new Date(Temporal.Instant.from(text).epochMilliseconds) : null;
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
