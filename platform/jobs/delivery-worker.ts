import type { DeliveryKey } from '#platform/services/webhooks/settle-delivery.ts';
import { type DeliveryContext, deliverEvent } from './deliver-event.ts';
import { type JobPool, startJobPool } from './job-pool.ts';
import { queues } from './job-queue.ts';

/**
 * Concurrent deliveries per process. A delivery mostly waits for its receiver, so the limit may be far above the
 * number of CPUs.
 */
const capacity = 200;
/** Concurrent deliveries per receiver, in all processes: a slow receiver delays only its own deliveries. */
const perReceiver = 4;
const drainMs = 3_000;

/** Sends deliveries that are due, concurrently. A delivery waits only for others to the same receiver. */
export function startDeliveryWorker(context: DeliveryContext): JobPool {
  const pool = startJobPool<DeliveryKey>({
    ...context,
    queue: queues.webhookDeliveries,
    capacity,
    groupConcurrency: perReceiver,
    drainMs,
    run: async (job, signal) => {
      const seconds = await deliverEvent(context, job, signal);
      if (seconds !== undefined) pool.wakeIn(seconds);
    },
  });
  return pool;
}
