import 'server-only';
import { and, asc, eq, isNotNull, lte } from 'drizzle-orm';
import type { Queryable } from '#lib/db/client.ts';
import { lockExclusive } from '#lib/db/locks.ts';
import { type WebhookEvent, webhookInbox } from '#lib/db/schema/webhooks.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import { inOwnContext } from '#lib/log/run-in-context.ts';
import { backoffMs } from '#lib/outbox/backoff.ts';
import { handleEvent } from './handle-event.ts';

const batchSize = 100;

type Key = Pick<WebhookEvent, 'locationId' | 'digest'>;

/** Acts upon everything that was told and not acted upon yet. What fails is tried again later and stops no other. */
export async function workInbox(desk: DeskContext): Promise<void> {
  const due = await desk.db
    .select({ locationId: webhookInbox.locationId, digest: webhookInbox.digest })
    .from(webhookInbox)
    .where(and(isNotNull(webhookInbox.accountId), lte(webhookInbox.nextAttemptAt, new Date(desk.clock()))))
    .orderBy(asc(webhookInbox.receivedAt))
    .limit(batchSize);
  for (const key of due) {
    await inOwnContext(async () => {
      try {
        await work(desk, key);
      } catch (error) {
        desk.log.error({ error, locationId: key.locationId }, 'an event of a platform could not be acted upon');
        await postpone(desk, key);
      }
    });
  }
}

async function work(desk: DeskContext, key: Key): Promise<void> {
  await desk.db.transaction(async (tx) => {
    // one after the other, so that no two processes act upon the same event
    await lockExclusive(tx, `webhook inbox ${key.locationId}`);
    const event = await readUnworked(tx, key);
    if (!event) return;
    await handleEvent(tx, desk, event);
    // whom it was about is not needed any longer, only that it was told
    await tx.update(webhookInbox).set({ accountId: null }).where(isEvent(key));
  });
}

async function readUnworked(tx: Queryable, key: Key) {
  const [event] = await tx.select().from(webhookInbox).where(isEvent(key));
  const { accountId } = event ?? { accountId: null };
  return event && accountId !== null ? { ...event, accountId } : null;
}

async function postpone(desk: DeskContext, key: Key): Promise<void> {
  const [event] = await desk.db.select().from(webhookInbox).where(isEvent(key));
  if (!event) return;
  const attempts = event.attempts + 1;
  const nextAttemptAt = new Date(desk.clock() + backoffMs(attempts));
  await desk.db.update(webhookInbox).set({ attempts, nextAttemptAt }).where(isEvent(key));
}

const isEvent = ({ locationId, digest }: Key) =>
  and(eq(webhookInbox.locationId, locationId), eq(webhookInbox.digest, digest));
