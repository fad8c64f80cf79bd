import 'server-only';
import { inArray } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { VisitKey } from '#lib/server/base/queues.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { confirmTap } from './confirm-tap.ts';
import { confirmVisit } from './confirm-visit.ts';
import { createSender, type Sender } from './sender.ts';

export const confirmationQueueName = 'confirm-visit';

/**
 * Asks the platform again about a tap that could not be confirmed at the counter, and about its visit if it has
 * recorded one.
 */
export async function confirm(desk: DeskContext, key: VisitKey): Promise<void> {
  await confirmVisit(desk, key);
  await confirmTap(desk, key);
}

export function createConfirmer(desk: DeskContext): Sender<VisitKey> {
  return createSender<VisitKey>({
    idOf: ({ tapId }) => tapId,
    send: (key) => confirm(desk, key),
    releaseClaims: (tapIds) =>
      desk.db.update(visits).set({ confirmingUntil: null }).where(inArray(visits.tapId, tapIds)),
  });
}
