import 'server-only';
import { and, eq, gt, inArray } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { locationOf } from '#lib/server/base/locations.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type Visit, visits } from '#lib/server/db/schema/visits.ts';
import { notifyNext } from '#lib/server/outbox/attempt.ts';
import { visitLedger } from '#lib/server/visits/ledger.ts';
import { confirmSent } from './settle.ts';

/**
 * The platform tells of a visit whose answer was lost, or has not come yet: it has it, and another try might count as a
 * second visit. The attempt under way finds its claim gone and settles nothing.
 * @param at when it happened, as the platform tells it
 */
export async function settleEchoed(
  tx: Queryable,
  desk: DeskContext,
  { visit, at }: { visit: Visit; at: Date },
): Promise<void> {
  if (!isToldAs(visit, at) || visit.needsAdmission) return;
  const [settled] = await tx
    .update(visits)
    .set({ state: 'sent', lastError: null })
    .where(
      and(
        eq(visits.locationId, visit.locationId),
        eq(visits.tapId, visit.tapId),
        inArray(visits.state, ['sending', 'waiting']),
        gt(visits.attempts, 0),
      ),
    )
    .returning();
  if (!settled) return;
  await notifyNext(tx, visitLedger(desk), settled);
  await confirmSent(tx, desk, { location: await locationOf(tx, visit.locationId), visit: settled });
  await notifyLive(tx, { locationId: visit.locationId, event: 'status' });
}

/** To the millisecond, or rounded to a whole second: an event beside it, of a turnstile, is not the one that was sent. */
const isToldAs = ({ platformAt, tappedAt }: Visit, at: Date): boolean =>
  at.getTime() === (platformAt ?? tappedAt).getTime() || at.getTime() % 1_000 === 0;
