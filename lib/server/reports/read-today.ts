import 'server-only';
import { Temporal } from 'temporal-polyfill';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { readDayCurve } from '#lib/server/stays/day-curve.ts';
import { readKnownSince } from '#lib/server/stays/known-since.ts';
import { readSoFar } from '#lib/server/stays/so-far.ts';
import type { DayCurve } from '#lib/wire/stays.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';

/** Three months: as many of each weekday as quartiles need, and the same season. */
const weeks = 12;

/** Today, and what is usual on this weekday. */
export const readCurveOfToday = (context: LocationContext): Promise<DayCurve> => {
  const { desk, actor } = context;
  return readDayCurve(context, { day: dayOf(desk.clock(), actor.location.timeZone), weeks });
};

/** Of {@link readCurveOfToday} what it says until now: without its hours, which take most of its time. */
export async function readTodaySoFar({ desk, actor: { location } }: LocationContext): Promise<DayCurve['soFar']> {
  const now = Temporal.Instant.fromEpochMilliseconds(desk.clock()).toZonedDateTimeISO(location.timeZone);
  const since = await readKnownSince(desk.db, location);
  return readSoFar(desk.db, { location, day: now.toPlainDate().toString(), weeks, since, now });
}
