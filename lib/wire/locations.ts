import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { ReaderProfile } from '#lib/wire/reader/reader-profile.ts';
import { dayOf } from '#shared/calendar/club-day.ts';
import { daysLater } from '#shared/calendar/days.ts';
import type { OutageCause } from './outage-causes.ts';
import { isTime } from './time/clock-time.ts';
import { writtenNumber, writtenNumberOrNone } from './written-number.ts';

/** Monday first, as the calendar counts them. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof weekdays)[number];

/** A time on the clock before this one belongs to the evening before: Friday's 00:30 is on Saturday. */
const nightEndsAt = '06:00';

export const isAtNight = (time: string): boolean => time < nightEndsAt;

const clockTime = z.string().refine(isTime, 'Must be a time such as 22:30.');

/** When a location closes, `HH:mm` by weekday; no entry where it does not. */
export const closingTimes = z.partialRecord(z.enum(weekdays), clockTime);
export type ClosingTimes = z.infer<typeof closingTimes>;

/**
 * The moments after `from` and until `to` (epoch milliseconds) at which a location closed, earliest first. A time that
 * the clock leaves out in spring comes as much later, one that it shows twice in autumn counts the first time.
 */
export function closingMoments(
  { closingTimes: times, timeZone }: { closingTimes: ClosingTimes; timeZone: string },
  from: number,
  to: number,
): number[] {
  const last = dayOf(to, timeZone);
  const moments: number[] = [];
  // the night of the day before the first one may reach into it
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

/** The smallest and the largest value a setting may have. */
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
  keepsScreenAwake: z.boolean(),
  closingTimes,
});
export type LocationSettings = z.infer<typeof locationSettings>;

const { repeatWindowS, undoS, longestStayH, idleLimitMin, capacity } = locationSettings.shape;
/** The same as it stands in its form, with numbers as texts. */
export const settingsForm = locationSettings.extend({
  repeatWindowS: writtenNumber(repeatWindowS),
  undoS: writtenNumber(undoS),
  longestStayH: writtenNumber(longestStayH),
  idleLimitMin: writtenNumberOrNone(idleLimitMin),
  capacity: writtenNumberOrNone(capacity),
});

/** What became of an API key that was entered. Only what the platform took is kept. */
export type ApiKeyOutcome =
  | { kind: 'kept' | 'rejected' | 'permissionMissing' }
  | { kind: 'unreachable'; cause: OutageCause | null };

/** What the browser knows of the location it works for. */
export interface LocationView {
  id: string;
  /** What stands for it in addresses. */
  slug: string;
  name: string;
  /** IANA name; every date and time on the screen is in this zone. */
  timeZone: string;
  /** How many people may be in at once; null where the gym sets none. */
  capacity: number | null;
  checkInOnScan: boolean;
  /** Whether screens of this location stay lit while the desk is open on them. */
  keepsScreenAwake: boolean;
  readerProfile: ReaderProfile;
}
