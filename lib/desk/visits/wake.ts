import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#lib/db/client.ts';
import { visits } from '#lib/db/schema/visits.ts';
import type { Desk } from '#lib/desk/desk.ts';

/** Makes every waiting visit of a location due now, oldest first. */
export async function wakeWaitingVisits(
  tx: Queryable,
  desk: Pick<Desk, 'clock' | 'visitQueue'>,
  locationId: string,
): Promise<void> {
  const now = new Date(desk.clock());
  const woken = await tx
    .update(visits)
    .set({ nextAttemptAt: now })
    .where(and(eq(visits.locationId, locationId), eq(visits.state, 'waiting')))
    .returning({ tapId: visits.tapId, tappedAt: visits.tappedAt });
  const inOrder = woken.toSorted((a, b) => a.tappedAt.getTime() - b.tappedAt.getTime());
  await desk.visitQueue.enqueue(
    tx,
    inOrder.map(({ tapId }) => ({ locationId, tapId })),
    now,
  );
}
