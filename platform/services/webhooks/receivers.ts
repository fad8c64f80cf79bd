import { notFound } from '#platform/base/errors.ts';
import type { DeliveryState } from '#platform/db/schema/webhooks.ts';
import type { Call } from '#platform/services/call.ts';

/** A webhook as its owner sees it: without the secret. */
export interface Receiver {
  webhookId: number;
  url: string;
  /** When the receiver answered 410 Gone. Since then, only test events are sent to it. */
  disabledAt: Date | null;
  createdAt: Date;
  /** The state of its newest recorded delivery. */
  newestState: DeliveryState | null;
  newestAt: Date | null;
}

const receiversOfGym = `SELECT hook.webhook_id AS "webhookId", hook.url, hook.disabled_at AS "disabledAt",
    hook.created_at AS "createdAt", newest.state AS "newestState", newest.created_at AS "newestAt"
  FROM webhooks hook
  LEFT JOIN LATERAL (
    SELECT state, created_at FROM webhook_deliveries delivery
    WHERE delivery.chain_id = hook.chain_id AND delivery.webhook_id = hook.webhook_id
    ORDER BY created_at DESC, delivery_id DESC LIMIT 1
  ) newest ON true
  WHERE hook.chain_id = $1 AND hook.gym_id = $2`;

const listed = { name: 'list_receivers', text: `${receiversOfGym} ORDER BY hook.webhook_id` };
const one = { name: 'get_receiver', text: `${receiversOfGym} AND hook.webhook_id = $3` };

/** The webhooks of the calling gym, oldest first. */
export const listReceivers = ({ db, chainId, gymId }: Call): Promise<Receiver[]> =>
  db.find<Receiver>(listed, [chainId, gymId]);

/** @throws 404 WEBHOOK if the calling gym does not have the webhook */
export async function getReceiver({ db, chainId, gymId }: Call, webhookId: number): Promise<Receiver> {
  if (!Number.isSafeInteger(webhookId)) throw notFound('WEBHOOK');
  const [found] = await db.find<Receiver>(one, [chainId, gymId, webhookId]);
  if (!found) throw notFound('WEBHOOK');
  return found;
}
