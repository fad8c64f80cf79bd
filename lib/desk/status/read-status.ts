import 'server-only';
import { and, eq, inArray, lt, or, sql } from 'drizzle-orm';
import type { Queryable } from '#lib/db/client.ts';
import { platformStatus } from '#lib/db/schema/platform-status.ts';
import { visits } from '#lib/db/schema/visits.ts';
import type { PlatformStatus } from '#lib/desk/view.ts';

/** A first attempt that is under way is no visit that waits. */
const patienceMs = 5_000;

/** What the screens of a location are told of the platform and of the visits it does not have yet. */
export async function readStatus(db: Queryable, locationId: string, now: number): Promise<PlatformStatus> {
  const [current] = await db.select().from(platformStatus).where(eq(platformStatus.locationId, locationId));
  const overdue = and(inArray(visits.state, ['held', 'sending']), lt(visits.nextAttemptAt, new Date(now - patienceMs)));
  const waits = or(eq(visits.state, 'waiting'), overdue);
  const isKept = inArray(visits.state, ['refused', 'unresolved']);
  const [numbers] = await db
    .select({
      waitingVisits: sql<number>`count(*) filter (where ${waits})`.mapWith(Number),
      refusedVisits: sql<number>`count(*) filter (where ${isKept})`.mapWith(Number),
    })
    .from(visits)
    .where(
      and(
        eq(visits.locationId, locationId),
        inArray(visits.state, ['held', 'waiting', 'sending', 'refused', 'unresolved']),
      ),
    );
  return {
    connection:
      !current || current.connection === 'reachable'
        ? { state: 'reachable' }
        : { state: current.connection, since: current.since.toISOString() },
    waitingVisits: numbers?.waitingVisits ?? 0,
    refusedVisits: numbers?.refusedVisits ?? 0,
  };
}
