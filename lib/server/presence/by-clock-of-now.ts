import 'server-only';
import { type AnyColumn, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { leastSetMs } from '#lib/server/base/clock-watch.ts';

/**
 * The time of an event by the current clock, for ordering: {@link ClockWatch.setBackSince} as SQL. Screens show the
 * recorded time.
 * @param stamp of the current clock
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
