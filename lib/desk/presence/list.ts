import 'server-only';
import { and, desc, eq, gt, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Queryable } from '#lib/db/client.ts';
import { members } from '#lib/db/schema/directory.ts';
import type { Location } from '#lib/db/schema/locations.ts';
import { photos } from '#lib/db/schema/photos.ts';
import { elsewhereEvents, visits } from '#lib/db/schema/visits.ts';
import { isPhotoOfMember } from '#lib/desk/directory/directory.ts';
import { openTasksOf } from '#lib/desk/tasks/read-tasks.ts';
import { displayNameOf, initialsOf } from '#lib/names/person-name.ts';
import { photoUrlOf } from '#lib/wire/photos.ts';
import type { PresenceEntry, PresenceView } from '#lib/wire/presence.ts';
import { presenceRules } from './events.ts';
import type { PresenceEvent } from './presence.ts';

/** The last event of each within the longest stay before `now` (epoch milliseconds): of those named, or of all. */
function lastEvents(db: Queryable, location: Location, now: number, accountIds?: readonly string[]) {
  const from = new Date(now - presenceRules(location).longestStayMs);
  const isAsked = (accountId: typeof visits.accountId | typeof elsewhereEvents.accountId) =>
    accountIds && inArray(accountId, [...accountIds]);
  const events = unionAll(
    db
      .select({
        accountId: visits.accountId,
        kind: visits.kind,
        at: visits.tappedAt,
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
    .orderBy(events.accountId, desc(events.at), events.source)
    .as('last');
}

/** Since when those of these members who are in have been in, by their account. `now` as in {@link readPresence}. */
export async function readArrivals(
  db: Queryable,
  location: Location,
  accountIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, Date>> {
  return readLast('checkIn', { db, location, accountIds, now });
}

/** When those of these members who have left did, by their account. `now` as in {@link readPresence}. */
export async function readDepartures(
  db: Queryable,
  location: Location,
  accountIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, Date>> {
  return readLast('checkOut', { db, location, accountIds, now });
}

interface Asked {
  db: Queryable;
  location: Location;
  accountIds: readonly string[];
  now: number;
}

async function readLast(
  kind: PresenceEvent['kind'],
  { db, location, accountIds, now }: Asked,
): Promise<ReadonlyMap<string, Date>> {
  if (accountIds.length === 0) return new Map();
  const last = lastEvents(db, location, now, accountIds);
  const rows = await db.select().from(last).where(eq(last.kind, kind));
  return new Map(rows.flatMap(({ accountId, at }) => (accountId === null ? [] : [[accountId, at] as const])));
}

/** Who is in at `now` (epoch milliseconds), latest arrival first: whose last event of the longest stay is a check-in. */
export async function readPresence(db: Queryable, location: Location, now: number): Promise<PresenceView> {
  const last = lastEvents(db, location, now);
  const rows = await db
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
    .orderBy(desc(last.at), last.accountId);
  return {
    entries: rows.flatMap(({ accountId, ...row }) => {
      if (accountId === null) return []; // none here: the query leaves out visits of nobody known
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
