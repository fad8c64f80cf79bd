import 'server-only';
import {
  aliasedTable,
  and,
  between,
  eq,
  gte,
  inArray,
  isNull,
  lt,
  ne,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { MemberKey } from '#lib/server/base/member-key.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { prepareOnce } from '#lib/server/db/prepare-once.ts';
import type { StoredClock } from '#lib/server/db/schema/clock-stamp.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { elsewhereEvents, type SetAside, type TapOperation, taps, visits } from '#lib/server/db/schema/visits.ts';
import { unsentStates } from '#lib/server/ledger/ledger.ts';
import type { ScannedCard } from '#lib/wire/verdict.ts';
import type { VisitKind } from '#lib/wire/visits.ts';
import { byClockOfNow, clockOfNow, type Ordering } from './clock-of-now.ts';
import type { Presence, PresenceEvent, PresenceRules } from './presence.ts';

/**
 * A member, or the scanned value while its member is unknown.
 * `scanned`: what the member was identified by; visits recorded for that value while it was unidentified are theirs.
 */
export type Visitor = { accountId: string; scanned?: ScannedCard | undefined } | ({ accountId: null } & ScannedCard);

export const presenceRules = ({ repeatWindowS, longestStayH }: Location): PresenceRules => ({
  repeatWindowMs: repeatWindowS * 1_000,
  longestStayMs: longestStayH * 3_600_000,
});

/** An event as the desk knows it. */
export interface KnownEvent extends PresenceEvent {
  /** The tap of this desk; null for an event elsewhere. */
  tap: { tapId: string; operation: TapOperation | null; setAside: SetAside | null } | null;
  /** True for a member's visit of this desk that has not been attempted to be sent. */
  isHeld: boolean;
  /** True for a check-in that the platform has not admitted, and about which no manager has decided. */
  isTurnedDown: boolean;
}

/** The columns of taps that were set aside, for other events in a union. */
const notSetAside = {
  operation: sql<TapOperation | null>`null`.as('operation'),
  setAside: sql<SetAside | null>`null::jsonb`.as('set_aside'),
};

interface VisitorAt {
  location: Location;
  visitor: Visitor;
  /** Epoch milliseconds. */
  at: number;
}

/**
 * Reads all events of a visitor that matter for judging a moment: visits of this desk, arrivals and departures elsewhere,
 * and taps that were set aside. Their times are converted to the desk's clock as it is now (./clock-of-now.ts).
 */
export async function readEvents(
  db: Queryable,
  desk: Ordering,
  { location, visitor, at }: VisitorAt,
): Promise<KnownEvent[]> {
  const { longestStayMs } = presenceRules(location);
  // an event within a longest stay may belong to a stay that began a longest stay earlier
  const from = new Date(at - 2 * longestStayMs);
  const to = new Date(at + 2 * longestStayMs);
  const { accountId } = visitor;
  const wanted = { locationId: location.id, from, to };
  const { kind: scannedKind, value: scannedValue } = accountId === null ? visitor : (visitor.scanned ?? noCard);
  const statement = accountId === null ? unidentifiedStatement : memberStatement;
  const known = await statement(db).execute({ ...wanted, accountId, scannedKind, scannedValue });
  const now = clockOfNow({ desk, actor: { location } });
  return known.map(({ kind, at, tapId, isHeld, isTurnedDown, clock, operation, setAside }) => ({
    kind,
    at: byClockOfNow(at.getTime(), clock, now),
    isCounted: setAside === null,
    isHeld,
    isTurnedDown,
    tap: tapId === null ? null : { tapId, operation, setAside },
  }));
}

/** No visit was recorded for it. */
const noCard = { kind: null, value: null };

const placesOf = {
  locationId: sql.placeholder('locationId'),
  accountId: sql.placeholder('accountId'),
  from: sql.placeholder('from'),
  to: sql.placeholder('to'),
};
/** The platform has not known whose an unresolved one was: only a manager's retry says whether it was this visitor's. */
const isByCard = and(
  isNull(visits.accountId),
  eq(visits.scannedKind, sql.placeholder('scannedKind')),
  eq(visits.scannedValue, sql.placeholder('scannedValue')),
  inArray(visits.state, unsentStates),
);

/**
 * Holds for a check-in that the platform has not admitted, of somebody who was let in before, as long as no manager has let them in or
 * dismissed it. One that a manager has admitted, and the platform refuses all the same, needs no admission.
 */
export const isTurnedDown: SQL<boolean> = sql`(${and(
  eq(visits.kind, 'checkIn'),
  eq(visits.state, 'refused'),
  eq(visits.needsAdmission, true),
  isNull(visits.settledAt),
)})`;

const unidentifiedStatement = prepareOnce((db) => ownOf(db, isByCard).prepare(''));

const memberStatement = prepareOnce((db) => {
  const isOwn = or(eq(visits.accountId, placesOf.accountId), isByCard);
  return unionAll(ownOf(db, isOwn), ...othersOf(db)).prepare('');
});

function ownOf(db: Queryable, isOfVisitor: SQL | undefined) {
  const { locationId, from, to } = placesOf;
  return db
    .select({
      kind: visits.kind,
      at: visits.tappedAt,
      tapId: sql<string | null>`${visits.tapId}`.as('tap_id'),
      isHeld: sql<boolean>`${visits.state} = 'held' and ${visits.accountId} is not null`.as('is_held'),
      isTurnedDown: sql<boolean>`${isTurnedDown}`.as('is_turned_down'),
      clock: sql<StoredClock | null>`${visits.clock}`.as('clock'),
      ...notSetAside,
    })
    .from(visits)
    .where(
      and(
        eq(visits.locationId, locationId),
        isOfVisitor,
        between(visits.tappedAt, from, to),
        ne(visits.state, 'undone'),
      ),
    );
}

function othersOf(db: Queryable) {
  const { locationId, accountId, from, to } = placesOf;
  const elsewhere = db
    .select({
      kind: elsewhereEvents.kind,
      at: elsewhereEvents.at,
      tapId: sql<string | null>`null::uuid`.as('tap_id'),
      isHeld: sql<boolean>`false`.as('is_held'),
      isTurnedDown: sql<boolean>`false`.as('is_turned_down'),
      clock: sql<StoredClock | null>`${elsewhereEvents.clock}`.as('clock'),
      ...notSetAside,
    })
    .from(elsewhereEvents)
    .where(
      and(
        eq(elsewhereEvents.locationId, locationId),
        eq(elsewhereEvents.accountId, accountId),
        between(elsewhereEvents.at, from, to),
      ),
    );
  const tappedAt = sql<Date>`(${taps.answer} ->> 'tappedAt')::timestamptz`;
  const counted = aliasedTable(visits, 'counted');
  const isOfUndone = db
    .select({ one: sql`1` })
    .from(counted)
    .where(
      and(
        eq(counted.locationId, locationId),
        sql`${counted.tapId} = (${taps.answer} ->> 'visitTapId')::uuid`,
        eq(counted.state, 'undone'),
      ),
    );
  const setAside = db
    .select({
      kind: sql<VisitKind>`case ${taps.operation} when 'checkOut' then 'checkOut' else 'checkIn' end`.as('kind'),
      at: tappedAt.as('tapped_at'),
      tapId: sql<string | null>`${taps.tapId}`.as('tap_id'),
      isHeld: sql<boolean>`false`.as('is_held'),
      isTurnedDown: sql<boolean>`false`.as('is_turned_down'),
      clock: sql<StoredClock | null>`${taps.answer} -> 'setAside' -> 'clock'`.as('clock'),
      operation: sql<TapOperation | null>`${taps.operation}`.as('operation'),
      setAside: sql<SetAside | null>`${taps.answer} -> 'setAside'`.as('set_aside'),
    })
    .from(taps)
    .where(
      and(
        eq(taps.locationId, locationId),
        sql`(${taps.answer} ->> 'accountId') = ${accountId}`,
        sql`(${taps.answer} -> 'setAside') is not null`,
        sql`${tappedAt} between ${from}::timestamptz and ${to}::timestamptz`,
        notExists(isOfUndone),
      ),
    );
  return [elsewhere, setAside] as const;
}

/** The tap that recorded the counted event of a kind at a time; null for an event elsewhere. */
export const findVisit = (events: readonly KnownEvent[], kind: VisitKind, at: number): string | null =>
  events.find((event) => event.isCounted && event.kind === kind && event.at === at)?.tap?.tapId ?? null;

/** The visit by which a member is in; null if they are out, or came in elsewhere. */
export function findCheckIn(events: readonly KnownEvent[], presence: Presence): string | null {
  switch (presence.kind) {
    case 'out':
      return null;
    case 'repeat':
      return findVisit(events, 'checkIn', presence.checkedInAt);
    case 'in':
      return findVisit(events, 'checkIn', presence.since);
  }
}

/** A visit by which a member is in although the platform has not admitted them. */
export interface TurnedDown {
  tapId: string;
  arrivedAt: Date;
}

/** Null where the member is out, or in by another visit. */
export function findTurnedDown(events: readonly KnownEvent[], presence: Presence): TurnedDown | null {
  const tapId = findCheckIn(events, presence);
  const visit = tapId === null ? undefined : events.find(({ tap, isCounted }) => isCounted && tap?.tapId === tapId);
  return tapId !== null && visit?.isTurnedDown ? { tapId, arrivedAt: new Date(visit.at) } : null;
}

/** Whether the member checked in, here or through a turnstile, from `from` until just before `to`, as a column of a query. */
export function hasCheckedIn({ locationId, accountId, from, to }: MemberKey & { from: Date; to: Date }): SQL<boolean> {
  const here = and(
    ofVisitor(locationId, { accountId }),
    eq(visits.kind, 'checkIn'),
    ne(visits.state, 'undone'),
    gte(visits.tappedAt, from),
    lt(visits.tappedAt, to),
  );
  const elsewhere = and(
    eq(elsewhereEvents.locationId, locationId),
    eq(elsewhereEvents.accountId, accountId),
    eq(elsewhereEvents.kind, 'checkIn'),
    gte(elsewhereEvents.at, from),
    lt(elsewhereEvents.at, to),
  );
  return sql<boolean>`(exists (select from ${visits} where ${here})
    or exists (select from ${elsewhereEvents} where ${elsewhere}))`;
}

/** Holds for the visits of one visitor. */
export function ofVisitor(locationId: string, visitor: Visitor): SQL | undefined {
  const here = eq(visits.locationId, locationId);
  if (visitor.accountId === null) return and(here, isUnidentified(visitor));
  const { accountId, scanned } = visitor;
  return and(here, or(eq(visits.accountId, accountId), scanned && isUnidentified(scanned)));
}

const isUnidentified = ({ kind, value }: ScannedCard): SQL | undefined =>
  and(isNull(visits.accountId), eq(visits.scannedKind, kind), eq(visits.scannedValue, value));
