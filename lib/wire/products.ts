import { z } from 'zod';
import { isoDate, pathPart, requiredText } from '#contracts/v2/primitives.ts';
import { latestEndDate } from '#contracts/v2/products.ts';
import { breaks } from './broken-rule.ts';
import { memberInput } from './members.ts';

const productId = requiredText(100).regex(pathPart, 'Must be the id of a product.');

/** The days of a booking; null where the platform does not report one. */
const bookedDays = z.object({ startDate: isoDate.nullable(), endDate: isoDate.nullable() });
export type BookedDays = z.infer<typeof bookedDays>;

/** Only the days of a booking. */
export const daysOf = ({ startDate, endDate }: BookedDays): BookedDays => ({ startDate, endDate });

export const bookInput = memberInput.extend({
  productId,
  startDate: isoDate,
  endDate: isoDate,
  /** The booking when the form was opened; null where there was none. */
  base: bookedDays.nullable(),
});
export type BookInput = z.infer<typeof bookInput>;

export const endBookingInput = memberInput.extend({
  productId,
  /** The booking as the user was shown it. */
  base: bookedDays,
});
export type EndBookingInput = z.infer<typeof endBookingInput>;

export interface Booking extends BookedDays {
  productId: string;
  title: string;
  /** Whether it has begun, by the gym's today. */
  isRunning: boolean;
}

export interface BookableProduct {
  productId: string;
  title: string;
  description: string | null;
}

export interface ProductsView {
  bookings: Booking[];
  /** All products of the gym, booked or not. */
  products: BookableProduct[];
  /** The number of listed bookings that the desk cannot parse. */
  unreadable: number;
}

/** Why a day is not allowed. `refused`: the platform rejects it, for a reason unknown to this desk. */
const dayProblems = ['missing', 'inThePast', 'notAfterToday', 'beforeStart', 'tooLate', 'refused'] as const;
export type DayProblem = (typeof dayProblems)[number];
/** Problems of the first and the last day, both inclusive. */
export type DayProblems = Partial<Record<'startDate' | 'endDate', DayProblem>>;

/** What both outcomes share. `changedMeanwhile`: the booking is not as when the form was opened, by another user or an attempt whose answer was lost. */
type NotBooked = { kind: 'changedMeanwhile' | 'productGone' | 'memberGone' };

export type BookOutcome = { kind: 'booked' } | { kind: 'refused'; problems: DayProblems } | NotBooked;

export type EndBookingOutcome = { kind: 'ended' } | NotBooked;

interface BookedOn {
  today: string;
  /** The products to choose from; absent where the platform decides. */
  offered?: readonly string[];
  /** First day of the booking to change: it may be sent again even if it is in the past. */
  runningSince: string | null;
}

/** A product and the allowed days. */
export const bookingForm = ({ today, offered, runningSince }: BookedOn) =>
  bookInput
    .pick({ productId: true, startDate: true, endDate: true })
    .extend({
      productId: productId.refine((id) => offered?.includes(id) ?? true, breaks('notOffered')),
      startDate: isoDate.refine((day) => day >= today || day === runningSince, breaks('inThePast')),
      endDate: isoDate
        .refine((day) => day > today, breaks('notAfterToday'))
        .refine((day) => day <= latestEndDate, breaks('tooLate')),
    })
    .refine(({ startDate, endDate }) => startDate <= endDate, {
      ...breaks('beforeStart'),
      path: ['endDate'],
      when: ({ issues }) => issues.length === 0,
    });
export type BookingWish = z.infer<ReturnType<typeof bookingForm>>;

/** The problem for a broken rule of the schema: a value that is no day counts as missing. */
export const dayProblemOf = (rule: string): DayProblem => dayProblems.find((problem) => problem === rule) ?? 'missing';
