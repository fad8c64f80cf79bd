import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type Visit, visits } from '#lib/server/db/schema/visits.ts';
import { notifyDue } from '#lib/server/due/notice.ts';
import type { Ledger } from '#lib/server/outbox/ledger.ts';
import { dayMs } from '#shared/calendar/durations.ts';

/** Events of one member reach the platform in the order in which they happened. */
export const visitLedger = ({ clock }: Pick<DeskContext, 'clock'>): Ledger<typeof visits> => ({
  name: 'send-visit',
  table: visits,
  id: 'tapId',
  inOrder: { of: 'accountId', by: 'tappedAt' },
  madeAt: 'recordedAt',
  heldUpUntil: 'confirmingUntil',
  clock,
});

/** What goes at once, and what in a second afterwards: within the platform's limit, and with room for people. */
const atOnce = 40;
const perSecond = 5;

/** Makes every waiting visit of a location due in the order in which they happened, as fast as the platform takes them. */
export async function retryWaitingVisits(
  tx: Queryable,
  desk: Pick<DeskContext, 'clock'>,
  { locationId }: { locationId: string },
): Promise<void> {
  const now = new Date(desk.clock());
  const isWaiting = and(eq(visits.locationId, locationId), eq(visits.state, 'waiting'));
  const place = sql<number>`row_number() over (order by ${visits.tappedAt}, ${visits.tapId})`.as('place');
  const inOrder = tx.select({ tapId: visits.tapId, place }).from(visits).where(isWaiting).as('in_order');
  const afterS = sql`ceil(greatest(0, ${inOrder.place} - ${atOnce}::int) / ${perSecond}::numeric)`;
  const { rowCount } = await tx
    .update(visits)
    .set({ nextAttemptAt: sql`${now.toISOString()}::timestamptz + make_interval(secs => ${afterS})` })
    .from(inOrder)
    .where(and(isWaiting, eq(visits.tapId, inOrder.tapId)));
  // who looks at what is due now learns of the rest
  if ((rowCount ?? 0) > 0) await notifyDue(tx, { kind: visitLedger(desk).name, locationId, at: now });
}

/** Long enough for a manager to see that visits wait, and for a provider to allow again what it forbade. */
const patienceMs = dayMs;

/** Whether a visit that the platform forbids, without a word why, has waited for long enough to be refused for good. */
export const isForbiddenForGood = ({ recordedAt }: Pick<Visit, 'recordedAt'>, now: number): boolean =>
  now - recordedAt.getTime() >= patienceMs;
