import 'server-only';
import { and, count, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import { refusals } from '#lib/server/db/schema/refusals.ts';
import { selectStays } from '#lib/server/stays/select-stays.ts';
import type { VisitSums } from '#lib/wire/visits.ts';
import { type AskedDays, boundsOf, isAdmitted, selectRefusals, selectUndone, selectVisits } from './day-queries.ts';
import { readFirstDay, readFirstRefusalDay } from './first-day.ts';

/** The numbers of the whole period, and of the rows that match the filter. */
export async function readSums(db: Queryable, { location, filter, now }: AskedDays): Promise<VisitSums> {
  const period = { location, ...boundsOf(filter, location) };
  const stays = selectStays(db, period);
  const countIf = (condition: SQL) => sql<number>`count(*) filter (where ${condition})`.mapWith(Number);
  const isOpen = sql`${stays.inAt} is not null and ${stays.outAt} is null and ${stays.insideUntil} <= ${now.toISOString()}::timestamptz`;
  const [ofVisits, ofRefusals, counted, since] = await Promise.all([
    db
      .select({
        visits: count(),
        members: sql<number>`count(distinct ${stays.accountId})`.mapWith(Number),
        firstVisits: countIf(sql`${stays.isFirst}`),
        withoutCheckOut: countIf(isOpen),
        withoutCheckIn: countIf(sql`${stays.inAt} is null`),
      })
      .from(stays),
    db
      .select({ refused: count(), admitted: countIf(isAdmitted(db)) })
      .from(refusals)
      .where(and(...[eq(refusals.locationId, location.id), gte(refusals.at, period.from), lt(refusals.at, period.to)])),
    Promise.all([
      db.$count(selectVisits({ db, location, filter })),
      db.$count(selectRefusals({ db, location, filter })),
      db.$count(selectUndone({ db, location, filter })),
    ]),
    Promise.all([readFirstDay(db, location), readFirstRefusalDay(db, location)]),
  ]);
  const [row, refused] = [ofVisits[0], ofRefusals[0]];
  if (!row || !refused) throw new Error('A count has no row.');
  const [shown, turnedAway, undone] = counted;
  return {
    ...row,
    ...refused,
    rows: { visits: shown, refused: turnedAway, undone },
    since: { visits: since[0], refused: since[1] },
  };
}
