import 'server-only';
import type { SQL } from 'drizzle-orm';
import type { Queryable } from '#lib/db/client.ts';
import type { Location } from '#lib/db/schema/locations.ts';
import { type Visit, visits } from '#lib/db/schema/visits.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import { notifyLive } from '#lib/desk/base/live-events.ts';
import { visitLedger } from '#lib/desk/visits/ledger.ts';
import { queueNext } from '#lib/outbox/attempt.ts';
import { confirmAnswers } from './confirm-answers.ts';
import type { Resolution } from './resolve-visit.ts';

/**
 * Writes what was found out about a visit to the ledger and to the answers of its taps.
 * @param isOurs holds while nobody else has taken the visit over; if not, nothing is written
 * @returns the visit as it stands now
 */
export async function applyResolution(
  tx: Queryable,
  desk: DeskContext,
  location: Location,
  visit: Visit,
  resolution: Resolution,
  isOurs: SQL | undefined,
): Promise<Visit | null> {
  const change = changeOf(visit, resolution);
  const [kept] = await tx
    .update(visits)
    .set({ ...change, confirmingUntil: null })
    .where(isOurs)
    .returning();
  if (!kept) return null;
  if (kept.accountId !== visit.accountId) await notifyLive(tx, location.id, 'presence');
  if (kept.state === 'refused' || kept.state === 'unresolved') {
    await queueNext(tx, visitLedger(desk), kept);
    await notifyLive(tx, location.id, 'status');
  }
  if (resolution.kind === 'member' || resolution.kind === 'unknown') {
    await confirmAnswers(tx, location, visit, resolution);
  }
  return kept;
}

function changeOf(visit: Visit, resolution: Resolution): Partial<typeof visits.$inferInsert> {
  switch (resolution.kind) {
    case 'waiting':
      return resolution.member ? { accountId: resolution.member.accountId } : {};
    case 'forbidden': {
      const accountId = resolution.member?.accountId ?? visit.accountId;
      return { accountId, state: 'refused', lastError: 'forbiddenAction' };
    }
    case 'unknown':
      return { state: visit.accountId === null ? 'unresolved' : 'refused', lastError: resolution.reason.code };
    case 'member': {
      const { accountId } = resolution.member;
      const { admission } = resolution;
      if (admission.kind === 'refused') return { accountId, state: 'refused', lastError: admission.refusal };
      // a granted admission is logged at the platform: nobody must ask again
      return { accountId, needsAdmission: false };
    }
  }
}
