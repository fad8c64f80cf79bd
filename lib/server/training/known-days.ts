import 'server-only';
import { and, eq, isNotNull } from 'drizzle-orm';
import { monthsAgo } from '#lib/server/base/months-ago.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { trainingPulls } from '#lib/server/db/schema/training.ts';
import type { Days } from '#lib/wire/stays.ts';
import { type EventSet, keepTrainingMonths } from '#lib/wire/training.ts';
import { dayOf, firstWholeDay } from '#shared/calendar/day-in-zone.ts';
import { daysLater } from '#shared/calendar/days.ts';

/**
 * The whole days of the location's calendar of which a data set is known. The data export is read by days in UTC.
 * @returns null without the data export, before it was read completely once, and without a whole day
 */
export async function knownDays(
  db: Queryable,
  { location, dataSet, now }: { location: Location; dataSet: EventSet; now: number },
): Promise<Days | null> {
  if (location.exportUrl === null) return null;
  const [pull] = await db
    .select({ since: trainingPulls.since, until: trainingPulls.until })
    .from(trainingPulls)
    .where(
      and(
        eq(trainingPulls.locationId, location.id),
        eq(trainingPulls.dataSet, dataSet),
        isNotNull(trainingPulls.until),
      ),
    );
  if (!pull?.since || !pull.until) return null;
  const { timeZone } = location;
  const [begins, ends] = [Date.parse(pull.since), Date.parse(daysLater(pull.until, 1))];
  const whole = firstWholeDay(begins, timeZone);
  // earlier ones are deleted
  const kept = firstWholeDay(monthsAgo(now, timeZone, keepTrainingMonths).getTime(), timeZone);
  const from = whole > kept ? whole : kept;
  const until = daysLater(dayOf(ends, timeZone), -1);
  return from <= until ? { from, until } : null;
}
