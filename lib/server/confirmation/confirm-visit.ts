import 'server-only';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { requireLocation } from '#lib/server/base/locations.ts';
import type { VisitKey } from '#lib/server/base/queues.ts';
import type { Visit } from '#lib/server/db/schema/visits.ts';
import { notifyDue } from '#lib/server/due/notice.ts';
import { dueStates } from '#lib/server/ledger/ledger.ts';
import { visitLedger } from '#lib/server/visits/ledger.ts';
import { applyResolution } from './apply-resolution.ts';
import { claimVisit, isConfirmationOf } from './claim-visit.ts';
import { resolveVisit } from './resolve-visit.ts';
import type { KeepClaim } from './sender.ts';

export interface Confirming {
  key: VisitKey;
  /** Left out where no stop of the process releases the claim: it expires. */
  keepClaim?: KeepClaim<Visit> | undefined;
}

/**
 * Asks the platform again about an arrival that could not be confirmed at the counter, while the member is still near:
 * the ledger itself would ask only once the undo time is over. Meanwhile the visit can still be undone, and is not sent.
 * If the platform does not answer now either, it is asked again when the visit is sent.
 */
export async function confirmVisit(desk: DeskContext, { key, keepClaim }: Confirming): Promise<void> {
  const visit = await claimVisit(desk.db, desk, key);
  if (!visit || (keepClaim && !(await keepClaim(visit)))) return;
  const location = await requireLocation(desk.db, visit.locationId);
  const resolution = await resolveVisit({ desk, actor: { location } }, { visit, urgency: 'background' });
  await desk.db.transaction(async (tx) => {
    const kept = await applyResolution(tx, desk, { location, visit, resolution, isOurs: isConfirmationOf(visit) });
    if (!kept || !isToBeSent(kept)) return;
    // it may have become due while the confirmation held it up
    const dueAt = new Date(Math.max(desk.clock(), kept.nextAttemptAt.getTime()));
    await notifyDue(tx, { kind: visitLedger(desk).name, locationId: kept.locationId, at: dueAt });
  });
}

const isToBeSent = ({ state }: Visit) => dueStates.some((known) => known === state);
