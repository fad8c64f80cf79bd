import 'server-only';
import type { Queryable } from '#lib/db/client.ts';
import type { Location } from '#lib/db/schema/locations.ts';
import type { Visit } from '#lib/db/schema/visits.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import { notifyLive } from '#lib/desk/base/live-events.ts';
import { confirmAnswers, isUnconfirmed } from '#lib/desk/confirmation/confirm-answers.ts';
import { findInDirectory } from '#lib/desk/directory/directory.ts';
import { visitLedger } from '#lib/desk/visits/ledger.ts';
import { type Settlement, settle } from '#lib/outbox/attempt.ts';
import { delayOf, type WaitingBecause } from './delay.ts';

/** What became of an attempt. */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'waiting'; because: WaitingBecause }
  | { kind: 'refused'; because: string };

/** Writes the outcome of an attempt to the ledger, and what follows from it. */
export async function settleVisit(
  desk: DeskContext,
  location: Location,
  visit: Visit,
  outcome: Outcome,
): Promise<void> {
  await desk.db.transaction(async (tx) => {
    // never recorded under that time, so that another one may be chosen
    const isOtherTime = outcome.kind === 'waiting' && outcome.because === 'clockAhead';
    const set = isOtherTime ? { platformAt: null } : {};
    const settled = await settle(tx, visitLedger(desk), visit, await settlementOf(tx, visit, outcome), set);
    // the platform may have told of it, too
    if (!settled) return;
    if (outcome.kind === 'sent') await confirmSent(tx, location, settled);
    if (outcome.kind !== 'sent' || visit.attempts > 1) await notifyLive(tx, visit.locationId, 'status');
  });
}

async function settlementOf(tx: Queryable, visit: Visit, outcome: Outcome): Promise<Settlement> {
  if (outcome.kind !== 'waiting') return outcome;
  return { ...outcome, delayMs: await delayOf(tx, visit, outcome.because) };
}

/** The platform has taken the visit of a member whom it could not be asked about at the counter: it knows them. */
export async function confirmSent(tx: Queryable, location: Location, visit: Visit): Promise<void> {
  if (visit.accountId === null || !(await isUnconfirmed(tx, location, visit))) return;
  const member = await findInDirectory(tx, location.id, { kind: 'accountId', value: visit.accountId });
  if (member) await confirmAnswers(tx, location, visit, { kind: 'member', member, admission: { kind: 'notAsked' } });
}
