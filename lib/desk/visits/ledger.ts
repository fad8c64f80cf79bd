import 'server-only';
import { visits } from '#lib/db/schema/visits.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import type { VisitKey } from '#lib/desk/base/queues.ts';
import type { Ledger } from '#lib/outbox/ledger.ts';
import { sweep } from '#lib/outbox/recover.ts';

/** Events of one member reach the platform in the order in which they happened. */
export const visitLedger = ({
  visitQueue: queue,
  clock,
}: Pick<DeskContext, 'visitQueue' | 'clock'>): Ledger<typeof visits, VisitKey> => ({
  table: visits,
  id: 'tapId',
  inOrder: { of: 'accountId', by: 'tappedAt' },
  heldUpUntil: 'confirmingUntil',
  queue,
  clock,
});

export const sweepLedger = (desk: Pick<DeskContext, 'db' | 'visitQueue' | 'clock'>): Promise<void> =>
  sweep(desk.db, visitLedger(desk));
