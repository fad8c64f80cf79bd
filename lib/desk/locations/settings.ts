import { z } from 'zod';
import { closingTimes } from '#lib/desk/closing/closing-times.ts';
import { settingLimits } from './setting-limits.ts';

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
  /** Minutes; null where only the end of the shift ends a session. */
  idleLimitMin: wholeNumber(settingLimits.idleLimitMin).nullable(),
  capacity: wholeNumber(settingLimits.capacity).nullable(),
  expectsPhotos: z.boolean(),
  closingTimes,
});
export type LocationSettings = z.infer<typeof locationSettings>;
