import 'server-only';
import { and, count, eq, gte, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import { refusals } from '#lib/server/db/schema/refusals.ts';
import { readRefusedSince } from '#lib/server/refusals/refused-since.ts';
import { readKnownSince } from '#lib/server/stays/known-since.ts';
import { noneEarlier, selectStays } from '#lib/server/stays/select-stays.ts';
import type { VisitSums } from '#lib/wire/visits.ts';
import {
  type AskedDays,
  boundsOf,
  isAdmitted,
  selectRefusals,
  selectUndone,
  selectVisits,
  type Wanted,
} from './day-queries.ts';

/** The numbers of the whole period, and of the rows that match the filter. */
export async function readSums(db: Queryable, { location, filter, now }: AskedDays): Promise<VisitSums> {
  const period = { db, location, filter, ...boundsOf(filter, location) };
  const [ofVisits, ofRefusals, since] = await Promise.all([
    selectSums(db, { ...period, now }),
    db
      .select({ refused: count(), admitted: countIf(isAdmitted(db)) })
      .from(refusals)
      .where(and(eq(refusals.locationId, location.id), gte(refusals.at, period.from), lt(refusals.at, period.to))),
    Promise.all([readKnownSince(db, location), readRefusedSince(db, location)]),
  ]);
  const [row, refused] = [ofVisits[0], ofRefusals[0]];
  if (!row || !refused) throw new Error('A count has no row.');
  const { visits, members, firstVisits, withoutCheckOut, withoutCheckIn } = row;
  const isFiltered = [filter.name.trim(), filter.how, filter.by, filter.state, filter.reason].some(Boolean);
  const [shown, turnedAway, undone] = await Promise.all([
    isFiltered ? db.$count(selectVisits(period)) : visits,
    isFiltered ? db.$count(selectRefusals(period)) : refused.refused,
    db.$count(selectUndone(period)),
  ]);
  return {
    visits,
    members,
    firstVisits,
    withoutCheckOut,
    withoutCheckIn,
    ...refused,
    rows: { visits: shown, refused: turnedAway, undone },
    since: { visits: since[0], refused: since[1] },
  };
}

const countIf = (condition: SQL | undefined) => sql<number>`count(*) filter (where ${condition})`.mapWith(Number);

/** The sums of the visits, by way of those of each member: whether a visit is a member's first is looked up once for each. */
function selectSums(db: Queryable, { location, from, to, now }: Wanted & Pick<AskedDays, 'now'>) {
  const stays = selectStays(db, { location, from, to });
  const isOpen = sql`${stays.inAt} is not null and ${stays.outAt} is null and ${stays.insideUntil} <= ${now.toISOString()}::timestamptz`;
  const ofMember = db
    .select({
      accountId: stays.accountId,
      firstInAt: sql<Date | null>`min(${stays.inAt})`.as('first_in_at'),
      visits: count().as('visits'),
      open: countIf(isOpen).as('open'),
      unopened: countIf(sql`${stays.inAt} is null`).as('unopened'),
    })
    .from(stays)
    .groupBy(stays.accountId)
    .as('of_member');
  const { accountId, firstInAt } = ofMember;
  const came = sql`${accountId} is not null and ${firstInAt} is not null`;
  const sumOf = (column: SQLWrapper) => sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number);
  return db
    .select({
      visits: sumOf(ofMember.visits),
      members: sql<number>`count(${accountId})`.mapWith(Number),
      firstVisits: countIf(and(came, ...noneEarlier(db, location.id, { accountId, at: firstInAt }))),
      withoutCheckOut: sumOf(ofMember.open),
      withoutCheckIn: sumOf(ofMember.unopened),
    })
    .from(ofMember);
}
