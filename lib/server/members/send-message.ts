import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, lt } from 'drizzle-orm';
import type { ActorContext } from '#lib/server/base/actor.ts';
import { failureOf } from '#lib/server/base/platform-failure.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { memberMessages } from '#lib/server/db/schema/member-messages.ts';
import { isKnown } from '#lib/server/directory/directory.ts';
import { classifyFailure, mayHaveArrived } from '#lib/server/gym-api/errors.ts';
import { sendNotification } from '#lib/server/gym-api/notifications.ts';
import type { MessageInput, MessageOutcome } from '#lib/wire/members.ts';
import { dayMs } from '#shared/calendar/durations.ts';

/** How long message ids are kept; retries come sooner. */
const rememberedMs = dayMs;
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
  const request = await desk.db.transaction((tx) => recordRequest(tx, key, accountId, desk.clock()));
  if (request === 'gone') return { kind: 'gone' };
  if (request === 'repeated') return awaitFirst(desk.db, key);

  const body = deeplink === '' ? { text } : { text, deeplink };
  const answer = await sendNotification(desk.gymClientOf(actor.location), { accountId, notification: body });
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

async function recordRequest(
  tx: Queryable,
  key: MessageKey,
  accountId: string,
  now: number,
): Promise<'first' | 'repeated' | 'gone'> {
  if (!(await isKnown(tx, { locationId: key.locationId, accountId }))) return 'gone';
  await tx.delete(memberMessages).where(lt(memberMessages.pressedAt, new Date(now - rememberedMs)));
  const begun = await tx
    .insert(memberMessages)
    .values({ ...key, accountId, state: 'sending', pressedAt: new Date(now) })
    .onConflictDoNothing()
    .returning();
  return begun.length > 0 ? 'first' : 'repeated';
}

/** Waits for the outcome of the first request with the same message id. */
async function awaitFirst(db: Queryable, key: MessageKey): Promise<MessageOutcome> {
  for (let waitedMs = 0; waitedMs <= longestWaitMs; waitedMs += pollEveryMs) {
    const [first] = await db.select({ state: memberMessages.state }).from(memberMessages).where(isMessage(key));
    if (!first) return { kind: 'unsure' };
    if (first.state !== 'sending') return { kind: first.state };
    await sleep(pollEveryMs);
  }
  return { kind: 'unsure' };
}

const isMessage = ({ locationId, messageId }: MessageKey) =>
  and(eq(memberMessages.locationId, locationId), eq(memberMessages.messageId, messageId));
