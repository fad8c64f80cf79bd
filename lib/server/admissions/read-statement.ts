import 'server-only';
import { sql } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import {
  type AdmissionCounts,
  type CorporateStatement,
  daysOfMonth,
  type MemberOfDay,
  type RefusalCount,
  type StatementDay,
  type StatementException,
  type StatementMonth,
  type StatementTotal,
} from '#lib/wire/corporate-statement.ts';
import { addMonths } from '#lib/wire/time/month.ts';
import { firstWholeDay, startOfDay } from '#shared/calendar/day-in-zone.ts';
import { admissionsKnownSince, isElsewhereReported, readKnownUntil, retirementsWithin } from './known-admissions.ts';
import { admissionEvents, type StatementPeriod, statementEvents } from './statement-events.ts';

/** The corporate admissions of a month at a location, as the platform counts them, and what differs from them. */
export async function readCorporateStatement(
  { desk: { db, clock }, actor: { location } }: LocationContext,
  { month }: StatementMonth,
): Promise<CorporateStatement> {
  const now = clock();
  const period = statementPeriod(location, month);
  const [counts, refusals, exceptions] = await Promise.all([
    readCounts(db, period),
    readRefusals(db, period),
    readExceptions(db, period),
  ]);
  return {
    month,
    timeZone: location.timeZone,
    isOver: period.to.getTime() <= now,
    asOf: new Date(now).toISOString(),
    since: firstWholeDay(admissionsKnownSince(location, now).getTime(), location.timeZone),
    until: await readKnownUntil(db, location),
    retirements: retirementsWithin(location, daysOfMonth(month)),
    isElsewhereReported: await isElsewhereReported(db, location),
    ...daysOf(counts),
    refusals,
    exceptions,
  };
}

export const statementPeriod = (location: Location, month: string): StatementPeriod => ({
  location,
  from: startOfDay(`${month}-01`, location.timeZone),
  to: startOfDay(`${addMonths(month, 1)}-01`, location.timeZone),
});

type Row = Record<string, unknown> &
  AdmissionCounts &
  Pick<StatementTotal, 'members' | 'askedLater' | 'undone'> & {
    /** Null in the row of the month. */
    day: string | null;
    /** Null in the row of a day. */
    accountId: string | null;
    membershipId: string | null;
  };

/** The counts of each member's day, by the membership id of the admissions, of each day, and of the month. */
async function readCounts(db: Queryable, period: StatementPeriod): Promise<Row[]> {
  const { timeZone } = period.location;
  const { rows } = await db.execute<Row>(sql`
    with asked as (
      select *, (at at time zone ${timeZone})::date as day, kind = 'admission' as is_granted
      from (${admissionEvents(period)}) as events
    ), counted as (
      select day, account_id, membership_id, grouping(day) as is_month,
        (count(*) filter (where is_granted))::int as granted,
        (count(*) filter (where is_first))::int as firsts,
        (count(*) filter (where not is_granted))::int as unanswered,
        (count(*) filter (where is_granted and is_later))::int as asked_later,
        (count(*) filter (where is_granted and is_undone))::int as undone,
        (count(distinct account_id) filter (where is_granted))::int as members
      from asked group by grouping sets ((day, account_id, membership_id), (day), ())
    )
    select day::text as day, account_id as "accountId", membership_id as "membershipId",
      granted, firsts, unanswered, asked_later as "askedLater", undone, members
    from counted
    order by is_month, counted.day, account_id is not null, membership_id, account_id`);
  return rows;
}

const countsOf = ({ granted, firsts, unanswered }: Row): AdmissionCounts => ({ granted, firsts, unanswered });

function daysOf(rows: readonly Row[]): Pick<CorporateStatement, 'days' | 'total'> {
  const days: (StatementDay & { each: MemberOfDay[] })[] = [];
  let total: StatementTotal | null = null;
  for (const row of rows) {
    const { day, accountId, membershipId, members: people, askedLater, undone } = row;
    if (day === null) total = { ...countsOf(row), members: people, askedLater, undone };
    else if (accountId === null) days.push({ day, ...countsOf(row), members: people, each: [] });
    else days.at(-1)?.each.push({ ...countsOf(row), accountId, membershipId });
  }
  if (!total) throw new Error('A sum has no row.');
  return { days, total };
}

async function readRefusals(db: Queryable, period: StatementPeriod): Promise<RefusalCount[]> {
  const { rows } = await db.execute<RefusalCount & Record<string, unknown>>(sql`
    select reason, count(*)::int as count, (count(*) filter (where kind = 'overridden'))::int as overridden
    from (${statementEvents(db, period)}) as events where reason is not null
    group by reason order by count desc, reason`);
  return rows;
}

/**
 * Visits that began elsewhere come last, as one row for each member: where most members come by a turnstile, there may be thousands of
 * them.
 */
async function readExceptions(db: Queryable, period: StatementPeriod): Promise<StatementException[]> {
  const { rows } = await db.execute<Omit<StatementException, 'at'> & { at: Date | string }>(sql`
    with events as (select * from (${statementEvents(db, period)}) as events), listed as (
      select kind, at, account_id, membership_id, reason, unanswered, 0 as visits
      from events where kind not in ('admission', 'refused', 'cameElsewhere')
      union all
      select kind, min(at), account_id, membership_id, null, 0, count(*)::int
      from events where kind = 'cameElsewhere' group by kind, account_id, membership_id
    )
    select kind, at, account_id as "accountId", membership_id as "membershipId", reason, unanswered, visits
    from listed order by kind = 'cameElsewhere', at, account_id`);
  return rows.map(({ at, ...exception }) => ({ ...exception, at: new Date(at).toISOString() }));
}
