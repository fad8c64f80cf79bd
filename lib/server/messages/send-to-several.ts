import 'server-only';
import { and, count, eq, inArray, isNull, min } from 'drizzle-orm';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { holdForgetting } from '#lib/server/base/forgotten.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { lockExclusive } from '#lib/server/db/locks.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import { memberMessages } from '#lib/server/db/schema/member-messages.ts';
import { notifyDue } from '#lib/server/due/notice.ts';
import {
  type MessagesInput,
  type MessagesOutcome,
  messageUndoS,
  type UndoMessagesInput,
  type UndoMessagesOutcome,
} from '#lib/wire/messages.ts';
import { messageLedger, undoUnsent } from './ledger.ts';

/**
 * Writes one message for each of several members, which are sent when their undo time is over. A repeated request has the
 * outcome of the first. Members who have left get none.
 */
export function sendMessages(
  { desk, actor, staff }: StaffContext,
  { sendingId, accountIds, text }: MessagesInput,
): Promise<MessagesOutcome> {
  const locationId = actor.location.id;
  return desk.db.transaction(async (tx) => {
    await holdForgetting(tx, locationId);
    // of the same request twice at once, the second waits for the first
    await lockExclusive(tx, `sending ${sendingId}`);
    const first = await readFirst(tx, { locationId, sendingId, now: desk.clock() });
    if (first) return first;
    const known = await tx
      .select({ accountId: members.accountId })
      .from(members)
      .where(and(eq(members.locationId, locationId), inArray(members.accountId, accountIds), isNull(members.absentAt)));
    const now = desk.clock();
    const [pressedAt, undoUntil] = [new Date(now), new Date(now + messageUndoS * 1_000)];
    const rows = known.map(({ accountId }) => ({
      ...{ locationId, messageId: desk.newId(), accountId, sendingId, text, staffId: staff.id },
      ...{ state: 'held' as const, pressedAt, nextAttemptAt: undoUntil },
    }));
    const outcome = { held: rows.length, undoMs: messageUndoS * 1_000 };
    if (rows.length === 0) return outcome;
    await tx.insert(memberMessages).values(rows);
    const about = { locationId, staffId: staff.id, reason: String(rows.length) };
    await writeAudit(tx, desk, { ...about, action: 'sendMessages' });
    await notifyDue(tx, { kind: messageLedger(desk).name, locationId, at: undoUntil });
    return outcome;
  });
}

/** Undoes what has not been sent of one sending: what is held, or waits for another attempt. What a worker has claimed is on its way. */
export function undoMessages(
  { desk, actor, staff }: StaffContext,
  { sendingId }: UndoMessagesInput,
): Promise<UndoMessagesOutcome> {
  const locationId = actor.location.id;
  return desk.db.transaction(async (tx) => {
    const undone = await undoUnsent(tx, isOf({ locationId, sendingId }));
    if (undone > 0) {
      const about = { locationId, staffId: staff.id, reason: String(undone) };
      await writeAudit(tx, desk, { ...about, action: 'undoMessages' });
    }
    const late = await tx.$count(
      memberMessages,
      and(isOf({ locationId, sendingId }), inArray(memberMessages.state, ['sending', 'waiting', 'sent', 'unsure'])),
    );
    return { undone, late };
  });
}

interface Sending {
  locationId: string;
  sendingId: string;
}

const isOf = ({ locationId, sendingId }: Sending) =>
  and(eq(memberMessages.locationId, locationId), eq(memberMessages.sendingId, sendingId));

async function readFirst(
  tx: Queryable,
  { now, ...sending }: Sending & { now: number },
): Promise<MessagesOutcome | null> {
  const [first] = await tx
    .select({ held: count(), pressedAt: min(memberMessages.pressedAt) })
    .from(memberMessages)
    .where(isOf(sending));
  if (!first?.pressedAt) return null;
  return { held: first.held, undoMs: first.pressedAt.getTime() + messageUndoS * 1_000 - now };
}
