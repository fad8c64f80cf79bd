import 'server-only';
import { and, eq, gt, inArray } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { requireLocation } from '#lib/server/base/locations.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type Visit, visits } from '#lib/server/db/schema/visits.ts';
import { notifyNext } from '#lib/server/ledger/attempt.ts';
import { visitLedger } from '#lib/server/visits/ledger.ts';
import { confirmSent } from './settle-visit.ts';

/**
 * Settles a visit as sent when a webhook reports it before the answer has arrived, or after it was lost: another attempt
 * might be counted as a second visit. An attempt under way loses its claim and settles nothing.
 * @param at when it happened, as the webhook reports it
 */
export async function settleEchoed(
  tx: Queryable,
  desk: DeskContext,
  { visit, at }: { visit: Visit; at: Date },
): Promise<void> {
  if (!isSameTime(visit, at) || visit.needsAdmission || visit.state === 'sent') return;
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
  await confirmSent(tx, desk, { location: await requireLocation(tx, visit.locationId), visit: settled });
  await notifyLive(tx, { locationId: visit.locationId, event: 'status' });
}

/** Equal to the millisecond, or rounded to a whole second. Any other event close to it is one of a turnstile. */
const isSameTime = ({ platformAt, tappedAt }: Visit, at: Date): boolean =>
  at.getTime() === (platformAt ?? tappedAt).getTime() || at.getTime() % 1_000 === 0;
