import 'server-only';
import { and, eq, ne } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { confirmAnswers, isStillOpen } from '#lib/server/confirmation/confirm-answers.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { platformStatus } from '#lib/server/db/schema/platform-status.ts';
import type { Visit } from '#lib/server/db/schema/visits.ts';
import { webhookRegistrations } from '#lib/server/db/schema/webhooks.ts';
import { findInDirectory } from '#lib/server/directory/directory.ts';
import { backoffMs, busyDelayMs } from '#lib/server/due/backoff.ts';
import { leavesInDoubt, type Unavailable } from '#lib/server/gym-api/errors.ts';
import { type Settlement, settle } from '#lib/server/ledger/attempt.ts';
import { visitLedger } from '#lib/server/visits/ledger.ts';

/** `clockAhead`: the time that was sent lies in the future of the platform's clock. */
type WaitingBecause = Unavailable['because'] | 'clockAhead';

/** The outcome of an attempt. */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'waiting'; because: WaitingBecause }
  | { kind: 'refused'; because: string };

/** Writes the outcome of an attempt to the ledger, and its consequences. */
export async function settleVisit(
  desk: DeskContext,
  { location, visit, outcome }: { location: Location; visit: Visit; outcome: Outcome },
): Promise<void> {
  await desk.db.transaction(async (tx) => {
    // the platform has not recorded this time, so another one may be chosen
    const isOtherTime = outcome.kind === 'waiting' && outcome.because === 'clockAhead';
    const set = isOtherTime ? { platformAt: null } : {};
    const settlement = await readSettlement(tx, visit, outcome);
    const settled = await settle(tx, visitLedger(desk), { row: visit, settlement, set });
    // a webhook may have settled it meanwhile
    if (!settled) return;
    if (outcome.kind === 'sent') await confirmSent(tx, desk, { location, visit: settled });
    // a row with an error was shown as waiting, refused or unresolved
    if (outcome.kind !== 'sent' || visit.attempts > 1 || visit.lastError !== null)
      await notifyLive(tx, { locationId: visit.locationId, event: 'status' });
  });
}

async function readSettlement(tx: Queryable, visit: Visit, outcome: Outcome): Promise<Settlement> {
  if (outcome.kind !== 'waiting') return outcome;
  return { ...outcome, delayMs: await readDelay(tx, visit, outcome.because) };
}

/**
 * Confirms a tap that could not be confirmed at the counter: the platform has accepted the visit, so it knows the
 * member.
 */
export async function confirmSent(
  tx: Queryable,
  desk: DeskContext,
  { location, visit }: { location: Location; visit: Visit },
): Promise<void> {
  if (visit.accountId === null || !(await isStillOpen(tx, visit))) return;
  const member = await findInDirectory(tx, {
    locationId: location.id,
    key: { kind: 'accountId', value: visit.accountId },
  });
  if (!member) return;
  const confirmation = { kind: 'member', member, admission: { kind: 'notAsked' } } as const;
  await confirmAnswers(tx, desk, { location, visit, confirmation });
}

/** While the platform is reachable, no event makes waiting visits due. */
const longestWhileReachableMs = 30_000;
/** With webhooks, the platform may report this visit before it is retried. */
const webhookGraceMs = 10_000;

/**
 * The delay after a failed attempt: exponential backoff while the platform is unreachable, since its return makes all
 * visits due.
 */
async function readDelay(tx: Queryable, visit: Visit, because: WaitingBecause): Promise<number> {
  // nor does a misread clock say anything about the platform
  if (because === 'busy' || because === 'clockAhead') return busyDelayMs;
  const delayMs = backoffMs(visit.attempts);
  const longestMs = (await isAway(tx, visit.locationId)) ? delayMs : longestWhileReachableMs;
  const shortestMs = leavesInDoubt(because) && (await receivesWebhooks(tx, visit.locationId)) ? webhookGraceMs : 0;
  return Math.max(shortestMs, Math.min(longestMs, delayMs));
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

async function receivesWebhooks(tx: Queryable, locationId: string): Promise<boolean> {
  const isRegistered = and(
    eq(webhookRegistrations.locationId, locationId),
    eq(webhookRegistrations.state, 'registered'),
  );
  return (await tx.select().from(webhookRegistrations).where(isRegistered)).length > 0;
}
