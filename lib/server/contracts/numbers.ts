import 'server-only';
import { and, between, count, eq, gte, not, type SQL, sql } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import type { Queryable } from '#lib/server/db/client.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { type ContractsReport, newMemberMonths } from '#lib/wire/contracts.ts';
import { dayOf, startOfDay } from '#shared/calendar/day-in-zone.ts';
import { daysLater } from '#shared/calendar/days.ts';
import { firstDayOf, isOfThisGym, isOwnMember, isProspect, lastDayOf } from './contract-days.ts';
import type { ListsAsked } from './lists.ts';

type Numbers = Pick<ContractsReport, 'months' | 'membersSince' | 'of'>;

/** The months until this one, `yyyy-MM`, the earliest first. */
function monthsUntil(today: string): string[] {
  const month = Temporal.PlainYearMonth.from(monthOf(today));
  return Array.from({ length: newMemberMonths }, (_, index) =>
    month.subtract({ months: newMemberMonths - 1 - index }).toString(),
  );
}

const monthOf = (day: string): string => day.slice(0, 'yyyy-MM'.length);

/**
 * How many members the report is about, of how many it misses something, and new members by month, all without prospects. Who left
 * since is in no month: the directory has the members of today. The month in which the desk first read the members has no number
 * of those first seen, because it saw all of them then.
 */
export async function readNumbers(
  db: Queryable,
  { location, today }: Pick<ListsAsked, 'location' | 'today'>,
): Promise<Numbers> {
  const { timeZone } = location;
  const months = monthsUntil(today);
  const from = `${months[0]}-01`;
  const { knownSince } = members;
  const isSeenSince = gte(knownSince, startOfDay(from, timeZone));
  const of = await readCounts(db, location);
  const begun = await countByMonth(db, location, firstDayOf(location), between(firstDayOf(location), from, today));
  const seen = await countByMonth(db, location, sql`(${knownSince} at time zone ${timeZone})::date`, isSeenSince);
  const membersSince = of.knownSince && dayOf(of.knownSince.getTime(), timeZone);
  return {
    months: months.map((month) => ({
      month,
      begun: begun.get(month) ?? 0,
      firstSeen: membersSince !== null && month > monthOf(membersSince) ? (seen.get(month) ?? 0) : null,
    })),
    membersSince,
    of: of.counts,
  };
}

const dayZero = '2000-01-01';

/** Counted by the numbers of days in the database, which takes a fraction of the time that months or texts take there. */
async function countByMonth(
  db: Queryable,
  { id }: Location,
  day: SQL<string | null>,
  isCounted: SQL | undefined,
): Promise<ReadonlyMap<string, number>> {
  const days = await db
    .select({ number: sql<number>`(${day} - '${sql.raw(dayZero)}'::date)`, count: count() })
    .from(members)
    .where(and(isOwnMember(id), isCounted))
    .groupBy(sql`1`);
  const months = new Map<string, number>();
  for (const { number, count: ofDay } of days) {
    const month = monthOf(daysLater(dayZero, number));
    months.set(month, (months.get(month) ?? 0) + ofDay);
  }
  return months;
}

async function readCounts(
  db: Queryable,
  location: Location,
): Promise<{ counts: ContractsReport['of']; knownSince: Date | null }> {
  const { knownSince, dateOfBirth } = members;
  const isOwn = isOfThisGym(location.id);
  const countOf = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::integer`;
  const [row] = await db
    .select({
      members: countOf(isOwn),
      withoutEnd: countOf(sql`${isOwn} and ${lastDayOf(location)} is null`),
      withoutStart: countOf(sql`${isOwn} and ${firstDayOf(location)} is null`),
      withoutBirthday: countOf(sql`${isOwn} and ${dateOfBirth} is null`),
      ofOtherGyms: countOf(sql`not ${isOwn}`),
      knownSince: sql<Date | null>`min(nullif(${knownSince}, 'epoch'))`.mapWith(knownSince),
    })
    .from(members)
    .where(and(eq(members.locationId, location.id), not(isProspect)));
  const none = { members: 0, withoutEnd: 0, withoutStart: 0, withoutBirthday: 0, ofOtherGyms: 0, knownSince: null };
  const { knownSince: since, ...counts } = row ?? none;
  return { counts, knownSince: since };
}
