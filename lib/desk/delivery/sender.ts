import 'server-only';
import { and, eq, inArray } from 'drizzle-orm';
import { visits } from '#lib/db/schema/visits.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import type { VisitKey } from '#lib/desk/base/queues.ts';
import { createSender, type Sender } from '#lib/outbox/sender.ts';
import { sendVisit } from './send-visit.ts';

export function createVisitSender(desk: DeskContext): Sender<VisitKey> {
  return createSender<VisitKey>({
    idOf: ({ tapId }) => tapId,
    send: (visit) => sendVisit(desk, visit),
    // their answers may be lost, but the platform counts the same event once
    releaseClaims: (tapIds) =>
      desk.db
        .update(visits)
        .set({ state: 'waiting', nextAttemptAt: new Date(desk.clock()) })
        .where(and(inArray(visits.tapId, tapIds), eq(visits.state, 'sending'))),
  });
}
