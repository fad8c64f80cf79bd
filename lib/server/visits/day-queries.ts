import 'server-only';
import {
  aliasedTable,
  and,
  eq,
  exists,
  gte,
  inArray,
  isNull,
  lt,
  ne,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Queryable } from '#lib/server/db/client.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { photos } from '#lib/server/db/schema/photos.ts';
import { refusals } from '#lib/server/db/schema/refusals.ts';
import { staff } from '#lib/server/db/schema/staff.ts';
import { taps, visits } from '#lib/server/db/schema/visits.ts';
import { isPhotoOfMember } from '#lib/server/directory/directory.ts';
import { isMemberNamed } from '#lib/server/directory/is-member-named.ts';
import { howOf, selectStays } from '#lib/server/stays/select-stays.ts';
import { searchWords } from '#lib/wire/names/search-text.ts';
import type { VisitFilter } from '#lib/wire/visits.ts';
import { startOfDay } from '#shared/calendar/day-in-zone.ts';
import { daysLater } from '#shared/calendar/days.ts';
import { wantedEnds } from './wanted-ends.ts';

export interface AskedDays {
  location: Location;
  filter: VisitFilter;
  now: Date;
}

/** Days in the time zone of the location; with a change of daylight saving time they are not 24 hours long. */
export function boundsOf({ day, until = day }: VisitFilter, { timeZone }: Location): { from: Date; to: Date } {
  return { from: startOfDay(day, timeZone), to: startOfDay(daysLater(until, 1), timeZone) };
}

export interface Wanted extends Omit<AskedDays, 'now'> {
  db: Queryable;
  from: Date;
  to: Date;
}

/** The visits that a filter selects, a subquery. */
export function selectVisits({ db, location, filter, from, to }: Wanted) {
  const { name } = filter;
  const ends = wantedEnds({ db, location, filter, from, to });
  const isWanted = (accountId: PgColumn) =>
    and(
      isName(name) ? mayBeNamed(db, { location, name, accountId }) : undefined,
      ...ends.map(({ mayBeOf }) => mayBeOf(accountId)),
    );
  const stays = selectStays(db, { location, from, to, isWanted });
  return db
    .select({
      id: sql<string>`${stays.id}`.as('line_id'),
      at: stays.beganAt,
      accountId: stays.accountId,
      scanned: stays.scanned,
      inAt: stays.inAt,
      inHow: stays.inHow,
      outAt: stays.outAt,
      outHow: stays.outHow,
      insideUntil: stays.insideUntil,
      trouble: stays.trouble,
      isFirst: stays.isFirst,
      ...ofMember,
      inBy: sql<string | null>`${staff.name}`.as('in_name'),
      outBy: sql<string | null>`${other.name}`.as('out_name'),
    })
    .from(stays)
    .leftJoin(members, isMember(location, stays.accountId))
    .leftJoin(photos, isPhotoOfMember)
    .leftJoin(staff, eq(staff.id, stays.inBy))
    .leftJoin(other, eq(other.id, stays.outBy))
    .where(and(isNamed(name, stays.scanned), ...ends.map(({ isOf }) => isOf(stays))))
    .as('found');
}

/** Those who were turned away, a subquery. */
export function selectRefusals({ db, location, filter, from, to }: Wanted) {
  const { how, by, name, reason } = filter;
  // kept for eight days only
  const scanned = sql<string | null>`${taps.answer} -> 'scanned' ->> 'text'`;
  const isTap = and(
    eq(taps.locationId, refusals.locationId),
    eq(taps.tapId, refusals.tapId),
    eq(taps.operation, 'lookUp'),
  );
  return db
    .select({
      id: sql<string>`${refusals.tapId}::text`.as('line_id'),
      at: refusals.at,
      accountId: refusals.accountId,
      scanned: scanned.as('scanned'),
      how: refusals.how,
      reason: refusals.reason,
      isAdmitted: sql<boolean>`${isAdmitted(db)}`.as('is_admitted'),
      isUnconfirmed:
        sql<boolean>`coalesce(${refusals.visitTapId} = ${refusals.tapId}, false) and ${refusals.admittedBy} is null`.as(
          'is_unconfirmed',
        ),
      why: sql<string | null>`(${selectWhy(db)})`.as('why'),
      by: sql<string | null>`${staff.name}`.as('by_name'),
      admittedBy: sql<string | null>`${other.name}`.as('admitted_name'),
      ...ofMember,
    })
    .from(refusals)
    .leftJoin(taps, isTap)
    .leftJoin(members, isMember(location, refusals.accountId))
    .leftJoin(photos, isPhotoOfMember)
    .leftJoin(staff, eq(staff.id, refusals.staffId))
    .leftJoin(other, eq(other.id, refusals.admittedBy))
    .where(
      and(
        eq(refusals.locationId, location.id),
        gte(refusals.at, from),
        lt(refusals.at, to),
        isNamed(name, scanned),
        how && sql`${refusals.how} = ${how}`,
        reason && eq(refusals.reason, reason),
        by === undefined ? undefined : or(eq(refusals.staffId, by), eq(refusals.admittedBy, by)),
      ),
    )
    .as('found');
}

/** The reason that was given when a refused member was let in. */
const selectWhy = (db: Queryable) =>
  db
    .select({ reason: auditLog.reason })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.locationId, refusals.locationId),
        eq(auditLog.accountId, refusals.accountId),
        eq(auditLog.tapId, refusals.visitTapId),
        eq(auditLog.action, 'admitAnyway'),
      ),
    )
    .limit(1);

/** SQL condition: a refused person came in nevertheless, and that was not undone. */
export const isAdmitted = (db: Queryable): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(visits)
      .where(
        and(
          eq(visits.locationId, refusals.locationId),
          eq(visits.tapId, refusals.visitTapId),
          ne(visits.state, 'undone'),
        ),
      ),
  );

/** Check-ins and check-outs that were undone, a subquery. */
export function selectUndone({ db, location, filter, from, to }: Wanted) {
  const { how, by, name } = filter;
  const means = howOf(sql`false`, visits);
  return db
    .select({
      id: sql<string>`${visits.tapId}::text`.as('line_id'),
      at: visits.tappedAt,
      accountId: visits.accountId,
      scanned: visits.scannedValue,
      kind: visits.kind,
      how: means.as('means'),
      by: sql<string | null>`${staff.name}`.as('by_name'),
      ...ofMember,
    })
    .from(visits)
    .leftJoin(members, isMember(location, visits.accountId))
    .leftJoin(photos, isPhotoOfMember)
    .leftJoin(staff, eq(staff.id, visits.staffId))
    .where(
      and(
        eq(visits.locationId, location.id),
        eq(visits.state, 'undone'),
        gte(visits.tappedAt, from),
        lt(visits.tappedAt, to),
        isNamed(name, visits.scannedValue),
        how && eq(means, how),
        by === undefined ? undefined : eq(visits.staffId, by),
      ),
    )
    .as('found');
}

const other = aliasedTable(staff, 'other_staff');

const ofMember = {
  firstName: members.firstName,
  lastName: members.lastName,
  membershipId: members.membershipId,
  photoVersion: photos.version,
};

const isMember = (location: Location, accountId: SQLWrapper) =>
  and(eq(members.locationId, location.id), eq(members.accountId, accountId));

const isName = (name: string) => searchWords(name).length > 0;

/**
 * Each typed word is a prefix of a word of the name, or the text is part of the scanned value, or the membership id.
 */
function isNamed(name: string, scanned: SQLWrapper): SQL | undefined {
  if (!isName(name)) return undefined;
  return or(isMemberNamed(name), sql`position(lower(${name.trim()}) in lower(${scanned})) > 0`);
}

/** Leaves out the visits of members with another name, before stays are computed. */
function mayBeNamed(
  db: Queryable,
  { location, name, accountId }: { location: Location; name: string; accountId: PgColumn },
): SQL | undefined {
  const named = db
    .select({ id: members.accountId })
    .from(members)
    .where(and(eq(members.locationId, location.id), isMemberNamed(name)));
  return or(isNull(accountId), inArray(accountId, named));
}
