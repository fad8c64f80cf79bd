import 'server-only';
import { and, desc, eq, gt, isNotNull, ne, type Placeholder, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { Clocked } from '#lib/server/base/clocked.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { prepareOnce } from '#lib/server/db/prepare-once.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { photos } from '#lib/server/db/schema/photos.ts';
import { elsewhereEvents, visits } from '#lib/server/db/schema/visits.ts';
import { isPhotoOfMember } from '#lib/server/directory/directory.ts';
import { openTasksOf } from '#lib/server/tasks/read-tasks.ts';
import { displayNameOf, initialsOf } from '#lib/wire/names/person-name.ts';
import { photoUrlOf } from '#lib/wire/photos.ts';
import type { PresenceEntry, PresenceView } from '#lib/wire/presence.ts';
import { type ClockGiven, clockOfNow, orderedAt, placesOfClock } from './clock-of-now.ts';
import { presenceRules } from './events.ts';
import type { PresenceEvent } from './presence.ts';

/** A value, or the place of one in a prepared statement. */
type Given<Value> = Value | Placeholder;

interface Wanted {
  locationId: Given<string>;
  /** The beginning of the longest stay. */
  from: Given<Date>;
  clock: ClockGiven;
  /** All members if left out. */
  accountIds?: Placeholder;
}

/** The last event of each member since `from`: of the named members, or of all. */
function lastEvents(db: Queryable, { locationId, from, clock, accountIds }: Wanted) {
  const isAsked = (accountId: typeof visits.accountId | typeof elsewhereEvents.accountId) =>
    accountIds && sql`${accountId} = any(${accountIds}::text[])`;
  const events = unionAll(
    db
      .select({
        accountId: visits.accountId,
        kind: visits.kind,
        at: visits.tappedAt,
        orderedAt: orderedAt(visits.tappedAt, visits.clock, clock),
        source: sql<PresenceEntry['source']>`'desk'`.as('source'),
      })
      .from(visits)
      .where(
        and(
          eq(visits.locationId, locationId),
          gt(visits.tappedAt, from),
          ne(visits.state, 'undone'),
          isNotNull(visits.accountId),
          isAsked(visits.accountId),
        ),
      ),
    db
      .select({
        accountId: elsewhereEvents.accountId,
        kind: elsewhereEvents.kind,
        at: elsewhereEvents.at,
        orderedAt: orderedAt(elsewhereEvents.at, elsewhereEvents.clock, clock),
        source: sql<PresenceEntry['source']>`'elsewhere'`.as('source'),
      })
      .from(elsewhereEvents)
      .where(
        and(
          eq(elsewhereEvents.locationId, locationId),
          gt(elsewhereEvents.at, from),
          isAsked(elsewhereEvents.accountId),
        ),
      ),
  ).as('events');
  return db
    .selectDistinctOn([events.accountId])
    .from(events)
    .orderBy(events.accountId, desc(events.orderedAt), events.source)
    .as('last');
}

/** What the desk knows now, for {@link lastEvents}. */
const wantedNow = (desk: Clocked, location: Location) => ({
  locationId: location.id,
  from: new Date(desk.clock() - presenceRules(location).longestStayMs),
  ...clockOfNow({ desk, actor: { location } }),
});

/** The arrivals of those of these members who are in, by account. */
export const readArrivals = (
  { desk, actor: { location } }: LocationContext<Clocked>,
  { accountIds }: { accountIds: readonly string[] },
) => readLast(desk, location, { kind: 'checkIn', accountIds });

/** The departures of those of these members who have left, by account. */
export const readDepartures = (
  { desk, actor: { location } }: LocationContext<Clocked>,
  { accountIds }: { accountIds: readonly string[] },
) => readLast(desk, location, { kind: 'checkOut', accountIds });

async function readLast(
  desk: Clocked,
  location: Location,
  { kind, accountIds }: { kind: PresenceEvent['kind']; accountIds: readonly string[] },
): Promise<ReadonlyMap<string, Date>> {
  if (accountIds.length === 0) return new Map();
  const rows = await lastStatement(desk.db).execute({ ...wantedNow(desk, location), kind, accountIds });
  return new Map(rows.flatMap(({ accountId, at }) => (accountId === null ? [] : [[accountId, at] as const])));
}

const placesOfWanted = {
  locationId: sql.placeholder('locationId'),
  from: sql.placeholder('from'),
  clock: placesOfClock,
};

const lastStatement = prepareOnce((db) => {
  const last = lastEvents(db, { ...placesOfWanted, accountIds: sql.placeholder('accountIds') });
  return db
    .select()
    .from(last)
    .where(eq(last.kind, sql.placeholder('kind')))
    .prepare('');
});

const presenceStatement = prepareOnce((db) => {
  const { locationId } = placesOfWanted;
  const last = lastEvents(db, placesOfWanted);
  return db
    .select({
      accountId: last.accountId,
      since: last.at,
      source: last.source,
      firstName: members.firstName,
      lastName: members.lastName,
      membershipId: members.membershipId,
      membershipType: members.membershipType,
      photoVersion: photos.version,
      openTasks: openTasksOf(locationId, last.accountId),
    })
    .from(last)
    .leftJoin(members, and(eq(members.locationId, locationId), eq(members.accountId, last.accountId)))
    .leftJoin(photos, isPhotoOfMember)
    .where(eq(last.kind, 'checkIn'))
    .orderBy(desc(last.orderedAt), last.accountId)
    .prepare('');
});

/** The members who are in, latest arrival first: those whose last event within the longest stay is a check-in. */
export async function readPresence({ desk, actor: { location } }: LocationContext<Clocked>): Promise<PresenceView> {
  const rows = await presenceStatement(desk.db).execute(wantedNow(desk, location));
  return {
    entries: rows.flatMap(({ accountId, ...row }) => {
      if (accountId === null) return []; // never: the query excludes visits without a member
      const displayName = displayNameOf({ ...row, accountId });
      return {
        accountId,
        displayName,
        initials: initialsOf(displayName),
        membershipType: row.membershipType,
        photoUrl: photoUrlOf(location.id, accountId, row.photoVersion),
        since: row.since.toISOString(),
        source: row.source,
        openTasks: row.openTasks,
      };
    }),
  };
}
