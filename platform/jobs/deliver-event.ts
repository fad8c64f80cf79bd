import { sql as raw } from 'drizzle-orm';
import { fromDrizzle, type Job } from 'pg-boss';
import type { PlatformMetrics } from '#platform/metrics/platform-metrics.ts';
import {
  type Attempt,
  type DeliveryKey,
  dropDelivery,
  findOpenDelivery,
  type OpenDelivery,
  recordAttempt,
  settle,
  toBody,
} from '#platform/services/webhooks/delivery.ts';
import { type PostOutcome, postEvent } from '#platform/services/webhooks/post-event.ts';
import type { WebhookRules } from '#platform/services/webhooks/rules.ts';
import { toSignedHeaders } from '#platform/services/webhooks/sign-event.ts';
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
  const { boss, db, operator, clock, log, retryDelaysSeconds } = context;
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
  const at = clock();
  const startedAt = performance.now();
  const outcome = await send(context, delivery, at, signal);
  const attempt: Attempt = { at, durationMs: Math.round(performance.now() - startedAt), outcome };
  const settlement = settle(delivery, attempt, retryDelaysSeconds);
  const { deliveryId, webhookId, gymId, type, attempts } = delivery;
  log.info({ deliveryId, webhookId, gymId, type, attempt: attempts + 1, ...outcome, ...settlement }, 'webhook tried');

  context.metrics?.webhookAttempts.inc({ outcome: outcomeNames[settlement.state] });

  await operator.transaction(async (sql) => {
    const ofTransaction = { db: fromDrizzle(sql, raw) };
    await recordAttempt(sql, delivery, attempt, settlement);
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

async function send(
  { rules, timeoutMs }: DeliveryContext,
  delivery: OpenDelivery,
  at: Date,
  signal: AbortSignal,
): Promise<PostOutcome> {
  const secret = openSecret({ ...delivery, secret: delivery.sealedSecret }, rules.seal);
  if (secret === undefined) return { failure: 'unreadable secret' };
  const body = JSON.stringify(toBody(delivery));
  const headers = toSignedHeaders({ id: delivery.deliveryId, at, body, secret });
  const { allowsLoopback } = rules;
  return postEvent(new URL(delivery.url), { headers, body }, { allowsLoopback, timeoutMs, signal });
}
