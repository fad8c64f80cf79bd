import 'server-only';
import { aliasedTable, and, eq, lt, ne, notExists, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import { elsewhereEvents, visits } from '#lib/server/db/schema/visits.ts';
import type { VisitHow } from '#lib/wire/visits.ts';
import { type StayPeriod, selectEdges } from './stay-edges.ts';
import { selectTrouble } from './stay-trouble.ts';

/**
 * The visits of a period as stays, a subquery: arrivals without a departure between them are one stay, as long as each is within a
 * longest stay of the one before, and it ends with the first departure within a longest stay of the last of them. A departure
 * that belongs to no arrival is a row without one. Undone taps are none. The counter groups events by the same rule
 * (lib/server/presence/presence.ts), and a test compares both.
 *
 * It reads the events of the period, and of one longest stay before it and two after it, by the index of times: a stay that goes
 * on for longer ends there. A column that a query leaves out costs nothing.
 */
export function selectStays(db: Queryable, period: StayPeriod) {
  const { location, from, to } = period;
  const edges = selectEdges(db, period);
  const [inVisit, outVisit] = [aliasedTable(visits, 'in_visit'), aliasedTable(visits, 'out_visit')];
  const isArrival = sql`${edges.kind} = 'checkIn'`;
  const hasOut = sql`${edges.outAt} is not null`;
  const ofIn = <Value>(value: SQL<Value>) => sql<Value | null>`case when ${isArrival} then ${value} end`;
  const ofOut = <Value>(value: SQL<Value>) => sql<Value | null>`case when ${hasOut} then ${value} end`;
  const elsewhere = sql<string>`'turnstile-' || ${edges.kind} || '-' || ${edges.visitor}`;
  const isKnown = sql`${edges.accountId} is not null`;
  const isFirst = and(isArrival, isKnown, ...noneEarlier(db, location.id, edges));
  return db
    .select({
      /** Identifies the stay together with `beganAt`. */
      id: sql<string>`coalesce(${edges.tapId}::text, ${elsewhere})`.as('stay_id'),
      /** Null while it is unknown whose the scanned value is. */
      accountId: edges.accountId,
      /** Where the member is unknown. */
      scanned: sql<string | null>`case when ${edges.accountId} is null then ${inVisit.scannedValue} end`.as('scanned'),
      /** The arrival; the departure where there is none. */
      beganAt: sql<Date>`${edges.at}`.mapWith(visits.tappedAt).as('began_at'),
      inAt: ofIn(sql<Date>`${edges.at}`).mapWith(visits.tappedAt).as('in_at'),
      /** Null for a turnstile. */
      inTapId: ofIn(sql<string>`${edges.tapId}`).as('in_tap_id'),
      inHow: ofIn(howOf(sql`${edges.tapId} is null`, inVisit)).as('in_how'),
      /** Who was signed in at the window: an id of staff. */
      inBy: ofIn(sql<string>`${inVisit.staffId}`).as('in_by'),
      outAt: sql<Date | null>`${edges.outAt}`.mapWith(visits.tappedAt).as('out_at'),
      outTapId: sql<string | null>`${edges.outTapId}`.as('out_tap_id'),
      outHow: ofOut(howOf(sql`${edges.outTapId} is null`, outVisit)).as('out_how'),
      outBy: ofOut(sql<string>`${outVisit.staffId}`).as('out_by'),
      /** Checked out at closing time. */
      isAutomatic: sql<boolean>`coalesce(${outVisit.isAutomatic}, false)`.as('is_automatic'),
      /** Until when the member counts as inside: the departure, or a longest stay after the last arrival. */
      insideUntil: sql<Date>`${edges.insideUntil}`.mapWith(visits.tappedAt).as('inside_until'),
      trouble: selectTrouble(db, location.id, edges).as('trouble'),
      /** Whether the location knows no earlier arrival of the member. */
      isFirst: sql<boolean>`(${isFirst})`.as('is_first'),
    })
    .from(edges)
    .leftJoin(inVisit, and(eq(inVisit.locationId, location.id), sql`${inVisit.tapId} = ${edges.tapId}`))
    .leftJoin(outVisit, and(eq(outVisit.locationId, location.id), sql`${outVisit.tapId} = ${edges.outTapId}`))
    .where(and(edges.isStay, sql`${edges.at} >= ${instantOf(from)}`, sql`${edges.at} < ${instantOf(to)}`))
    .as('stays');
}

const instantOf = (at: Date) => sql`${at.toISOString()}::timestamptz`;

type How = Exclude<VisitHow, null>;

/** Rows from before the desk stored it have only the kind of a scanned value, if that; a number may have been a barcode or typed. */
export const howOf = (
  isElsewhere: SQL,
  visit: Pick<typeof visits, 'how' | 'isAutomatic' | 'scannedKind'>,
) => sql<How>`case
  when ${isElsewhere} then 'turnstile'
  when ${visit.isAutomatic} then 'automatic'
  else coalesce(${visit.how}, case ${visit.scannedKind}
    when 'rfid' then 'card' when 'nfc' then 'phone' when 'email' then 'typed' end)
  end`;

/** SQL conditions: there is no earlier arrival of the member, neither at the desk nor elsewhere. */
export function noneEarlier(
  db: Queryable,
  locationId: string,
  { accountId, at }: { accountId: SQLWrapper; at: SQLWrapper },
): SQL[] {
  const [own, other] = [aliasedTable(visits, 'earlier'), aliasedTable(elsewhereEvents, 'earlier')];
  const one = { one: sql`1` };
  const isOwn = and(
    eq(own.locationId, locationId),
    eq(own.accountId, accountId),
    lt(own.tappedAt, at),
    eq(own.kind, 'checkIn'),
    ne(own.state, 'undone'),
  );
  const isOther = and(
    eq(other.locationId, locationId),
    eq(other.accountId, accountId),
    lt(other.at, at),
    eq(other.kind, 'checkIn'),
  );
  return [notExists(db.select(one).from(own).where(isOwn)), notExists(db.select(one).from(other).where(isOther))];
}
