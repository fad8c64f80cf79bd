import 'server-only';
import { sql } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { confirmAnswers, isStillOpen } from '#lib/server/confirmation/confirm-answers.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { type Visit, visits } from '#lib/server/db/schema/visits.ts';
import { findInDirectory } from '#lib/server/directory/directory.ts';
import { type Settlement, settle } from '#lib/server/ledger/attempt.ts';
import { visitLedger } from '#lib/server/visits/ledger.ts';
import { readDelay, type WaitingBecause } from './retry-delay.ts';

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
    const now = new Date(desk.clock()).toISOString();
    // `least` ignores null; the clock may have been set back since
    const failingSince = sql`least(${visits.failingSince}, ${now}::timestamptz)`;
    const set = { ...(isOtherTime && { platformAt: null }), ...(mayBeItsOwn(outcome) && { failingSince }) };
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

/** Whether an outcome may be due to the visit, and not to the platform or the key. */
const mayBeItsOwn = (outcome: Outcome): boolean => {
  if (outcome.kind !== 'waiting') return false;
  switch (outcome.because) {
    case 'failed':
    case 'slow':
    case 'unreadable':
      return true;
    case 'unreachable':
    case 'busy':
    case 'keyRejected':
    case 'permissionMissing':
    case 'clockAhead':
      return false;
  }
};

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
