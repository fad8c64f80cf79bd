import 'server-only';
import { and, asc, eq, gt, inArray, or } from 'drizzle-orm';
import type { Queryable } from '#lib/db/client.ts';
import { type Visit, visits } from '#lib/db/schema/visits.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import type { VisitKey } from '#lib/desk/base/queues.ts';

/** A later event of the same member may have waited for this one. */
export async function queueNextOf(tx: Queryable, desk: DeskContext, visit: Visit, now: number): Promise<void> {
  if (visit.accountId === null) return;
  const [next] = await tx
    .select()
    .from(visits)
    .where(
      and(
        eq(visits.locationId, visit.locationId),
        eq(visits.accountId, visit.accountId),
        gt(visits.tappedAt, visit.tappedAt),
        inArray(visits.state, ['held', 'waiting']),
      ),
    )
    .orderBy(asc(visits.tappedAt))
    .limit(1);
  if (next) await desk.visitQueue.enqueue(tx, [next], new Date(Math.max(now, next.nextAttemptAt.getTime())));
}

/**
 * A job may come before its time by the clock of this machine, or while the arrival is being confirmed; the visit must
 * not wait for the sweep then.
 */
export async function requeueEarly(desk: DeskContext, { locationId, tapId }: VisitKey): Promise<void> {
  const now = new Date(desk.clock());
  const [visit] = await desk.db
    .select()
    .from(visits)
    .where(
      and(
        eq(visits.locationId, locationId),
        eq(visits.tapId, tapId),
        inArray(visits.state, ['held', 'waiting']),
        or(gt(visits.nextAttemptAt, now), gt(visits.confirmingUntil, now)),
      ),
    );
  if (!visit) return;
  const { nextAttemptAt, confirmingUntil } = visit;
  const dueAt = confirmingUntil && confirmingUntil > nextAttemptAt ? confirmingUntil : nextAttemptAt;
  await desk.visitQueue.enqueue(desk.db, [visit], dueAt);
}
