import 'server-only';
import { type AnyColumn, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { leastSetMs } from '#lib/server/base/clock-watch.ts';

/**
 * The time that an event would have by the current clock, if that was set back since: {@link ClockWatch.setBackSince} as SQL. Only for
 * ordering; screens show the recorded time.
 * @param stamp identifies the current clock
 */
export function byClockOfNow(
  at: AnyColumn,
  clock: AnyColumn,
  stamp: { machine: string | Placeholder; begunAt: number | Placeholder },
): SQL.Aliased<Date> {
  const setMs = sql`${stamp.begunAt}::float8 - (${clock} ->> 'begunAt')::float8`;
  const isSetBack = sql`${clock} ->> 'machine' = ${stamp.machine} and ${setMs} <= ${-leastSetMs}::float8`;
  const moved = sql`case when ${isSetBack} then ${at} + (${setMs}) * interval '1 millisecond' else ${at} end`;
  return moved.mapWith((text: string) => new Date(text)).as('by_clock_of_now');
}
