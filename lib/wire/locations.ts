import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { ReaderProfiles } from '#lib/wire/reader/reader-profile.ts';
import { dayOf } from '#shared/calendar/club-day.ts';
import { daysLater } from '#shared/calendar/days.ts';
import type { OutageCause } from './outage-causes.ts';
import { isTime } from './time/clock-time.ts';
import { writtenNumber, writtenNumberOrNone } from './written-number.ts';

/** Monday first, as in ISO 8601. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof weekdays)[number];

/** Times before this belong to the evening before: Friday's closing time 00:30 is on Saturday. */
const nightEndsAt = '06:00';

export const isAtNight = (time: string): boolean => time < nightEndsAt;

const clockTime = z.string().refine(isTime, 'Must be a time such as 22:30.');

/** Closing time `HH:mm` by weekday; no entry for a day without one. */
export const closingTimes = z.partialRecord(z.enum(weekdays), clockTime);
export type ClosingTimes = z.infer<typeof closingTimes>;

/**
 * The instants after `from` and until `to` (epoch milliseconds) at which a location closed, earliest first. A time that
 * daylight saving skips is shifted forward; of a time that occurs twice the first counts.
 */
export function closingMoments(
  { closingTimes: times, timeZone }: { closingTimes: ClosingTimes; timeZone: string },
  from: number,
  to: number,
): number[] {
  const last = dayOf(to, timeZone);
  const moments: number[] = [];
  // closing after midnight: the day before the first one may reach into the range
  for (let day = daysLater(dayOf(from, timeZone), -1); day <= last; day = daysLater(day, 1)) {
    const date = Temporal.PlainDate.from(day);
    const weekday = weekdays[date.dayOfWeek - 1];
    const time = weekday && times[weekday];
    if (!time) continue;
    const closing = isAtNight(time) ? date.add({ days: 1 }) : date;
    moments.push(closing.toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds);
  }
  return moments.filter((moment) => moment > from && moment <= to);
}

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

/** The settings of a location that a manager can change. */
export const locationSettings = z.object({
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

/** The outcome of entering an API key. It is stored only if the platform accepts it. */
export type ApiKeyOutcome =
  | { kind: 'kept' | 'rejected' | 'permissionMissing' }
  | { kind: 'unreachable'; cause: OutageCause | null };

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
