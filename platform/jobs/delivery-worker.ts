import type { Job } from 'pg-boss';
import type { DeliveryKey } from '#platform/services/webhooks/delivery.ts';
import { type DeliveryContext, deliverEvent } from './deliver-event.ts';
import { queues } from './job-queue.ts';

/** Deliveries under way in one process. Each mostly waits for its receiver, so this may be far above what a CPU does. */
const capacity = 200;
/** Deliveries under way to one receiver, in all processes: a slow one keeps only itself waiting. */
const perReceiver = 4;
const drainMs = 3_000;

export interface DeliveryWorker {
  /** Takes up what is due. */
  wake(): void;
  /** Lets what is under way end, for a while; the rest is tried again by whoever runs next. */
  stop(): Promise<void>;
}

/** Sends deliveries that are due, each on its own: none waits for another, except those to one receiver. */
export function startDeliveryWorker(context: DeliveryContext): DeliveryWorker {
  const { boss, log } = context;
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();
  let isStopped = false;
  let isFetching = false;
  let isWokenMeanwhile = false;

  const deliver = async (job: Job<DeliveryKey>) => {
    try {
      await deliverEvent(context, job, stopping.signal);
    } catch (err) {
      if (!stopping.signal.aborted) log.error({ err, deliveryId: job.data.deliveryId }, 'webhook delivery broke off');
      await boss.fail(queues.webhookDeliveries, job).catch((err) => log.warn({ err }, 'job was not given back'));
    }
  };

  const fetchDue = async () => {
    while (!isStopped && underWay.size < capacity) {
      const jobs = await boss.fetch<DeliveryKey>(queues.webhookDeliveries, {
        batchSize: capacity - underWay.size,
        groupConcurrency: perReceiver,
      });
      if (jobs.length === 0) return;
      for (const job of jobs) {
        const delivery = deliver(job).finally(() => {
          underWay.delete(delivery);
          wake();
        });
        underWay.add(delivery);
      }
    }
  };

  const wake = () => {
    if (isStopped) return;
    if (isFetching) {
      isWokenMeanwhile = true;
      return;
    }
    isFetching = true;
    isWokenMeanwhile = false;
    fetchDue()
      .catch((err) => log.warn({ err }, 'webhook deliveries could not be fetched'))
      .finally(() => {
        isFetching = false;
        if (isWokenMeanwhile) wake();
      });
  };

  return {
    wake,
    stop: async () => {
      isStopped = true;
      const cutOff = setTimeout(() => stopping.abort(), drainMs);
      await Promise.all(underWay);
      clearTimeout(cutOff);
    },
  };
}
