import 'server-only';
import { and, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import type { CountedLocation } from './count-hours.ts';
import { selectArrivals } from './select-arrivals.ts';
import { noneEarlier } from './select-stays.ts';

interface Period {
  location: Pick<CountedLocation, 'id' | 'longestStayH'>;
  from: Date;
  /** Not included. */
  to: Date;
  /** Those of these members only: an array in SQL. */
  accountIds?: SQL;
}

/** How often each member came in a period, and when for the first and the last time: a subquery, without members who did not. */
export function selectMemberVisits(db: Queryable, { location, from, to, accountIds }: Period) {
  const accountId = accountIds && sql<string>`any(${accountIds})`;
  const arrivals = selectArrivals(db, { location, from: instantOf(from), to: instantOf(to), accountId });
  return db
    .select({
      // named apart from the columns of the tables that are joined
      accountId: sql<string>`account_id`.as('visits_of'),
      visits: sql<number>`count(*)::integer`.as('visits'),
      firstAt: sql<Date>`min(at)`.mapWith(visits.tappedAt).as('first_at'),
      lastAt: sql<Date>`max(at)`.mapWith(visits.tappedAt).as('last_at'),
    })
    .from(sql`(${arrivals}) as arrivals`)
    .where(sql`account_id is not null`)
    .groupBy(sql`account_id`)
    .as('member_visits');
}

/** The members whose first visit that the location knows is in a period, and when that was: a subquery. */
export function selectFirstVisits(db: Queryable, period: Period) {
  const { id } = period.location;
  const ofPeriod = selectMemberVisits(db, period);
  const { accountId, firstAt } = ofPeriod;
  return db
    .select({ accountId, at: firstAt })
    .from(ofPeriod)
    .where(and(...noneEarlier(db, id, { accountId, at: firstAt })))
    .as('first_visits');
}

/** How often a member came, in the half year until their last visit. */
export interface Rhythm {
  visitDays: number;
  /** The median of the days from one visit to the next; null below three days with visits. */
  medianGapDays: number | null;
}

const rhythmDays = 182;

interface Asked {
  location: CountedLocation;
  members: readonly { accountId: string; lastAt: Date }[];
}

/** The rhythm of members, each until a last visit, by account. */
export async function readRhythms(db: Queryable, { location, members }: Asked): Promise<ReadonlyMap<string, Rhythm>> {
  if (members.length === 0) return new Map();
  const accountId = sql<string>`asked.account_id`;
  const accountIds = sql.param(members.map((member) => member.accountId));
  const lasts = sql.param(members.map(({ lastAt }) => lastAt.toISOString()));
  const from = sql<Date>`(asked.last_at - ${rhythmDays} * interval '1 day')`;
  const to = sql<Date>`(asked.last_at + interval '1 millisecond')`;
  const arrivals = selectArrivals(db, { location, from, to, accountId });
  const gaps = sql`select day, day - lag(day) over (order by day) as gap from (
    select distinct (at at time zone ${location.timeZone})::date as day from (${arrivals}) as arrivals) as days`;
  const rows = await db
    .select({
      accountId,
      visitDays: sql<number>`rhythm.days`,
      medianGapDays: sql<number | null>`case when rhythm.days >= 3 then rhythm.median end`,
    })
    .from(
      sql`unnest(${accountIds}::text[], ${lasts}::timestamptz[]) as asked (account_id, last_at)
        cross join lateral (select count(*)::integer as days, percentile_cont(0.5) within group (order by gap) as median
          from (${gaps}) as gaps) as rhythm`,
    );
  return new Map(rows.map(({ accountId, ...rhythm }) => [accountId, rhythm]));
}

const instantOf = (at: Date) => sql<Date>`${at.toISOString()}::timestamptz`;
