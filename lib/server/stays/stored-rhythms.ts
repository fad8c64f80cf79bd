import 'server-only';
import { and, eq, isNotNull, isNull, lt, lte, not, sql } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { memberRhythms, memberRhythmsKnown } from '#lib/server/db/schema/member-rhythms.ts';
import { longestInactiveDays } from '#lib/wire/inactive-members.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import type { CountedLocation } from './count-hours.ts';
import { readRhythms } from './member-visits.ts';
import { selectEvents } from './select-events.ts';
import { lockHours, storedAfterDays } from './stored-hours.ts';

/** Of visits that are counted at once, and of members whose rhythm is: so few that a late tap, or an erasure, waits for little. */
const atOnce = { days: 7, members: 300 };
/** Who came in these days before the last that are counted comes to no list soon, and mostly comes again: their rhythm is left. */
const recentDays = 7;

/**
 * SQL condition: the triggers correct the rows. They ignore changes of the last three days, which are counted only while a clock runs ahead.
 */
export const areCorrected = lte(memberRhythmsKnown.before, sql`now() - ${storedAfterDays - 1} * interval '1 day'`);

/**
 * Goes on with the last visits of members, or with the rhythm of those who have not come for a while.
 * @returns whether there is more
 */
export async function storeSomeRhythms(
  { db, clock }: Pick<DeskContext, 'db' | 'clock'>,
  { id: locationId }: Pick<CountedLocation, 'id'>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { id, timeZone, longestStayH } = locations;
    const isHere = eq(id, locationId);
    // in the order of a change of settings, whose triggers take the lock
    await tx.select({ id }).from(locations).where(isHere).for('key share');
    await lockHours(tx, locationId);
    const [location] = await tx.select({ id, timeZone, longestStayH }).from(locations).where(isHere);
    if (!location) return false;
    const isKnown = eq(memberRhythmsKnown.locationId, locationId);
    const forgotten = await tx
      .delete(memberRhythmsKnown)
      .where(and(isKnown, not(areCorrected)))
      .returning();
    if (forgotten.length > 0) await tx.delete(memberRhythms).where(eq(memberRhythms.locationId, locationId));
    const [known] = await tx.select({ before: memberRhythmsKnown.before }).from(memberRhythmsKnown).where(isKnown);
    const [{ at } = { at: new Date(0) }] = await tx
      .select({ at: sql`least(now(), ${new Date(clock()).toISOString()}::timestamptz)`.mapWith(memberRhythms.lastAt) })
      .from(sql`(select) as one`);
    const end = at.getTime() - storedAfterDays * dayMs;
    const begin = Math.max(known?.before.getTime() ?? 0, end - (longestInactiveDays + 1) * dayMs);
    if (known && end - begin < dayMs) return storeRhythms(tx, location, known.before);
    const before = new Date(Math.min(end, begin + atOnce.days * dayMs));
    await storeLastVisits(tx, locationId, { from: new Date(begin), before });
    return true;
  });
}

async function storeLastVisits(
  tx: Queryable,
  locationId: string,
  { from, before }: { from: Date; before: Date },
): Promise<void> {
  const events = selectEvents(tx, { locationId, from, to: before });
  const came = tx
    .select({
      locationId: sql<string>`${locationId}::uuid`.as('place'),
      accountId: sql<string>`${events.accountId}`.as('visitor'),
      lastAt: sql<Date>`max(${events.at})`.as('last_at'),
    })
    .from(events)
    .where(and(eq(events.kind, 'checkIn'), isNotNull(events.accountId)))
    .groupBy(events.accountId);
  await tx.execute(sql`
    insert into ${memberRhythms} (location_id, account_id, last_at) (${came})
    on conflict (location_id, account_id) do update set last_at = excluded.last_at, visit_days = null, median_gap_days = null`);
  await tx
    .insert(memberRhythmsKnown)
    .values({ locationId, before })
    .onConflictDoUpdate({ target: memberRhythmsKnown.locationId, set: { before } });
  const oldest = new Date(before.getTime() - (longestInactiveDays + 1) * dayMs);
  await tx.delete(memberRhythms).where(and(eq(memberRhythms.locationId, locationId), lt(memberRhythms.lastAt, oldest)));
}

/** @returns whether there are more */
async function storeRhythms(tx: Queryable, location: CountedLocation, before: Date): Promise<boolean> {
  const isOfLocation = eq(memberRhythms.locationId, location.id);
  const isLongAgo = lt(memberRhythms.lastAt, new Date(before.getTime() - recentDays * dayMs));
  const members = await tx
    .select({ accountId: memberRhythms.accountId, lastAt: memberRhythms.lastAt })
    .from(memberRhythms)
    .where(and(isOfLocation, isNull(memberRhythms.visitDays), isLongAgo))
    .limit(atOnce.members);
  const rhythms = [...(await readRhythms(tx, { location, members }))];
  if (rhythms.length === 0) return false;
  const ids = sql.param(rhythms.map(([accountId]) => accountId));
  const days = sql.param(rhythms.map(([, { visitDays }]) => visitDays));
  const gaps = sql.param(rhythms.map(([, { medianGapDays }]) => medianGapDays));
  await tx.execute(sql`
    update ${memberRhythms} set visit_days = counted.days, median_gap_days = counted.gap
    from unnest(${ids}::text[], ${days}::integer[], ${gaps}::float8[]) as counted (account_id, days, gap)
    where ${isOfLocation} and ${memberRhythms.accountId} = counted.account_id`);
  return members.length === atOnce.members;
}
