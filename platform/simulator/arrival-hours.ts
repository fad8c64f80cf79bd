import type { Temporal } from 'temporal-polyfill';

/** Weights of arrivals per hour of the day; zero while the gym is closed. */
const weekday = [0, 0, 0, 0, 0, 0, 4, 7, 7, 6, 5, 4, 5, 4, 4, 5, 8, 12, 13, 10, 6, 2, 0, 0];
const weekend = [0, 0, 0, 0, 0, 0, 0, 0, 3, 8, 11, 10, 7, 6, 6, 7, 7, 5, 2, 0, 0, 0, 0, 0];

export const arrivalHours = ({ dayOfWeek }: Temporal.PlainDate): readonly number[] =>
  dayOfWeek >= 6 ? weekend : weekday;
