import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { VisitKey } from '#lib/server/base/queues.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type Visit, visits } from '#lib/server/db/schema/visits.ts';
import type { Ledger } from '#lib/server/outbox/ledger.ts';
import { sweep } from '#lib/server/outbox/recover.ts';
import { dayMs } from '#shared/calendar/durations.ts';

/** Events of one member reach the platform in the order in which they happened. */
export const visitLedger = ({
  visitQueue: queue,
  clock,
}: Pick<DeskContext, 'visitQueue' | 'clock'>): Ledger<typeof visits, VisitKey> => ({
  table: visits,
  id: 'tapId',
  inOrder: { of: 'accountId', by: 'tappedAt' },
  madeAt: 'recordedAt',
  heldUpUntil: 'confirmingUntil',
  queue,
  clock,
});

export const sweepLedger = (desk: Pick<DeskContext, 'db' | 'visitQueue' | 'clock'>): Promise<void> =>
  sweep(desk.db, visitLedger(desk));

/** What goes at once, and what in a second afterwards: within the platform's limit, and with room for people. */
const atOnce = 40;
const perSecond = 5;

/** Makes every waiting visit of a location due in the order in which they happened, as fast as the platform takes them. */
export async function retryWaitingVisits(
  tx: Queryable,
  desk: Pick<DeskContext, 'clock' | 'visitQueue'>,
  locationId: string,
): Promise<void> {
  const now = new Date(desk.clock()).toISOString();
  const isWaiting = and(eq(visits.locationId, locationId), eq(visits.state, 'waiting'));
  const place = sql<number>`row_number() over (order by ${visits.tappedAt}, ${visits.tapId})`.as('place');
  const inOrder = tx.select({ tapId: visits.tapId, place }).from(visits).where(isWaiting).as('in_order');
  const afterS = sql`ceil(greatest(0, ${inOrder.place} - ${atOnce}::int) / ${perSecond}::numeric)`;
  const woken = await tx
    .update(visits)
    .set({ nextAttemptAt: sql`${now}::timestamptz + make_interval(secs => ${afterS})` })
    .from(inOrder)
    .where(and(isWaiting, eq(visits.tapId, inOrder.tapId)))
    .returning({ locationId: visits.locationId, tapId: visits.tapId, at: visits.nextAttemptAt, place: inOrder.place });
  const bySecond = Map.groupBy(
    woken.toSorted((a, b) => a.place - b.place),
    ({ at }) => at.getTime(),
  );
  for (const [at, due] of bySecond) await desk.visitQueue.enqueue(tx, due, new Date(at));
}

/** Long enough for a manager to see that visits wait, and for a provider to allow again what it forbade. */
const patienceMs = dayMs;

/** Whether a visit that the platform forbids, without a word why, has waited for long enough to be refused for good. */
export const isForbiddenForGood = ({ recordedAt }: Pick<Visit, 'recordedAt'>, now: number): boolean =>
  now - recordedAt.getTime() >= patienceMs;
