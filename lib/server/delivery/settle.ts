import 'server-only';
import { and, eq, ne } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { confirmAnswers, isUnconfirmed } from '#lib/server/confirmation/confirm-answers.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { platformStatus } from '#lib/server/db/schema/platform-status.ts';
import type { Visit } from '#lib/server/db/schema/visits.ts';
import { webhookRegistrations } from '#lib/server/db/schema/webhooks.ts';
import { findInDirectory } from '#lib/server/directory/directory.ts';
import { backoffMs } from '#lib/server/due/backoff.ts';
import { leavesInDoubt, type Unavailable } from '#lib/server/gym-api/errors.ts';
import { type Settlement, settle } from '#lib/server/outbox/attempt.ts';
import { visitLedger } from '#lib/server/visits/ledger.ts';

/** `clockAhead`: by the platform's clock, the time it was told has not come yet. */
type WaitingBecause = Unavailable['because'] | 'clockAhead';

/** What became of an attempt. */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'waiting'; because: WaitingBecause }
  | { kind: 'refused'; because: string };

/** Writes the outcome of an attempt to the ledger, and what follows from it. */
export async function settleVisit(
  desk: DeskContext,
  { location, visit, outcome }: { location: Location; visit: Visit; outcome: Outcome },
): Promise<void> {
  await desk.db.transaction(async (tx) => {
    // never recorded under that time, so that another one may be chosen
    const isOtherTime = outcome.kind === 'waiting' && outcome.because === 'clockAhead';
    const set = isOtherTime ? { platformAt: null } : {};
    const settlement = await settlementOf(tx, visit, outcome);
    const settled = await settle(tx, visitLedger(desk), { row: visit, settlement, set });
    // the platform may have told of it, too
    if (!settled) return;
    if (outcome.kind === 'sent') await confirmSent(tx, desk, { location, visit: settled });
    if (outcome.kind !== 'sent' || visit.attempts > 1)
      await notifyLive(tx, { locationId: visit.locationId, event: 'status' });
  });
}

async function settlementOf(tx: Queryable, visit: Visit, outcome: Outcome): Promise<Settlement> {
  if (outcome.kind !== 'waiting') return outcome;
  return { ...outcome, delayMs: await delayOf(tx, visit, outcome.because) };
}

/** The platform has taken the visit of a member whom it could not be asked about at the counter: it knows them. */
export async function confirmSent(
  tx: Queryable,
  desk: DeskContext,
  { location, visit }: { location: Location; visit: Visit },
): Promise<void> {
  if (visit.accountId === null || !(await isUnconfirmed(tx, visit))) return;
  const member = await findInDirectory(tx, location.id, { kind: 'accountId', value: visit.accountId });
  if (!member) return;
  const confirmation = { kind: 'member', member, admission: { kind: 'notAsked' } } as const;
  await confirmAnswers(tx, desk, { location, visit, confirmation });
}

/** Our own limit passes soon, and so does a clock that was misread; neither says anything of how the platform is. */
const shortMs = 5_000;
/** While the platform answers others, nobody wakes this one. */
const longestWhileReachableMs = 30_000;
/** Where the platform tells this desk of visits, it may tell of this one before it is tried again. */
const echoMs = 10_000;

/** How long a visit waits after an attempt that failed. While the platform is away longer and longer: it is woken. */
async function delayOf(tx: Queryable, visit: Visit, because: WaitingBecause): Promise<number> {
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
