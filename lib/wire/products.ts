import type { z } from 'zod';
import { isoDate, pathPart, requiredText } from '#contracts/v2/primitives.ts';
import { latestEndDate } from '#contracts/v2/products.ts';
import { breaks } from './broken-rule.ts';
import { memberInput } from './members.ts';

const productId = requiredText(100).regex(pathPart, 'Must be the id of a product.');

export const bookInput = memberInput.extend({ productId, startDate: isoDate, endDate: isoDate });
export type BookInput = z.infer<typeof bookInput>;

export const endBookingInput = memberInput.extend({ productId });
export type EndBookingInput = z.infer<typeof endBookingInput>;

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
const dayProblems = ['missing', 'inThePast', 'notAfterToday', 'beforeStart', 'tooLate', 'refused'] as const;
export type DayProblem = (typeof dayProblems)[number];
/** Of the first and the last day, both included. */
export type DayProblems = Partial<Record<'startDate' | 'endDate', DayProblem>>;

export type BookOutcome =
  | { kind: 'booked' }
  | { kind: 'refused'; problems: DayProblems }
  | { kind: 'productGone' }
  | { kind: 'memberGone' };

export type EndBookingOutcome = { kind: 'ended' | 'productGone' | 'memberGone' };

interface BookedOn {
  today: string;
  /** First day of the booking that is to be changed: it may be sent again although it is past. */
  runningSince: string | null;
}

/** A product and the days that may be asked for (behaviour sheet, "Products"). */
export const bookingForm = ({ today, runningSince }: BookedOn) =>
  bookInput
    .pick({ productId: true, startDate: true, endDate: true })
    .extend({
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

/** What is said of a rule that a day breaks: what is no day is missing. */
export const dayProblemOf = (rule: string): DayProblem => dayProblems.find((problem) => problem === rule) ?? 'missing';
