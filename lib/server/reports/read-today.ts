import 'server-only';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { readDayCurve } from '#lib/server/stays/day-curve.ts';
import type { DayCurve } from '#lib/wire/stays.ts';
import { dayOf } from '#shared/calendar/club-day.ts';

/** Three months: as many of each weekday as quartiles need, and the same season. */
const weeks = 12;

/** Today, and what is usual on this weekday. */
export const readToday = (context: LocationContext): Promise<DayCurve> => {
  const { desk, actor } = context;
  return readDayCurve(context, { day: dayOf(desk.clock(), actor.location.timeZone), weeks });
};
