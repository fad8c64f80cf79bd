import 'server-only';
import { and, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { directorySyncs } from '#lib/server/db/schema/directory.ts';
import { platformStatus } from '#lib/server/db/schema/platform-status.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { unsentStates } from '#lib/server/outbox/ledger.ts';
import { isOverdue } from '#lib/server/outbox/overdue.ts';
import { readUnreadableLists } from '#lib/server/unreadable/keep-unreadable.ts';
import { isToBeSettled } from '#lib/server/visits/kept-visits.ts';
import type { AbsentMembers } from '#lib/wire/absent-members.ts';
import type { PlatformStatus } from '#lib/wire/status.ts';
import { dayMs } from '#shared/calendar/durations.ts';

/** The status of a location for its screens: connection to the platform, unsent visits, mirrors, clock and storage. */
export async function readStatus({ desk, actor }: LocationContext): Promise<PlatformStatus> {
  const { db, clock, storage } = desk;
  const locationId = actor.location.id;
  const now = clock();
  const [current] = await db.select().from(platformStatus).where(eq(platformStatus.locationId, locationId));
  const waits = or(eq(visits.state, 'waiting'), isOverdue(visits, now));
  const [numbers] = await db
    .select({
      waitingVisits: countWhere(waits),
      refusedVisits: countWhere(eq(visits.state, 'refused')),
      unresolvedVisits: countWhere(eq(visits.state, 'unresolved')),
    })
    .from(visits)
    .where(and(eq(visits.locationId, locationId), or(inArray(visits.state, [...unsentStates]), isToBeSettled())));
  return {
    connection: current ? viewOf(current) : { state: 'reachable' },
    waitingVisits: numbers?.waitingVisits ?? 0,
    refusedVisits: numbers?.refusedVisits ?? 0,
    unresolvedVisits: numbers?.unresolvedVisits ?? 0,
    visitsInDoubt: await countInDoubt(db, locationId, now),
    clockAheadS: current?.clockAheadS ?? null,
    unreadable: await readUnreadableLists(db, locationId),
    absent: await readAbsent(db, locationId),
    storage: storage.trouble(),
  };
}

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

async function readAbsent(db: Queryable, locationId: string): Promise<AbsentMembers | null> {
  const { absentCount: count, absentOf: of, absentSince: since } = directorySyncs;
  const [sync] = await db
    .select({ count, of, since })
    .from(directorySyncs)
    .where(eq(directorySyncs.locationId, locationId));
  if (!sync || sync.count === null || sync.of === null || sync.since === null) return null;
  return { count: sync.count, of: sync.of, since: sync.since.toISOString() };
}

/** Shown for a day, so that the manager of every shift sees it. */
const shownForMs = dayMs;

function countInDoubt(db: Queryable, locationId: string, now: number): Promise<number> {
  const isRecent = gt(visits.recordedAt, new Date(now - shownForMs));
  return db.$count(visits, and(eq(visits.locationId, locationId), eq(visits.isTimeInDoubt, true), isRecent));
}

const countWhere = (condition: SQL | undefined) => sql<number>`count(*) filter (where ${condition})`.mapWith(Number);
