import 'server-only';
import type { SQL } from 'drizzle-orm';
import type { Queryable } from '#lib/db/client.ts';
import type { Location } from '#lib/db/schema/locations.ts';
import { type Visit, visits } from '#lib/db/schema/visits.ts';
import type { Desk } from '#lib/desk/base/desk.ts';
import { tellLive } from '#lib/desk/base/live-events.ts';
import { queueNextOf } from '#lib/desk/visits/queue-visit.ts';
import { confirmAnswers } from './confirm-answers.ts';
import type { Established } from './establish.ts';

/**
 * Writes what was established of a visit to the ledger and to the answers of its taps.
 * @param isOurs holds while nobody else has taken the visit over; if not, nothing is written
 * @returns the visit as it stands now
 */
export async function keepEstablished(
  tx: Queryable,
  desk: Desk,
  location: Location,
  visit: Visit,
  established: Established,
  isOurs: SQL | undefined,
): Promise<Visit | null> {
  const change = changeOf(visit, established);
  const [kept] = await tx
    .update(visits)
    .set({ ...change, confirmingUntil: null })
    .where(isOurs)
    .returning();
  if (!kept) return null;
  if (kept.accountId !== visit.accountId) await tellLive(tx, location.id, 'presence');
  if (kept.state === 'refused' || kept.state === 'unresolved') {
    await queueNextOf(tx, desk, kept, desk.clock());
    await tellLive(tx, location.id, 'status');
  }
  if (established.kind === 'member' || established.kind === 'unknown') {
    await confirmAnswers(tx, location, visit, established);
  }
  return kept;
}

function changeOf(visit: Visit, established: Established): Partial<typeof visits.$inferInsert> {
  switch (established.kind) {
    case 'waiting':
      return established.member ? { accountId: established.member.accountId } : {};
    case 'forbidden': {
      const accountId = established.member?.accountId ?? visit.accountId;
      return { accountId, state: 'refused', lastError: 'forbiddenAction' };
    }
    case 'unknown':
      return { state: visit.accountId === null ? 'unresolved' : 'refused', lastError: established.reason.code };
    case 'member': {
      const { accountId } = established.member;
      const { admission } = established;
      if (admission.kind === 'refused') return { accountId, state: 'refused', lastError: admission.refusal };
      // a granted admission is logged at the platform: nobody must ask again
      return { accountId, needsAdmission: false };
    }
  }
}
