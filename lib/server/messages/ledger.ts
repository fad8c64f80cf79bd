import 'server-only';
import { and, inArray, isNull, lt, type SQL } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { memberMessages, messageSendings } from '#lib/server/db/schema/member-messages.ts';
import { dueStates, type Ledger, unsentStates } from '#lib/server/ledger/ledger.ts';
import { dayMs } from '#shared/calendar/durations.ts';

/** As long as a member without a visit is listed as away. */
const rememberedMs = 120 * dayMs;

/** The `lastError` of a message that a person has tried again: its next attempt is made whatever became of those before it. */
export const retriedByPerson = 'retried';

/** The messages to one member are sent in the order in which they were written. */
export const messageLedger = ({ clock }: Pick<DeskContext, 'clock'>): Ledger<typeof memberMessages> => ({
  name: 'send-message',
  table: memberMessages,
  id: 'messageId',
  inOrder: { of: 'accountId', by: 'pressedAt' },
  madeAt: 'pressedAt',
  clock,
});

/** Holds for messages that the platform does not have: to be sent, or refused and not dismissed. */
export const isOpenMessage = () => inArray(memberMessages.state, [...unsentStates, 'refused']);

/**
 * Undoes what is held or waits, unless an attempt whose process died may have arrived. What a worker has claimed is on its way.
 * @returns how many were undone
 */
export async function undoUnsent(tx: Queryable, which: SQL | undefined): Promise<number> {
  const { rowCount } = await tx
    .update(memberMessages)
    .set({ state: 'undone', text: null })
    .where(and(which, inArray(memberMessages.state, [...dueStates]), isNull(memberMessages.postedAt)));
  return rowCount ?? 0;
}

/** Deletes what is known of old messages. */
export async function forgetOldMessages(db: Queryable, now: number): Promise<void> {
  const before = new Date(now - rememberedMs);
  await db.delete(memberMessages).where(lt(memberMessages.pressedAt, before));
  await db.delete(messageSendings).where(lt(messageSendings.at, before));
}
