import 'server-only';
import { and, eq, inArray } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { requireLocation } from '#lib/server/base/locations.ts';
import type { VisitKey } from '#lib/server/base/queues.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type Visit, visits } from '#lib/server/db/schema/visits.ts';
import { notifyDue } from '#lib/server/due/notice.ts';
import { isOver } from '#lib/server/outbox/attempt.ts';
import { dueStates } from '#lib/server/outbox/ledger.ts';
import { visitLedger } from '#lib/server/visits/ledger.ts';
import { applyResolution } from './apply-resolution.ts';
import { resolveVisit } from './resolve-visit.ts';

/** Longer than the requests take, each with its deadline: after that, the process that asked is presumed dead. */
const longestMs = 30_000;

/**
 * Asks the platform again about an arrival that could not be confirmed at the counter, while the member is still near:
 * the ledger itself would ask only once the undo time is over. Meanwhile the visit can still be undone, and is not sent.
 * If the platform does not answer now either, it is asked again when the visit is sent.
 */
export async function confirmVisit(desk: DeskContext, key: VisitKey): Promise<void> {
  const visit = await claim(desk.db, key, desk.clock());
  if (!visit) return;
  const location = await requireLocation(desk.db, visit.locationId);
  const resolution = await resolveVisit({ desk, actor: { location } }, { visit, urgency: 'background' });
  await desk.db.transaction(async (tx) => {
    const kept = await applyResolution(tx, desk, { location, visit, resolution, isOurs: isClaimOf(visit) });
    if (!kept || !isToBeSent(kept)) return;
    // it may have become due while the confirmation held it up
    const dueAt = new Date(Math.max(desk.clock(), kept.nextAttemptAt.getTime()));
    await notifyDue(tx, { kind: visitLedger(desk).name, locationId: kept.locationId, at: dueAt });
  });
}

async function claim(db: Queryable, { locationId, tapId }: VisitKey, now: number): Promise<Visit | undefined> {
  const [claimed] = await db
    .update(visits)
    .set({ confirmingUntil: new Date(now + longestMs) })
    .where(
      and(
        eq(visits.locationId, locationId),
        eq(visits.tapId, tapId),
        inArray(visits.state, [...dueStates]),
        isOver(visits.confirmingUntil, new Date(now)),
      ),
    )
    .returning();
  return claimed;
}

const isToBeSent = ({ state }: Visit) => dueStates.some((known) => known === state);

/** Holds until the visit is undone, or this confirmation was presumed dead. */
const isClaimOf = ({ locationId, tapId, confirmingUntil }: Visit) =>
  and(
    eq(visits.locationId, locationId),
    eq(visits.tapId, tapId),
    inArray(visits.state, [...dueStates]),
    confirmingUntil ? eq(visits.confirmingUntil, confirmingUntil) : undefined,
  );
