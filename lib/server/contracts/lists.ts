import 'server-only';
import { and, asc, between, desc, eq, gt, gte, lt, not, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import { beginningOfName, members } from '#lib/server/db/schema/directory.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { elsewhereEvents, visits } from '#lib/server/db/schema/visits.ts';
import { readLastVisits } from '#lib/server/presence/last-visit.ts';
import { selectMemberVisits } from '#lib/server/stays/member-visits.ts';
import {
  type ContractList,
  type ContractsChoice,
  type ListedMember,
  type ListOfMembers,
  prospectDays,
  recentDays,
} from '#lib/wire/contracts.ts';
import { displayNameOf } from '#lib/wire/names/person-name.ts';
import { startOfDay } from '#shared/calendar/day-in-zone.ts';
import { daysLater } from '#shared/calendar/days.ts';
import { comingBirthday } from './birthdays.ts';
import { firstDayOf, isOwnMember, isProspect, lastDayOf } from './contract-days.ts';

/** What the lists depend on. */
export interface ListsAsked {
  location: Location;
  /** Epoch milliseconds. */
  now: number;
  /** In the time zone of the location. */
  today: string;
  choice: ContractsChoice;
  /** The most members to list; absent: all of them. */
  limit?: number;
}

interface Listing {
  isListed: SQL | undefined;
  /** The day that the list shows. */
  day: SQL<string | null>;
  /** Who of them came in the last days, in lists that say so. */
  isMarked?: SQL;
  order: SQL[];
}

const byName = [asc(beginningOfName(members.searchName)), asc(members.accountId)];

/** Members of a list, and how many there are in all. */
export function readList(db: Queryable, list: ContractList, asked: ListsAsked): Promise<ListOfMembers> {
  return list === 'prospects' ? readProspects(db, asked) : readByDay(db, list, asked);
}

/** By the visits, from which the members are looked up: prospects are few, and those who come are fewer. */
async function readProspects(db: Queryable, asked: ListsAsked): Promise<ListOfMembers> {
  const { location, choice } = asked;
  // of any gym of the chain: they came here
  const isOfList = and(eq(members.locationId, location.id), isProspect);
  const prospects = await db.select({ accountId: members.accountId }).from(members).where(isOfList);
  const ids = sql.param(prospects.map(({ accountId }) => accountId));
  const came = selectMemberVisits(db, { location, ...visitDays(asked, prospectDays), accountIds: sql`${ids}::text[]` });
  const rows = await limited(
    db
      .select({ ...listedColumns, day: sql<string | null>`null`, visits: came.visits, total: countAll })
      .from(came)
      .innerJoin(members, and(isOfList, eq(members.accountId, came.accountId)))
      .where(gte(came.visits, choice.visits))
      .orderBy(desc(came.visits), ...byName)
      .$dynamic(),
    asked,
  );
  const total = rows[0]?.total ?? 0;
  return { members: await describe(db, asked, rows), total, marked: null };
}

async function readByDay(
  db: Queryable,
  list: Exclude<ContractList, 'prospects'>,
  asked: ListsAsked,
): Promise<ListOfMembers> {
  const { location } = asked;
  const recent = visitDays(asked, recentDays);
  const { isListed, day, isMarked, order } = listingOf(list, asked);
  const rows = await limited(
    db
      .select({
        ...listedColumns,
        day: sql<string | null>`${day}::text`,
        total: countAll,
        marked: sql<number | null>`${isMarked ? countOver(isMarked) : null}`,
      })
      .from(members)
      .where(isListed)
      .orderBy(...order)
      .$dynamic(),
    asked,
  );
  const ids = sql.param(rows.map(({ accountId }) => accountId));
  const came = selectMemberVisits(db, { location, ...recent, accountIds: sql`${ids}::text[]` });
  const counts = rows.length === 0 ? [] : await db.select({ of: came.accountId, visits: came.visits }).from(came);
  const visitsOf = new Map(counts.map(({ of, visits: count }) => [of, count]));
  return {
    members: await describe(
      db,
      asked,
      rows.map((row) => ({ ...row, visits: visitsOf.get(row.accountId) ?? 0 })),
    ),
    total: rows[0]?.total ?? 0,
    marked: isMarked ? (rows[0]?.marked ?? 0) : null,
  };
}

function listingOf(list: Exclude<ContractList, 'prospects'>, asked: ListsAsked): Listing {
  const { location, today, choice } = asked;
  const isOwn = isOwnMember(location.id);
  const [first, last] = [firstDayOf(location), lastDayOf(location)];
  const isSeen = cameSinceDay(sql`${daysLater(today, -recentDays)}::date`, location);
  switch (list) {
    case 'ending': {
      const isEnding = between(last, today, daysLater(today, choice.within));
      return { isListed: and(isOwn, isEnding), day: last, isMarked: isSeen, order: [asc(last), ...byName] };
    }
    case 'notStarted': {
      return { isListed: and(isOwn, gt(first, today)), day: first, isMarked: isSeen, order: [asc(first), ...byName] };
    }
    case 'notSeen': {
      const isNew = between(first, daysLater(today, -recentDays), today);
      const isOver = sql`${lt(last, today)} is true`;
      return {
        isListed: and(isOwn, isNew, not(isOver), not(cameSinceDay(first, location))),
        day: first,
        order: [asc(first), ...byName],
      };
    }
    case 'birthdays': {
      const { isListed, day } = comingBirthday(today);
      const isMarked = sql`${day} = ${today}::date`;
      return { isListed: and(isOwn, isListed), day, isMarked, order: [asc(day), ...byName] };
    }
  }
}

const listedColumns = {
  accountId: members.accountId,
  firstName: members.firstName,
  lastName: members.lastName,
  membershipId: members.membershipId,
  membershipType: members.membershipType,
  dateOfBirth: members.dateOfBirth,
};
const countAll = sql<number>`(count(*) over ())::integer`;
const countOver = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}) over ())::integer`;

const limited = <Query extends { limit(limit: number): Query }>(query: Query, { limit }: ListsAsked): Query =>
  limit === undefined ? query : query.limit(limit);

/** The days back from today, and today until now. */
const visitDays = ({ location, now, today }: ListsAsked, days: number) => ({
  from: startOfDay(daysLater(today, -days), location.timeZone),
  to: new Date(now),
});

/**
 * SQL condition on `members`: came on a day, which may be one of theirs, or later. Looked up for each of those who are listed: for an
 * `exists`, which has no limit, the database may read the visits of all members.
 */
function cameSinceDay(day: SQL, { id, timeZone }: Location): SQL {
  const moment = sql`(${day}::timestamp at time zone ${timeZone})`;
  return sql`coalesce(
    (select true from ${visits} where ${visits.locationId} = ${id} and ${visits.accountId} = ${members.accountId}
      and ${visits.tappedAt} >= ${moment} and ${isArrival} limit 1),
    (select true from ${elsewhereEvents} where ${elsewhereEvents.locationId} = ${id}
      and ${elsewhereEvents.accountId} = ${members.accountId} and ${elsewhereEvents.at} >= ${moment} and ${isArrivalElsewhere} limit 1),
    false)`;
}

const isArrival = sql`${visits.kind} = 'checkIn' and ${visits.state} <> 'undone'`;
const isArrivalElsewhere = eq(elsewhereEvents.kind, 'checkIn');

type Row = Omit<ListedMember, 'displayName' | 'age' | 'lastVisitAt'> &
  Record<'firstName' | 'lastName' | 'dateOfBirth', string | null>;

async function describe(db: Queryable, { location }: ListsAsked, rows: readonly Row[]): Promise<ListedMember[]> {
  const accountIds = rows.map(({ accountId }) => accountId);
  const lastVisits = await readLastVisits(db, { locationId: location.id, accountIds });
  return rows.map(({ accountId, membershipId, membershipType, day, visits: count, ...row }) => ({
    accountId,
    membershipId,
    membershipType,
    day,
    visits: count,
    displayName: displayNameOf({ accountId, membershipId, ...row }),
    age: day && row.dateOfBirth ? yearOf(day) - yearOf(row.dateOfBirth) : null,
    lastVisitAt: lastVisits.get(accountId)?.toISOString() ?? null,
  }));
}

const yearOf = (day: string): number => Number(day.slice(0, 'yyyy'.length));
