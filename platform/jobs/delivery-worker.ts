import type { DeliveryKey } from '#platform/services/webhooks/delivery.ts';
import { type DeliveryContext, deliverEvent } from './deliver-event.ts';
import { type JobPool, startJobPool } from './job-pool.ts';
import { queues } from './job-queue.ts';

/** Deliveries under way in one process. Each mostly waits for its receiver, so this may be far above what a CPU does. */
const capacity = 200;
/** Deliveries under way to one receiver, in all processes: a slow one keeps only itself waiting. */
const perReceiver = 4;
const drainMs = 3_000;

/** Sends deliveries that are due, each on its own: none waits for another, except those to one receiver. */
export const startDeliveryWorker = (context: DeliveryContext): JobPool =>
  startJobPool<DeliveryKey>({
    ...context,
    queue: queues.webhookDeliveries,
    capacity,
    groupConcurrency: perReceiver,
    drainMs,
    run: (job, signal) => deliverEvent(context, job, signal),
  });
