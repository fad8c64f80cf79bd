import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import type { ActorContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { failureOf } from '#lib/server/base/platform-failure.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { memberMessages } from '#lib/server/db/schema/member-messages.ts';
import { isKnown } from '#lib/server/directory/directory.ts';
import { classifyFailure, mayHaveArrived } from '#lib/server/gym-api/errors.ts';
import { sendNotification } from '#lib/server/gym-api/notifications.ts';
import type { MessageInput, MessageOutcome } from '#lib/wire/members.ts';

const pollEveryMs = 100;
/** Longer than the timeout of the request to the platform. */
const longestWaitMs = 6_000;

/**
 * Sends a message to the phone of a member. The message id is an idempotency key: a repeated request gets the outcome of the
 * first.
 * @throws ActionFailure where the platform certainly did not receive it; then the same message may be sent again
 */
export async function sendMessage({ desk, actor }: ActorContext, input: MessageInput): Promise<MessageOutcome> {
  const { accountId, text, deeplink } = input;
  const key = { locationId: actor.location.id, messageId: input.messageId };
  const request = await desk.db.transaction((tx) =>
    recordRequest(tx, { ...key, accountId, staffId: actor.staffId, now: new Date(desk.clock()) }),
  );
  if (request === 'gone') return { kind: 'gone' };
  if (request === 'repeated') return awaitFirst(desk, key);

  const body = deeplink === '' ? { text } : { text, deeplink };
  const answer = await sendNotification(desk.gymClientOf(actor.location), {
    accountId,
    notification: body,
    urgency: 'interactive',
  });
  if (answer.ok || mayHaveArrived(answer.problem)) {
    const state = answer.ok ? 'sent' : 'unsure';
    await desk.db.update(memberMessages).set({ state }).where(isMessage(key));
    return { kind: state };
  }
  await desk.db.delete(memberMessages).where(isMessage(key));
  if (classifyFailure(answer.problem).kind === 'missing') return { kind: 'gone' };
  throw failureOf(answer.problem);
}

interface MessageKey {
  locationId: string;
  messageId: string;
}

interface Requested extends MessageKey {
  accountId: string;
  staffId: string;
  now: Date;
}

/** The row is claimed as by a worker, so that one whose process dies is settled as one that may have arrived. */
async function recordRequest(tx: Queryable, { now, ...message }: Requested): Promise<'first' | 'repeated' | 'gone'> {
  if (!(await isKnown(tx, message))) return 'gone';
  const begun = await tx
    .insert(memberMessages)
    .values({
      ...message,
      state: 'sending',
      attempts: 1,
      pressedAt: now,
      claimedAt: now,
      postedAt: now,
      nextAttemptAt: now,
    })
    .onConflictDoNothing()
    .returning();
  return begun.length > 0 ? 'first' : 'repeated';
}

/** Waits for the outcome of the first request with the same message id. */
async function awaitFirst({ db, clock }: DeskContext, key: MessageKey): Promise<MessageOutcome> {
  const since = clock();
  // absolute: a clock that is set back meanwhile ends the wait too
  while (Math.abs(clock() - since) <= longestWaitMs) {
    const [first] = await db.select({ state: memberMessages.state }).from(memberMessages).where(isMessage(key));
    if (!first) return { kind: 'unsure' };
    if (first.state === 'sent') return { kind: 'sent' };
    if (first.state === 'unsure') return { kind: 'unsure' };
    await sleep(pollEveryMs);
  }
  return { kind: 'unsure' };
}

const isMessage = ({ locationId, messageId }: MessageKey) =>
  and(eq(memberMessages.locationId, locationId), eq(memberMessages.messageId, messageId));
