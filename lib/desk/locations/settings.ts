import { z } from 'zod';
import { closingTimes } from '#lib/desk/closing/closing-times.ts';

/** The smallest and the largest value a setting may have. */
export const settingLimits = {
  repeatWindowS: { min: 0, max: 3_600 },
  undoS: { min: 0, max: 60 },
  longestStayH: { min: 1, max: 24 },
  capacity: { min: 1, max: 100_000 },
} as const;

const wholeNumber = ({ min, max }: { min: number; max: number }) =>
  z.number().int('Must be a whole number.').min(min, `Must be at least ${min}.`).max(max, `Must be at most ${max}.`);

/** What the manager sets for a location. */
export const locationSettings = z.object({
  checkInOnScan: z.boolean(),
  /** Seconds. */
  repeatWindowS: wholeNumber(settingLimits.repeatWindowS),
  /** Seconds. */
  undoS: wholeNumber(settingLimits.undoS),
  /** Hours. */
  longestStayH: wholeNumber(settingLimits.longestStayH),
  capacity: wholeNumber(settingLimits.capacity).nullable(),
  closingTimes,
});
export type LocationSettings = z.infer<typeof locationSettings>;
