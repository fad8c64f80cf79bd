import 'server-only';
import { and, desc, eq, gt, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { Clocked } from '#lib/server/base/clocked.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { photos } from '#lib/server/db/schema/photos.ts';
import { elsewhereEvents, visits } from '#lib/server/db/schema/visits.ts';
import { isPhotoOfMember } from '#lib/server/directory/directory.ts';
import { openTasksOf } from '#lib/server/tasks/read-tasks.ts';
import { displayNameOf, initialsOf } from '#lib/wire/names/person-name.ts';
import { photoUrlOf } from '#lib/wire/photos.ts';
import type { PresenceEntry, PresenceView } from '#lib/wire/presence.ts';
import { byClockOfNow } from './by-clock-of-now.ts';
import { presenceRules } from './events.ts';
import type { PresenceEvent } from './presence.ts';

/** The last event of each member within the longest stay: of the named members, or of all. */
function lastEvents({ db, clock, clockWatch }: Clocked, location: Location, accountIds?: readonly string[]) {
  const from = new Date(clock() - presenceRules(location).longestStayMs);
  const stamp = clockWatch.stamp();
  const isAsked = (accountId: typeof visits.accountId | typeof elsewhereEvents.accountId) =>
    accountIds && inArray(accountId, [...accountIds]);
  const events = unionAll(
    db
      .select({
        accountId: visits.accountId,
        kind: visits.kind,
        at: visits.tappedAt,
        byClockOfNow: byClockOfNow(visits.tappedAt, visits.clock, stamp),
        source: sql<PresenceEntry['source']>`'desk'`.as('source'),
      })
      .from(visits)
      .where(
        and(
          eq(visits.locationId, location.id),
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
        byClockOfNow: byClockOfNow(elsewhereEvents.at, elsewhereEvents.clock, stamp),
        source: sql<PresenceEntry['source']>`'elsewhere'`.as('source'),
      })
      .from(elsewhereEvents)
      .where(
        and(
          eq(elsewhereEvents.locationId, location.id),
          gt(elsewhereEvents.at, from),
          isAsked(elsewhereEvents.accountId),
        ),
      ),
  ).as('events');
  return db
    .selectDistinctOn([events.accountId])
    .from(events)
    .orderBy(events.accountId, desc(events.byClockOfNow), events.source)
    .as('last');
}

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
  const last = lastEvents(desk, location, accountIds);
  const rows = await desk.db.select().from(last).where(eq(last.kind, kind));
  return new Map(rows.flatMap(({ accountId, at }) => (accountId === null ? [] : [[accountId, at] as const])));
}

/** The members who are in, latest arrival first: those whose last event within the longest stay is a check-in. */
export async function readPresence({ desk, actor: { location } }: LocationContext<Clocked>): Promise<PresenceView> {
  const last = lastEvents(desk, location);
  const rows = await desk.db
    .select({
      accountId: last.accountId,
      since: last.at,
      source: last.source,
      firstName: members.firstName,
      lastName: members.lastName,
      membershipId: members.membershipId,
      membershipType: members.membershipType,
      photoVersion: photos.version,
      openTasks: openTasksOf(location.id, last.accountId),
    })
    .from(last)
    .leftJoin(members, and(eq(members.locationId, location.id), eq(members.accountId, last.accountId)))
    .leftJoin(photos, isPhotoOfMember)
    .where(eq(last.kind, 'checkIn'))
    .orderBy(desc(last.byClockOfNow), last.accountId);
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
