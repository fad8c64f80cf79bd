import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { leastSetMs } from '#lib/server/base/clock-watch.ts';
import { longestStayMs } from '#lib/server/base/locations.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { StoredClock } from '#lib/server/db/schema/clock-stamp.ts';

interface FilledClock {
  locationId: string;
  clock: Required<StoredClock>;
  now: Date;
}

/**
 * Stores how far the platform's clock is ahead of a clock with all times by that clock which were written before this was known: the
 * events of one member are moved alike, or keep their order. A row that is being changed is left out.
 */
export async function fillClocks(db: Queryable, { locationId, clock, now }: FilledClock): Promise<void> {
  const { machine, begunAt, platformAheadMs } = clock;
  const from = new Date(now.getTime() - 2 * longestStayMs).toISOString();
  const isSame = (stored: SQL) => sql`${stored} ->> 'machine' = ${machine}
    and abs((${stored} ->> 'begunAt')::float8 - ${begunAt}::float8) < ${leastSetMs}::float8
    and (${stored} -> 'platformAheadMs') is null`;
  const ahead = sql`${platformAheadMs}::float8`;
  await db.execute(sql`
    with lacking as (
      select tap_id, operation from taps
      where location_id = ${locationId} and claimed_at >= ${from}::timestamptz and ${isSame(sql`(answer -> 'setAside' -> 'clock')`)}
      for update skip locked
    )
    update taps set answer = jsonb_set(taps.answer, '{setAside,clock,platformAheadMs}', to_jsonb(${ahead}))
    from lacking where taps.location_id = ${locationId} and (taps.tap_id, taps.operation) = (lacking.tap_id, lacking.operation)`);
  // last: a visit that has it tells that the taps have it too
  await db.execute(sql`
    with lacking as (
      select tap_id from visits
      where location_id = ${locationId} and tapped_at >= ${from}::timestamptz and ${isSame(sql`clock`)}
      for update skip locked
    )
    update visits set clock = visits.clock || jsonb_build_object('platformAheadMs', ${ahead})
    from lacking where visits.location_id = ${locationId} and visits.tap_id = lacking.tap_id`);
}
