import type { z } from 'zod';
import { isoDate, pathPart, requiredText } from '#contracts/v2/primitives.ts';
import { latestEndDate } from '#contracts/v2/products.ts';
import { memberInput } from './members.ts';

const productId = requiredText(100).regex(pathPart, 'Must be the id of a product.');

export const bookInput = memberInput.extend({ productId, startDate: isoDate, endDate: isoDate });
export type BookInput = z.infer<typeof bookInput>;

export const endBookingInput = memberInput.extend({ productId });
export type EndBookingInput = z.infer<typeof endBookingInput>;

/** First and last day, both included, `yyyy-MM-dd` in the club's time zone. */
export interface BookingDays {
  startDate: string;
  endDate: string;
}

export interface Booking {
  productId: string;
  title: string;
  /** Null where the platform does not say. */
  startDate: string | null;
  endDate: string | null;
  /** Whether it has begun, by the club's today. */
  isRunning: boolean;
}

export interface BookableProduct {
  productId: string;
  title: string;
  description: string | null;
}

export interface ProductsView {
  bookings: Booking[];
  /** What the gym offers, booked or not. */
  products: BookableProduct[];
  /** Bookings that the platform lists and the desk cannot read. */
  unreadable: number;
}

/** Why a day is not allowed. `refused`: the platform says so, for a reason that this desk does not know. */
export type DayProblem = 'missing' | 'inThePast' | 'notAfterToday' | 'beforeStart' | 'tooLate' | 'refused';
export type DayProblems = Partial<Record<keyof BookingDays, DayProblem>>;

export type BookOutcome =
  | { kind: 'booked' }
  | { kind: 'refused'; problems: DayProblems }
  | { kind: 'productGone' }
  | { kind: 'memberGone' };

export type EndBookingOutcome = { kind: 'ended' | 'productGone' | 'memberGone' };

/**
 * What is wrong with days that are asked for (behaviour sheet, "Products").
 * @param runningSince first day of the booking that is to be changed: it may be sent again although it is past
 */
export function findDayProblems(
  { startDate, endDate }: BookingDays,
  { today, runningSince }: { today: string; runningSince: string | null },
): DayProblems {
  const start = startDate === '' ? 'missing' : startDate < today && startDate !== runningSince ? 'inThePast' : null;
  return { ...(start && { startDate: start }), ...endProblem(startDate, endDate, today) };
}

function endProblem(startDate: string, endDate: string, today: string): DayProblems {
  if (endDate === '') return { endDate: 'missing' };
  if (endDate <= today) return { endDate: 'notAfterToday' };
  if (endDate < startDate) return { endDate: 'beforeStart' };
  return endDate > latestEndDate ? { endDate: 'tooLate' } : {};
}
