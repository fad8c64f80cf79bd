import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { requireLocation } from '#lib/server/base/locations.ts';
import { type MemberMessage, memberMessages } from '#lib/server/db/schema/member-messages.ts';
import { platformStatus } from '#lib/server/db/schema/platform-status.ts';
import { backoffMs, busyDelayMs } from '#lib/server/due/backoff.ts';
import type { Due } from '#lib/server/due/worker.ts';
import { classifyFailure } from '#lib/server/gym-api/errors.ts';
import { sendNotification } from '#lib/server/gym-api/notifications.ts';
import { isInDoubt } from '#lib/server/gym-api/outage-cause.ts';
import { claim, isClaimOf, notifyNext, type Settlement, settle } from '#lib/server/ledger/attempt.ts';
import type { RowKey } from '#lib/server/ledger/ledger.ts';
import { type ClaimRow, sendingRows } from '#lib/server/ledger/send-rows.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { inTurn } from './in-turn.ts';
import { messageLedger, retriedByPerson } from './ledger.ts';
import { readPauseMs } from './pause.ts';

interface MessageKey extends RowKey {
  messageId: string;
}

/** A message that could not be sent for so long is not sent any more: it was meant for the day on which it was written. */
const longestWaitMs = dayMs;

/** `unsure`: the platform may have it. */
type Outcome = Settlement | { kind: 'unsure' };

/**
 * Makes one attempt to send a message. The platform does not deduplicate them, so a message that may have arrived is never sent
 * again. Those of a location are sent one after the other, so that the outcome of one decides about the next.
 */
export async function sendHeldMessage(
  desk: DeskContext,
  {
    key,
    claimRow = (set) => claim(desk.db, messageLedger(desk), { key, set }),
  }: { key: MessageKey; claimRow?: ClaimRow<typeof memberMessages> },
): Promise<void> {
  await inTurn(desk, key.locationId, async () => {
    const message = await claimRow();
    if (message) await settleMessage(desk, message, await attempt(desk, message));
  });
}

export const sendingMessages = (desk: DeskContext): Due =>
  sendingRows<typeof memberMessages, MessageKey>(desk, messageLedger(desk), (row) => sendHeldMessage(desk, row));

async function attempt(desk: DeskContext, message: MemberMessage): Promise<Outcome> {
  const { accountId, text, postedAt, pressedAt, attempts } = message;
  // an attempt whose process died, or a message to one member whose text is not stored
  if (postedAt !== null || text === null) return { kind: 'unsure' };
  if (desk.clock() - pressedAt.getTime() >= longestWaitMs) return { kind: 'refused', because: 'tooLate' };
  const location = await requireLocation(desk.db, message.locationId);
  // an attempt during an outage may arrive, and would be the only one
  if (await isUnreachable(desk, message)) {
    return { kind: 'waiting', because: 'unreachable', delayMs: backoffMs(attempts) };
  }
  const pauseMs = message.lastError === retriedByPerson ? 0 : await readPauseMs(desk, message);
  if (pauseMs > 0) return { kind: 'waiting', because: 'othersLost', delayMs: pauseMs };
  const [posted] = await desk.db
    .update(memberMessages)
    .set({ postedAt: new Date(desk.clock()) })
    .where(isClaimOf(messageLedger(desk), message))
    .returning({ messageId: memberMessages.messageId });
  // erased meanwhile
  if (!posted) return { kind: 'unsure' };
  const answer = await sendNotification(desk.gymClientOf(location), {
    accountId,
    notification: { text },
    urgency: 'background',
  });
  if (answer.ok) return { kind: 'sent' };
  if (isInDoubt(answer.problem)) return { kind: 'unsure' };
  const failure = classifyFailure(answer.problem);
  switch (failure.kind) {
    case 'unavailable': {
      const { because } = failure;
      return { kind: 'waiting', because, delayMs: because === 'busy' ? busyDelayMs : backoffMs(attempts) };
    }
    case 'missing':
      return { kind: 'refused', because: 'missing' };
    case 'rejected':
      return { kind: 'refused', because: failure.errorCode };
    case 'admissionRefused':
      return { kind: 'refused', because: failure.refusal };
  }
}

const isUnreachable = async ({ db }: DeskContext, { locationId }: MemberMessage): Promise<boolean> =>
  (await db.$count(
    platformStatus,
    and(eq(platformStatus.locationId, locationId), eq(platformStatus.connection, 'unreachable')),
  )) > 0;

/** The text is kept as long as the message may be sent. */
async function settleMessage(desk: DeskContext, message: MemberMessage, outcome: Outcome): Promise<void> {
  const ledger = messageLedger(desk);
  await desk.db.transaction(async (tx) => {
    if (outcome.kind === 'unsure') {
      const set = { state: 'unsure', text: null, lastError: null } as const;
      const { rowCount } = await tx.update(memberMessages).set(set).where(isClaimOf(ledger, message));
      if (!rowCount) return;
      await notifyNext(tx, ledger, message);
      await notifyLive(tx, { locationId: message.locationId, event: 'status' });
      return;
    }
    const set = outcome.kind === 'sent' ? { text: null } : { postedAt: null };
    const settled = await settle(tx, ledger, { row: message, settlement: outcome, set });
    if (settled?.state === 'refused') await notifyLive(tx, { locationId: message.locationId, event: 'status' });
  });
}
