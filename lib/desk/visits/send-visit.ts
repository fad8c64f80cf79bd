import 'server-only';
import { eq } from 'drizzle-orm';
import { locations } from '#lib/db/schema/locations.ts';
import { type Visit, visits } from '#lib/db/schema/visits.ts';
import type { Desk } from '#lib/desk/desk.ts';
import { isCorporate, type Member } from '#lib/desk/directory/member.ts';
import { tellLive } from '#lib/desk/live/live-events.ts';
import { askAdmission } from '#lib/desk/verdict/ask-admission.ts';
import { findMember } from '#lib/desk/verdict/find-member.ts';
import type { Question } from '#lib/desk/verdict/question.ts';
import { troubleOf, type Unavailable } from '#lib/gym-api/errors.ts';
import { sendVisit as send } from '#lib/gym-api/visits.ts';
import { claimVisit, isClaimOf } from './claim.ts';
import { type Outcome, requeueEarly, settleVisit } from './settle.ts';
import type { VisitKey } from './visit-queue.ts';

/**
 * Makes one attempt to bring a visit to the platform, with the time at which it happened. Harmless to call for a visit
 * that is not due: only what the ledger says counts.
 */
export async function sendVisit(desk: Desk, key: VisitKey): Promise<void> {
  const visit = await claimVisit(desk.db, key, new Date(desk.clock()));
  if (!visit) return requeueEarly(desk, key);
  await settleVisit(desk, visit, await attempt(desk, visit));
}

async function attempt(desk: Desk, visit: Visit): Promise<Outcome> {
  const [location] = await desk.db.select().from(locations).where(eq(locations.id, visit.locationId));
  if (!location) throw new Error('A visit belongs to no location.');
  let { accountId } = visit;

  if (accountId === null || (visit.needsAdmission && visit.kind === 'checkIn')) {
    const found = await findMember(desk, location, questionOf(visit), 'background');
    if (found.kind === 'unknown') {
      return { kind: accountId === null ? 'unresolved' : 'refused', error: found.reason.code };
    }
    if (found.kind === 'unrecognised') return waiting(found.unavailable);
    if (found.unavailable) return waiting(found.unavailable);
    if (accountId === null) await keepIdentity(desk, visit, found.member);
    accountId = found.member.accountId;
    if (visit.needsAdmission && isCorporate(found.member)) {
      const admission = await askAdmission(desk, location, accountId, 'background');
      if (admission.kind === 'unavailable') return waiting(admission);
      if (admission.kind === 'refused') return { kind: 'refused', error: admission.refusal };
    }
    // a granted admission is logged at the platform: another attempt must not ask again
    await desk.db.update(visits).set({ needsAdmission: false }).where(isClaimOf(visit));
  }

  const answer = await send(desk.gymOf(location), { accountId, kind: visit.kind, at: visit.tappedAt });
  if (answer.ok) return { kind: 'sent' };
  const trouble = troubleOf(answer.problem);
  switch (trouble.kind) {
    case 'unavailable':
      return waiting(trouble);
    case 'missing':
      return { kind: 'refused', error: `missing ${trouble.entity ?? ''}`.trim() };
    case 'rejected':
      return { kind: 'refused', error: trouble.errorCode };
    case 'admissionRefused':
      return { kind: 'refused', error: trouble.refusal };
  }
}

const waiting = ({ because }: Unavailable): Outcome => ({ kind: 'waiting', because });

function questionOf({ accountId, scannedKind, scannedValue }: Visit): Question {
  if (accountId !== null) return { kind: 'accountId', value: accountId };
  if (scannedKind === null || scannedValue === null) throw new Error('A visit is of nobody.');
  return { kind: scannedKind, value: scannedValue };
}

async function keepIdentity(desk: Desk, visit: Visit, { accountId }: Member): Promise<void> {
  await desk.db.transaction(async (tx) => {
    await tx.update(visits).set({ accountId }).where(isClaimOf(visit));
    await tellLive(tx, visit.locationId, 'presence');
  });
}
