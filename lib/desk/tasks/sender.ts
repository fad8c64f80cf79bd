import 'server-only';
import { and, eq, inArray } from 'drizzle-orm';
import { taskChanges } from '#lib/db/schema/tasks.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import type { ChangeKey } from '#lib/desk/base/queues.ts';
import { createSender, type Sender } from '#lib/outbox/sender.ts';
import { sendTaskChange } from './send-change.ts';

export function createChangeSender(desk: DeskContext): Sender<ChangeKey> {
  return createSender<ChangeKey>({
    idOf: ({ changeId }) => changeId,
    send: (change) => sendTaskChange(desk, change),
    // their answers may be lost: the next attempt looks at the platform before it sends again
    releaseClaims: (changeIds) =>
      desk.db
        .update(taskChanges)
        .set({ state: 'waiting', nextAttemptAt: new Date(desk.clock()) })
        .where(and(inArray(taskChanges.changeId, changeIds), eq(taskChanges.state, 'sending'))),
  });
}
