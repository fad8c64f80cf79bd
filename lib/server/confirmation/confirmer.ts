import 'server-only';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { VisitKey } from '#lib/server/base/queues.ts';
import type { Visit } from '#lib/server/db/schema/visits.ts';
import { releaseConfirmations } from './claim-visit.ts';
import { confirmTap } from './confirm-tap.ts';
import { type Confirming, confirmVisit } from './confirm-visit.ts';
import { createSender, type Sender } from './sender.ts';

export const confirmationQueueName = 'confirm-visit';

/**
 * Asks the platform again about a tap that could not be confirmed at the counter, and about its visit if it has
 * recorded one.
 */
export async function confirm(desk: DeskContext, confirming: Confirming): Promise<void> {
  await confirmVisit(desk, confirming);
  await confirmTap(desk, confirming.key);
}

export function createConfirmer(desk: DeskContext): Sender<VisitKey> {
  return createSender<VisitKey, Visit>({
    send: (key, keepClaim) => confirm(desk, { key, keepClaim }),
    releaseClaims: (claimed) => releaseConfirmations(desk.db, claimed),
  });
}
