import 'server-only';
import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { lockExclusive } from '#lib/server/db/locks.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { visitHours } from '#lib/server/db/schema/visit-hours.ts';
import type { Days } from '#lib/wire/stays.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import { daysBetween, daysLater } from '#shared/calendar/days.ts';
import { type CountedLocation, countHours } from './count-hours.ts';
import { readKnownSince } from './known-since.ts';

/**
 * Days that ended so long ago are stored. Also by the database's clock, because its triggers compare with the same: they lock
 * against a change of an hour only if that is older than three days, and a transaction may last until the next day.
 */
export const storedAfterDays = 5;
/** Counted at once: so few that a late tap, or an erasure, waits for little. */
const daysAtOnce = 7;

type Stored = Pick<DeskContext, 'db' | 'clock'>;

/** The hours of days, until now. */
interface HoursOfDays {
  /** A transaction whose statements see the database at one moment. */
  tx: Queryable;
  /** A subquery with the columns of `visit_hours`. */
  hours: SQL;
  since: string | null;
}

/**
 * Reads the hours of days: of those that are long over from the table, of the others from the visits. Of long ones that are not
 * stored, it stores them.
 */
export async function withHours<Result>(
  { desk, actor: { location } }: LocationContext,
  days: Days,
  read: (of: HoursOfDays) => Promise<Result>,
): Promise<Result> {
  const since = await readKnownSince(desk.db, location);
  const known = { from: since !== null && since > days.from ? since : days.from, until: days.until };
  const isEmpty = since === null || known.from > known.until;
  if (!isEmpty) await storeHours(desk, location, known);
  return desk.db.transaction(
    async (tx) => {
      const gaps = isEmpty ? [] : await findGaps(tx, location, known);
      const now = new Date(desk.clock());
      const counted = gaps.map((gap) => sql`union all (${countHours(tx, { location, ...gap, now })})`);
      const { locationId, day, hour, lengthMs, arrivals, arrivalsOfDay, openEnds, insideMs, peak } = visitHours;
      const stored = sql`select ${locationId}, ${day}, ${hour}, ${lengthMs}, ${arrivals}, ${arrivalsOfDay}, ${openEnds}, ${insideMs}, ${peak}
        from ${visitHours} where ${locationId} = ${location.id} and ${day} between ${known.from} and least(${known.until}::date, ${lastStorable(location)})
          and not ${isEmpty}`;
      const hours = sql`(${sql.join([stored, ...counted], sql` `)}) as hours`;
      return read({ tx, hours, since });
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** The last day that is long over. Rows of later ones were counted while a clock ran ahead, and no trigger corrects them. */
const lastStorable = ({ timeZone }: Pick<CountedLocation, 'timeZone'>, now: SQL = sql`now()`): SQL =>
  sql`((${now} - ${storedAfterDays} * interval '1 day') at time zone ${timeZone})::date - 1`;

/** The days that are not stored, in one piece where they are consecutive. */
async function findGaps(db: Queryable, location: CountedLocation, { from, until }: Days): Promise<Days[]> {
  const isOfDay = sql`${visitHours.locationId} = ${location.id} and ${visitHours.day} = asked.day::date`;
  const isStored = sql`(asked.day::date <= ${lastStorable(location)} and exists (select from ${visitHours} where ${isOfDay}))`;
  const missing = await db
    .select({ day: sql<string>`asked.day::date::text` })
    .from(sql`generate_series(${from}::timestamp, ${until}::timestamp, interval '1 day') as asked (day)`)
    .where(sql`not ${isStored}`)
    .orderBy(sql`asked.day`);
  const gaps: Days[] = [];
  for (const { day } of missing) {
    const last = gaps.at(-1);
    if (last && daysBetween(last.until, day) === 1) last.until = day;
    else gaps.push({ from: day, until: day });
  }
  return gaps;
}

async function storeHours(desk: Stored, location: CountedLocation, days: Days): Promise<void> {
  const missing = await findMissing(desk, location, days);
  for (let index = 0; index < missing.length; index += daysAtOnce) {
    await storeDays(desk.db, location.id, missing.slice(index, index + daysAtOnce));
  }
}

/**
 * Stores hours that are missing, of the latest days first, as many as are counted at once.
 * @returns whether more are missing
 */
export async function storeSomeHours(
  desk: Stored,
  location: CountedLocation & Pick<Location, 'visitsSince'>,
): Promise<boolean> {
  const since = await readKnownSince(desk.db, location);
  if (since === null) return false;
  await deleteAhead(desk.db, location);
  const missing = await findMissing(desk, location, { from: since, until: dayOf(desk.clock(), location.timeZone) });
  await storeDays(desk.db, location.id, missing.slice(-daysAtOnce));
  return missing.length > daysAtOnce;
}

async function deleteAhead(db: Queryable, location: CountedLocation): Promise<void> {
  const isAhead = and(eq(visitHours.locationId, location.id), gt(visitHours.day, lastStorable(location)));
  if ((await db.$count(visitHours, isAhead)) === 0) return;
  await db.transaction(async (tx) => {
    await lockHours(tx, location.id);
    await tx.delete(visitHours).where(isAhead);
  });
}

/** The days that are long over, and not stored. */
async function findMissing({ db, clock }: Stored, location: CountedLocation, { from, until }: Days): Promise<string[]> {
  const now = sql`least(now(), ${new Date(clock()).toISOString()}::timestamptz)`;
  const [storable] = await db
    .select({ until: sql<string>`least(${until}::date, ${lastStorable(location, now)})::text` })
    .from(sql`(select) as one`);
  if (!storable || storable.until < from) return [];
  const gaps = await findGaps(db, location, { from, until: storable.until });
  return gaps.flatMap((gap) => daysOf(gap));
}

const daysOf = ({ from, until }: Days): string[] =>
  Array.from({ length: daysBetween(from, until) + 1 }, (_, index) => daysLater(from, index));

/** Held while hours are counted, and by the triggers that delete them. */
export const lockHours = (tx: Queryable, locationId: string): Promise<void> =>
  lockExclusive(tx, `visit hours ${locationId}`);

/** @param days in order, {@link daysAtOnce} or fewer, of which none is stored yet */
async function storeDays(db: Queryable, locationId: string, days: readonly string[]): Promise<void> {
  const [from, until] = [days.at(0), days.at(-1)];
  if (from === undefined || until === undefined) return;
  await db.transaction(async (tx) => {
    const { id, timeZone, longestStayH } = locations;
    const isHere = eq(id, locationId);
    // in the order of a change of settings, whose triggers take the lock: the row, to which each stored hour refers, is locked before
    await tx.select({ id }).from(locations).where(isHere).for('key share');
    await lockHours(tx, locationId);
    const [location] = await tx.select({ id, timeZone, longestStayH }).from(locations).where(isHere);
    if (!location) return;
    // somebody else may have counted them while this one waited for the lock
    for (const gap of await findGaps(tx, location, { from, until })) {
      const counted = countHours(tx, { location, ...gap });
      await tx.execute(sql`insert into ${visitHours} (location_id, day, hour, length_ms, arrivals, arrivals_of_day, open_ends,
        inside_ms, peak)
        (${counted})`);
    }
  });
}
