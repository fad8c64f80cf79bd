import { z } from 'zod';
import { requiredText } from '#contracts/v2/primitives.ts';
import type { ReaderProfiles } from '#lib/wire/reader/reader-profile.ts';
import { isTimeZone } from '#shared/calendar/time-zone.ts';
import { closingExceptions, closingTimes } from './closing-times.ts';
import { writtenNumber, writtenNumberOrNone } from './written-number.ts';

/** The allowed range of each setting. */
export const settingLimits = {
  repeatWindowS: { min: 0, max: 3_600 },
  undoS: { min: 0, max: 60 },
  longestStayH: { min: 1, max: 24 },
  idleLimitMin: { min: 1, max: 720 },
  capacity: { min: 1, max: 100_000 },
} as const;

export type NumericSetting = keyof typeof settingLimits;

const wholeNumber = ({ min, max }: { min: number; max: number }) =>
  z.number().int('Must be a whole number.').min(min, `Must be at least ${min}.`).max(max, `Must be at most ${max}.`);

const longestName = 200;

/** An IANA name. */
const timeZone = z.string().max(100).refine(isTimeZone, 'Must be a time zone such as Europe/Berlin.');

/** The settings of a location that a manager can change. */
export const locationSettings = z.object({
  name: requiredText(longestName),
  timeZone,
  checkInOnScan: z.boolean(),
  /** Seconds. */
  repeatWindowS: wholeNumber(settingLimits.repeatWindowS),
  /** Seconds. */
  undoS: wholeNumber(settingLimits.undoS),
  /** Hours. */
  longestStayH: wholeNumber(settingLimits.longestStayH),
  /** Minutes; null where a session ends only with the shift. */
  idleLimitMin: wholeNumber(settingLimits.idleLimitMin).nullable(),
  capacity: wholeNumber(settingLimits.capacity).nullable(),
  expectsPhotos: z.boolean(),
  keepsScreenAwake: z.boolean(),
  closingTimes,
  closingExceptions,
});
export type LocationSettings = z.infer<typeof locationSettings>;

const { repeatWindowS, undoS, longestStayH, idleLimitMin, capacity } = locationSettings.shape;
/** The form of these settings, with numbers as text. */
export const settingsForm = locationSettings.extend({
  repeatWindowS: writtenNumber(repeatWindowS),
  undoS: writtenNumber(undoS),
  longestStayH: writtenNumber(longestStayH),
  idleLimitMin: writtenNumberOrNone(idleLimitMin),
  capacity: writtenNumberOrNone(capacity),
});

/** The parts of the settings that are saved together, each with its form. */
export const settingsParts = {
  identity: settingsForm.pick({ name: true, timeZone: true }),
  closing: settingsForm.pick({ closingTimes: true, closingExceptions: true }),
  presence: settingsForm.pick({ capacity: true, longestStayH: true }),
  checkIn: settingsForm.pick({ checkInOnScan: true, expectsPhotos: true, repeatWindowS: true, undoS: true }),
  screens: settingsForm.pick({ keepsScreenAwake: true, idleLimitMin: true }),
} as const;

/** The data of a location that its pages receive. */
export interface LocationView {
  id: string;
  /** Identifies the location in URLs. */
  slug: string;
  name: string;
  /** IANA name; every date and time on the screen is in this zone. */
  timeZone: string;
  /** How many people may be in the gym at once; null where there is no limit. */
  capacity: number | null;
  checkInOnScan: boolean;
  /** Whether screens of this location stay on while the desk is open. */
  keepsScreenAwake: boolean;
  readerProfiles: ReaderProfiles;
}
