import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { leastSetMs } from '#lib/server/base/clock-watch.ts';
import { longestStayMs } from '#lib/server/base/locations.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { StoredClock } from '#lib/server/db/schema/clock-stamp.ts';
import { clockToStore } from './clock-of-now.ts';

/** By location: the other visits of a poll wait for it, whose rows it locks. */
const filling = new Map<string, Promise<void>>();

/**
 * Stores how far the platform's clock is ahead of the desk's, where a time by the desk's clock was stored before that was known: with all
 * such times of the location, so that the events of one member are moved alike, or keep their order.
 * @param clock of the stored time
 */
export async function fillClocks(
  { desk, actor }: LocationContext,
  clock: StoredClock | null | undefined,
): Promise<void> {
  if (!clock || clock.platformAheadMs !== undefined) return;
  const known = clockToStore({ desk, actor }, clock);
  if (known?.platformAheadMs === undefined) return;
  const { id } = actor.location;
  const now = { ...known, ...desk.clockWatch.stamp() };
  const from = new Date(desk.clock() - 2 * longestStayMs);
  const filled = filling.get(id) ?? fill(desk.db, id, now, from).finally(() => filling.delete(id));
  filling.set(id, filled);
  await filled;
}

/** A row that is being changed is left out. Visits first: a clock is only copied from a visit to its tap. */
async function fill(
  db: Queryable,
  locationId: string,
  { machine, begunAt, platformAheadMs }: StoredClock,
  from: Date,
): Promise<void> {
  const isLacking = (clock: SQL) => sql`${clock} ->> 'machine' = ${machine}
    and abs((${clock} ->> 'begunAt')::float8 - ${begunAt}::float8) < ${leastSetMs}::float8
    and (${clock} -> 'platformAheadMs') is null`;
  const since = sql`>= ${from.toISOString()}::timestamptz`;
  const ahead = sql`to_jsonb(${platformAheadMs}::float8)`;
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      with lacking as (
        select tap_id from visits
        where location_id = ${locationId} and tapped_at ${since} and ${isLacking(sql`clock`)}
        for update skip locked
      )
      update visits set clock = jsonb_set(visits.clock, '{platformAheadMs}', ${ahead})
      from lacking where visits.location_id = ${locationId} and visits.tap_id = lacking.tap_id`);
    await tx.execute(sql`
      with lacking as (
        select tap_id, operation from taps
        where location_id = ${locationId} and claimed_at ${since} and ${isLacking(sql`(answer -> 'setAside' -> 'clock')`)}
        for update skip locked
      )
      update taps set answer = jsonb_set(taps.answer, '{setAside,clock,platformAheadMs}', ${ahead})
      from lacking
      where taps.location_id = ${locationId} and (taps.tap_id, taps.operation) = (lacking.tap_id, lacking.operation)`);
    await tx.execute(sql`
      with lacking as (
        select account_id, kind, at from elsewhere_events
        where location_id = ${locationId} and at ${since} and ${isLacking(sql`clock`)}
        for update skip locked
      )
      update elsewhere_events as events set clock = jsonb_set(events.clock, '{platformAheadMs}', ${ahead})
      from lacking where events.location_id = ${locationId}
        and (events.account_id, events.kind, events.at) = (lacking.account_id, lacking.kind, lacking.at)`);
  });
}
