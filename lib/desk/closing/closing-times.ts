import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { isAtNight, weekdays } from './weekdays.ts';

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time such as 22:30.');

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
  const dayOf = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate();
  const last = dayOf(to);
  const moments: number[] = [];
  // the night of the day before the first one may reach into it
  for (
    let day = dayOf(from).subtract({ days: 1 });
    Temporal.PlainDate.compare(day, last) <= 0;
    day = day.add({ days: 1 })
  ) {
    const weekday = weekdays[day.dayOfWeek - 1];
    const time = weekday && times[weekday];
    if (!time) continue;
    const date = isAtNight(time) ? day.add({ days: 1 }) : day;
    moments.push(date.toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds);
  }
  return moments.filter((moment) => moment > from && moment <= to);
}
