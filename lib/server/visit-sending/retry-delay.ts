import 'server-only';
import { and, eq, ne } from 'drizzle-orm';
import { pauseForLostAnswers } from '#lib/server/admissions/pause-for-lost-answers.ts';
import { receivesWebhooks } from '#lib/server/base/receives-webhooks.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { platformStatus } from '#lib/server/db/schema/platform-status.ts';
import { type Visit, visits } from '#lib/server/db/schema/visits.ts';
import { backoffMs, busyDelayMs } from '#lib/server/due/backoff.ts';
import { leavesInDoubt, type Unavailable } from '#lib/server/gym-api/errors.ts';
import { isVisit } from '#lib/server/visits/is-visit.ts';

/** Why a visit waits. `clockAhead`: the time that was sent lies in the future of the platform's clock. */
export type WaitingBecause = Unavailable['because'] | 'clockAhead';

/** While the platform is reachable, no event makes waiting visits due. */
const longestWhileReachableMs = 30_000;
/** With webhooks, the platform may report this visit before it is retried. */
const webhookGraceMs = 10_000;

/**
 * The delay after a failed attempt: exponential backoff while the platform is unreachable, since its return makes all
 * visits due; and where requests for admission got no answer, of which the platform may log each.
 */
export async function readDelay(tx: Queryable, visit: Visit, because: WaitingBecause): Promise<number> {
  // nor does a misread clock say anything about the platform
  if (because === 'busy' || because === 'clockAhead') return busyDelayMs;
  const delayMs = backoffMs(visit.attempts);
  const longestMs = (await isAway(tx, visit.locationId)) ? delayMs : longestWhileReachableMs;
  const shortestMs = leavesInDoubt(because) && (await receivesWebhooks(tx, visit.locationId)) ? webhookGraceMs : 0;
  return Math.max(shortestMs, await readPauseMs(tx, visit), Math.min(longestMs, delayMs));
}

async function readPauseMs(tx: Queryable, { locationId, tapId, needsAdmission }: Visit): Promise<number> {
  if (!needsAdmission) return 0;
  const [read] = await tx.select({ pauseS: pauseForLostAnswers }).from(visits).where(isVisit(locationId, tapId));
  return (read?.pauseS ?? 0) * 1_000;
}

/**
 * When a waiting visit may be retried at a manager's request: now, but not before the platform had time to report a visit
 * whose answer was lost.
 */
export async function earliestRetry(
  tx: Queryable,
  { visit: { locationId, lastError, nextAttemptAt }, now }: { visit: Visit; now: number },
): Promise<Date> {
  // safe because: another error, such as `clockAhead`, matches none of the cases
  const isInDoubt = lastError !== null && leavesInDoubt(lastError as Unavailable['because']);
  if (!isInDoubt || !(await receivesWebhooks(tx, locationId))) return new Date(now);
  return new Date(Math.min(nextAttemptAt.getTime(), now + webhookGraceMs));
}

/**
 * Locks the row until the transaction ends, so that a visit that is delayed here is seen by the transaction that makes
 * waiting visits due.
 */
async function isAway(tx: Queryable, locationId: string): Promise<boolean> {
  const isLost = and(eq(platformStatus.locationId, locationId), ne(platformStatus.connection, 'reachable'));
  return (await tx.select().from(platformStatus).where(isLost).for('share')).length > 0;
}
