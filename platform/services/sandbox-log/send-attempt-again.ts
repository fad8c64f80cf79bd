import type { Clock, Ids } from '#platform/base/clock-and-ids.ts';
import { notFound } from '#platform/base/errors.ts';
import type { NamedStatement, PlatformDatabase } from '#platform/db/client.ts';
import { type SendAgainOutcome, sendAgain } from '#platform/services/webhooks/send-again.ts';

interface Seen {
  deliveryId: string;
  /** The number of the newest attempt that the client saw. */
  attempt: number;
}

const find: NamedStatement = {
  name: 'gym_of_sandbox_delivery',
  text: `SELECT attempt.gym_id AS "gymId", attempt.webhook_id AS "webhookId", gym.chain_id AS "chainId"
    FROM sandbox_attempts attempt JOIN access_tokens gym ON gym.gym_id = attempt.gym_id
    WHERE attempt.delivery_id = $1 LIMIT 1`,
};

/**
 * Sends a delivery of the log once more.
 * @throws 404 WEBHOOK if the log does not have the delivery, or its webhook was deleted
 */
export async function sendAttemptAgain(
  { db, clock, ids }: { db: PlatformDatabase; clock: Clock; ids: Ids },
  { deliveryId, attempt: attempts }: Seen,
): Promise<SendAgainOutcome> {
  const [found] = await db.find<{ gymId: string; webhookId: number; chainId: string }>(find, [deliveryId]);
  if (!found) throw notFound('WEBHOOK');
  const { chainId, gymId, webhookId } = found;
  const call = { db: db.chain(chainId), chainId, gymId, seesUnmigrated: false, clock, ids };
  return sendAgain(call, webhookId, { deliveryId, attempts });
}
