import { latestEndDate, type UserProductRequest } from '#contracts/v2/products.ts';
import { type FieldError, invalidFields } from '#platform/base/errors.ts';

/** First and last day of a booking, both inclusive, `yyyy-MM-dd` in the time zone of the gym. */
export interface BookingDays {
  startDate: string;
  endDate: string;
}

/** The field names of the two days in an interface. */
export interface DayNames {
  start: string;
  end: string;
}
const namesOfV2: DayNames = { start: 'startDate', end: 'endDate' };

export const isOver = (booking: BookingDays, today: string): boolean => booking.endDate < today;
const isRunning = (booking: BookingDays, today: string): boolean =>
  booking.startDate <= today && !isOver(booking, today);

/**
 * The requested days, validated.
 * @param existing the existing booking: a current one may be sent again with its original first day
 * @throws 400 with one entry for each of the two days that is not allowed
 */
export function readBookingDays(
  { startDate, endDate }: Pick<UserProductRequest, 'startDate' | 'endDate'>,
  today: string,
  existing?: BookingDays,
  names = namesOfV2,
): BookingDays {
  const start = startDate ?? today;
  const isOwnStart = existing !== undefined && isRunning(existing, today) && existing.startDate === start;
  const errors: FieldError[] = [];
  if (start < today && !isOwnStart) {
    errors.push({
      name: names.start,
      message: `Must be today in the gym (${today}) or later.`,
      rejectedValue: startDate,
    });
  }
  const endIssue = findEndIssue(endDate, start, today, names);
  if (endIssue) errors.push({ name: names.end, message: endIssue, rejectedValue: endDate ?? null });
  if (errors.length > 0 || !endDate) throw invalidFields(...errors);
  return { startDate: start, endDate };
}

function findEndIssue(
  endDate: string | null | undefined,
  start: string,
  today: string,
  names: DayNames,
): string | undefined {
  if (!endDate) return 'Must be present.';
  if (endDate <= today) return `Must be after today in the gym (${today}).`;
  if (endDate < start) return `Must not be before ${names.start}.`;
  if (endDate > latestEndDate) return `Must be at most ${latestEndDate}.`;
  return undefined;
}
