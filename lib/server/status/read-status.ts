import 'server-only';
import { and, eq, gt, inArray, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { prepareOnce } from '#lib/server/db/prepare-once.ts';
import { directorySyncs } from '#lib/server/db/schema/directory.ts';
import { platformStatus } from '#lib/server/db/schema/platform-status.ts';
import { unreadableLists } from '#lib/server/db/schema/unreadable-lists.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { unsentStates } from '#lib/server/ledger/ledger.ts';
import { isOverdue, overdueSince } from '#lib/server/ledger/overdue.ts';
import { unreadableColumns } from '#lib/server/unreadable/keep-unreadable.ts';
import { isToBeSettled } from '#lib/server/visits/kept-visits.ts';
import type { AbsentMembers } from '#lib/wire/absent-members.ts';
import type { PlatformStatus } from '#lib/wire/status.ts';
import { dayMs } from '#shared/calendar/durations.ts';

/**
 * The status of a location for its screens: connection to the platform, unsent visits, mirrors, clock and storage. One statement,
 * since every window reads it again and again.
 */
export async function readStatus({ desk, actor }: LocationContext): Promise<PlatformStatus> {
  const { db, clock, storage } = desk;
  const now = clock();
  const rows = await statusStatement(db).execute({
    locationId: actor.location.id,
    overdueSince: overdueSince(now),
    shownSince: new Date(now - shownForMs),
  });
  const [first] = rows;
  if (!first) throw new Error('A count without groups has no row.');
  const { current, absent, unreadable: _, ...counted } = first;
  return {
    connection: current ? viewOf(current) : { state: 'reachable' },
    ...counted,
    clockAheadS: current?.clockAheadS ?? null,
    unreadable: rows.flatMap(({ unreadable }) => unreadable ?? []),
    absent: absent && absentView(absent),
    storage: storage.trouble(),
  };
}

const statusStatement = prepareOnce((db) => {
  const locationId = sql.placeholder('locationId');
  const waits = or(eq(visits.state, 'waiting'), isOverdue(visits, sql.placeholder('overdueSince')));
  const numbers = db
    .select({
      waitingVisits: countWhere(waits).as('waiting_visits'),
      refusedVisits: countWhere(eq(visits.state, 'refused')).as('refused_visits'),
      unresolvedVisits: countWhere(eq(visits.state, 'unresolved')).as('unresolved_visits'),
    })
    .from(visits)
    .where(and(eq(visits.locationId, locationId), or(inArray(visits.state, [...unsentStates]), isToBeSettled())))
    .as('numbers');
  const { absentCount, absentOf, absentSince } = directorySyncs;
  return db
    .select({
      current: platformStatus,
      waitingVisits: numbers.waitingVisits,
      refusedVisits: numbers.refusedVisits,
      unresolvedVisits: numbers.unresolvedVisits,
      visitsInDoubt: visitsInDoubt(locationId, sql.placeholder('shownSince')),
      absent: { count: absentCount, of: absentOf, since: absentSince },
      unreadable: unreadableColumns,
    })
    .from(numbers)
    .leftJoin(platformStatus, eq(platformStatus.locationId, locationId))
    .leftJoin(directorySyncs, eq(directorySyncs.locationId, locationId))
    .leftJoin(unreadableLists, eq(unreadableLists.locationId, locationId))
    .orderBy(unreadableLists.list)
    .prepare('');
});

function viewOf({ connection, since, cause }: typeof platformStatus.$inferSelect): PlatformStatus['connection'] {
  switch (connection) {
    case 'reachable':
      return { state: connection };
    case 'unreachable':
      return { state: connection, since: since.toISOString(), cause };
    case 'keyRejected':
    case 'permissionMissing':
      return { state: connection, since: since.toISOString() };
  }
}

type AbsentColumns = Record<'count' | 'of', number | null> & { since: Date | null };

const absentView = ({ count, of, since }: AbsentColumns): AbsentMembers | null =>
  count === null || of === null || since === null ? null : { count, of, since: since.toISOString() };

/** Shown for a day, so that the manager of every shift sees it. */
const shownForMs = dayMs;

function visitsInDoubt(locationId: Placeholder, since: Placeholder): SQL<number> {
  const isRecent = gt(visits.recordedAt, since);
  const isCounted = and(eq(visits.locationId, locationId), eq(visits.isTimeInDoubt, true), isRecent);
  return sql`(select count(*) from ${visits} where ${isCounted})`.mapWith(Number);
}

const countWhere = (condition: SQL | undefined) => sql<number>`count(*) filter (where ${condition})`.mapWith(Number);
