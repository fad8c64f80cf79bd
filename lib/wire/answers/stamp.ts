import type { DeskClockSample, Moment, Stamp } from '#lib/wire/time/moment.ts';
import { type Is, isNumber, nullOr, objectOf } from './shape.ts';

const moment = { wall: isNumber, steady: isNumber };

/** Validates a stored stamp: the moment at which an event happened. */
export const isStamp: Is<Stamp> = objectOf<Stamp>({
  ...moment,
  page: isNumber,
  known: nullOr(objectOf<DeskClockSample>({ ms: isNumber, errorMs: isNumber, taken: objectOf<Moment>(moment) })),
});
