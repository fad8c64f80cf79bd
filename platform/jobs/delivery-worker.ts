import type { DeliveryKey } from '#platform/services/webhooks/settle-delivery.ts';
import { type DeliveryContext, deliverEvent } from './deliver-event.ts';
import { type JobPool, startJobPool } from './job-pool.ts';
import { queues } from './job-queue.ts';

/**
 * Concurrent deliveries per process. A delivery mostly waits for its receiver, so the limit may be far above the
 * number of CPUs.
 */
const capacity = 200;
/**
 * Concurrent deliveries per lane, in all processes: a slow receiver delays only its own deliveries. The lanes of a gym
 * are 20, so that it has 80 of the 200 under way at most.
 */
const perLane = 4;
const drainMs = 3_000;

/**
 * Sends deliveries that are due, concurrently. Below the capacity a delivery waits only for others in its lane, and no
 * gym alone can reach the capacity.
 */
export function startDeliveryWorker(context: DeliveryContext): JobPool {
  const pool = startJobPool<DeliveryKey>({
    ...context,
    queue: queues.webhookDeliveries,
    capacity,
    groupConcurrency: perLane,
    drainMs,
    run: async (job, signal) => {
      const seconds = await deliverEvent(context, job, signal);
      if (seconds !== undefined) pool.wakeIn(seconds);
    },
  });
  return pool;
}
