import 'server-only';
import type { Queryable } from '#lib/db/client.ts';
import type { Location } from '#lib/db/schema/locations.ts';
import { type Visit, visits } from '#lib/db/schema/visits.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import { notifyLive } from '#lib/desk/base/live-events.ts';
import { confirmAnswers, isUnconfirmed } from '#lib/desk/confirmation/confirm-answers.ts';
import { findInDirectory } from '#lib/desk/directory/directory.ts';
import { isClaimOf } from '#lib/desk/visits/claim.ts';
import { queueNextOf } from '#lib/desk/visits/queue-visit.ts';
import { delayOf, type WaitingBecause } from './delay.ts';

/** What became of an attempt. */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'waiting'; because: WaitingBecause }
  | { kind: 'refused'; error: string };

/** Writes the outcome of an attempt to the ledger, and queues what has to follow. */
export async function settleVisit(
  desk: DeskContext,
  location: Location,
  visit: Visit,
  outcome: Outcome,
): Promise<void> {
  const now = desk.clock();
  await desk.db.transaction(async (tx) => {
    const change = await changeOf(tx, visit, outcome, now);
    const [settled] = await tx.update(visits).set(change).where(isClaimOf(visit)).returning();
    // another attempt has begun since, or the platform has told of it: this one's lost answer does not count any more
    if (!settled) return;
    if (outcome.kind === 'waiting') await desk.visitQueue.enqueue(tx, [visit], settled.nextAttemptAt);
    if (outcome.kind === 'refused') await queueNextOf(tx, desk, settled, now);
    if (outcome.kind === 'sent') await followSent(tx, desk, location, settled);
    if (outcome.kind !== 'sent' || visit.attempts > 1) await notifyLive(tx, visit.locationId, 'status');
  });
}

async function changeOf(
  tx: Queryable,
  visit: Visit,
  outcome: Outcome,
  now: number,
): Promise<Partial<typeof visits.$inferInsert>> {
  switch (outcome.kind) {
    case 'sent':
      return { state: 'sent', lastError: null };
    case 'waiting': {
      const { because } = outcome;
      const nextAttemptAt = new Date(now + (await delayOf(tx, visit, because)));
      const waiting = { state: 'waiting', lastError: because, nextAttemptAt } as const;
      // never recorded under that time, so that another one may be chosen
      return because === 'clockAhead' ? { ...waiting, platformAt: null } : waiting;
    }
    case 'refused':
      return { state: 'refused', lastError: outcome.error };
  }
}

/** What follows once the platform has a visit. */
export async function followSent(tx: Queryable, desk: DeskContext, location: Location, visit: Visit): Promise<void> {
  await queueNextOf(tx, desk, visit, desk.clock());
  await confirmSent(tx, location, visit);
}

/** The platform has taken the visit of a member whom it could not be asked about at the counter: it knows them. */
async function confirmSent(tx: Queryable, location: Location, visit: Visit): Promise<void> {
  if (visit.accountId === null || !(await isUnconfirmed(tx, location, visit))) return;
  const member = await findInDirectory(tx, location.id, { kind: 'accountId', value: visit.accountId });
  if (member) await confirmAnswers(tx, location, visit, { kind: 'member', member, admission: { kind: 'notAsked' } });
}
