import 'server-only';
import { and, eq, ne } from 'drizzle-orm';
import type { Queryable } from '#lib/db/client.ts';
import { platformStatus } from '#lib/db/schema/platform-status.ts';
import type { Visit } from '#lib/db/schema/visits.ts';
import { webhookRegistrations } from '#lib/db/schema/webhooks.ts';
import { leavesInDoubt, type Unavailable } from '#lib/gym-api/errors.ts';
import { backoffMs } from '#lib/outbox/backoff.ts';

/** `clockAhead`: by the platform's clock, the time it was told has not come yet. */
export type WaitingBecause = Unavailable['because'] | 'clockAhead';

/** Our own limit passes soon, and so does a clock that was misread; neither says anything of how the platform is. */
const shortMs = 5_000;
/** While the platform answers others, nobody wakes this one. */
const longestWhileReachableMs = 30_000;
/** Where the platform tells this desk of visits, it may tell of this one before it is tried again. */
const echoMs = 10_000;

/** How long a visit waits after an attempt that failed. While the platform is away longer and longer: it is woken. */
export async function delayOf(tx: Queryable, visit: Visit, because: WaitingBecause): Promise<number> {
  if (because === 'busy' || because === 'clockAhead') return shortMs;
  const delayMs = backoffMs(visit.attempts);
  const longestMs = (await isAway(tx, visit.locationId)) ? delayMs : longestWhileReachableMs;
  const shortestMs = leavesInDoubt(because) && (await hearsEchoes(tx, visit.locationId)) ? echoMs : 0;
  return Math.max(shortestMs, Math.min(longestMs, delayMs));
}

/** Locked against a change until the transaction ends: who finds the platform away waits before all that wait are woken. */
async function isAway(tx: Queryable, locationId: string): Promise<boolean> {
  const isLost = and(eq(platformStatus.locationId, locationId), ne(platformStatus.connection, 'reachable'));
  return (await tx.select().from(platformStatus).where(isLost).for('share')).length > 0;
}

async function hearsEchoes(tx: Queryable, locationId: string): Promise<boolean> {
  const isRegistered = and(
    eq(webhookRegistrations.locationId, locationId),
    eq(webhookRegistrations.state, 'registered'),
  );
  return (await tx.select().from(webhookRegistrations).where(isRegistered)).length > 0;
}
