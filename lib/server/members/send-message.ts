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

/** Nobody sends the same press again after that. */
const rememberedMs = dayMs;
const lookAgainMs = 100;
/** Longer than the platform is waited for. */
const longestWaitMs = 6_000;

/**
 * Sends a message to the phone of a member, once a message id: a second press gets the answer of the first.
 * @throws ActionFailure where the platform certainly does not have it; the same message may then be sent again
 */
export async function sendMessage({ desk, actor }: ActorContext, input: MessageInput): Promise<MessageOutcome> {
  const { accountId, text, deeplink } = input;
  const key = { locationId: actor.location.id, messageId: input.messageId };
  const press = await desk.db.transaction((tx) => recordPress(tx, key, accountId, desk.clock()));
  if (press === 'gone') return { kind: 'gone' };
  if (press === 'again') return awaitFirst(desk.db, key);

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

async function recordPress(
  tx: Queryable,
  key: MessageKey,
  accountId: string,
  now: number,
): Promise<'first' | 'again' | 'gone'> {
  if (!(await isKnown(tx, { locationId: key.locationId, accountId }))) return 'gone';
  await tx.delete(memberMessages).where(lt(memberMessages.pressedAt, new Date(now - rememberedMs)));
  const begun = await tx
    .insert(memberMessages)
    .values({ ...key, accountId, state: 'sending', pressedAt: new Date(now) })
    .onConflictDoNothing()
    .returning();
  return begun.length > 0 ? 'first' : 'again';
}

/** What became of the first press of the same message. */
async function awaitFirst(db: Queryable, key: MessageKey): Promise<MessageOutcome> {
  for (let waitedMs = 0; waitedMs <= longestWaitMs; waitedMs += lookAgainMs) {
    const [first] = await db.select({ state: memberMessages.state }).from(memberMessages).where(isMessage(key));
    if (!first) return { kind: 'unsure' };
    if (first.state !== 'sending') return { kind: first.state };
    await sleep(lookAgainMs);
  }
  return { kind: 'unsure' };
}

const isMessage = ({ locationId, messageId }: MessageKey) =>
  and(eq(memberMessages.locationId, locationId), eq(memberMessages.messageId, messageId));
