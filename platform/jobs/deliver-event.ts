import { sql as raw } from 'drizzle-orm';
import { fromDrizzle, type Job } from 'pg-boss';
import type { PlatformMetrics } from '#platform/metrics/platform-metrics.ts';
import { type LoggedAttempt, logAttempt } from '#platform/services/sandbox-log/attempts.ts';
import { type PostOutcome, postEvent } from '#platform/services/webhooks/post-event.ts';
import type { WebhookRules } from '#platform/services/webhooks/rules.ts';
import {
  type Attempt,
  type DeliveryKey,
  dropDelivery,
  findOpenDelivery,
  type OpenDelivery,
  recordAttempt,
  settle,
  toBody,
} from '#platform/services/webhooks/settle-delivery.ts';
import { toSignedHeaders } from '#platform/services/webhooks/signed-headers.ts';
import { openSecret } from '#platform/services/webhooks/webhook.ts';
import type { JobContext } from './job-context.ts';
import { queues } from './job-queue.ts';
import { groupOf } from './queue-deliveries.ts';

export interface DeliveryContext extends JobContext {
  rules: WebhookRules;
  retryDelaysSeconds: readonly number[];
  timeoutMs: number;
  metrics?: PlatformMetrics | undefined;
}

const outcomeNames = { DELIVERED: 'delivered', QUEUED: 'to_be_retried', FAILED: 'given_up' } as const;

/**
 * Makes one attempt of one delivery. The attempt, its result and the end of the job are committed in one transaction.
 * After a crash in between, the job is retried under the same `webhook-id`.
 * @returns the seconds until the next attempt, if there is one
 * @throws if `signal` aborted the attempt
 */
export async function deliverEvent(
  context: DeliveryContext,
  job: Pick<Job<DeliveryKey>, 'id' | 'retryCount' | 'data'>,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { boss, db, operator, clock, realClock = clock, log, retryDelaysSeconds } = context;
  const delivery = await findOpenDelivery(db.chain(job.data.chainId), job.data.deliveryId);
  if (!delivery) {
    await boss.complete(queues.webhookDeliveries, job);
    return undefined;
  }
  if (!delivery.isWanted) {
    await operator.transaction(async (sql) => {
      await dropDelivery(sql, delivery);
      await boss.complete(queues.webhookDeliveries, job, null, { db: fromDrizzle(sql, raw) });
    });
    return undefined;
  }
  const at = realClock(); // the receiver compares it with its own
  const startedAt = performance.now();
  const message = toMessage(context, delivery, at);
  const outcome = await send(context, delivery, message, signal);
  const attempt: Attempt = { at, durationMs: Math.round(performance.now() - startedAt), outcome };
  const settlement = settle(delivery, attempt, retryDelaysSeconds);
  const { deliveryId, webhookId, gymId, type, attempts } = delivery;
  const told = 'status' in outcome ? { status: outcome.status } : outcome;
  log.info({ deliveryId, webhookId, gymId, type, attempt: attempts + 1, ...told, ...settlement }, 'webhook tried');

  context.metrics?.webhookAttempts.inc({ outcome: outcomeNames[settlement.state] });

  await operator.transaction(async (sql) => {
    const ofTransaction = { db: fromDrizzle(sql, raw) };
    await recordAttempt(sql, delivery, attempt, settlement);
    if (context.rules.logsAttempts) await logAttempt(sql, toLogged(delivery, attempt, message));
    if ('retryInSeconds' in settlement) {
      await boss.send(queues.webhookDeliveries, job.data, {
        ...ofTransaction,
        startAfter: settlement.retryInSeconds,
        group: groupOf(delivery),
      });
    }
    await boss.complete(queues.webhookDeliveries, job, null, ofTransaction);
  });
  return 'retryInSeconds' in settlement ? settlement.retryInSeconds : undefined;
}

interface Message {
  headers: ReturnType<typeof toSignedHeaders>;
  body: string;
}

/** @returns undefined if the secret of the webhook cannot be read */
function toMessage({ rules }: DeliveryContext, delivery: OpenDelivery, at: Date): Message | undefined {
  const secret = openSecret({ ...delivery, secret: delivery.sealedSecret }, rules.seal);
  if (secret === undefined) return undefined;
  const body = JSON.stringify(toBody(delivery));
  return { headers: toSignedHeaders({ id: delivery.deliveryId, at, body, secret }), body };
}

async function send(
  { rules, timeoutMs }: DeliveryContext,
  { url }: OpenDelivery,
  message: Message | undefined,
  signal: AbortSignal,
): Promise<PostOutcome> {
  if (!message) return { failure: 'unreadable secret' };
  const { allowsLoopback, logsAttempts: readsBody } = rules;
  return postEvent(new URL(url), message, { allowsLoopback, readsBody, timeoutMs, signal });
}

function toLogged(
  { deliveryId, gymId, webhookId, url, type, attempts }: OpenDelivery,
  { at, durationMs, outcome }: Attempt,
  message: Message | undefined,
): LoggedAttempt {
  return {
    deliveryId,
    gymId,
    webhookId,
    url,
    type,
    attempt: attempts + 1,
    at,
    durationMs,
    status: 'status' in outcome ? outcome.status : null,
    failure: 'failure' in outcome ? outcome.failure : null,
    signed: message ? `${deliveryId}.${message.headers['webhook-timestamp']}.${message.body}` : null,
    signature: message ? message.headers['webhook-signature'] : null,
    answer: ('body' in outcome && outcome.body) || null,
  };
}
