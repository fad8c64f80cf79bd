import { expect } from 'vitest';
import { createPlatformSeal } from '#platform/base/seal.ts';
import { until } from '#shared/testing/until.ts';
import type { TestGym, TestPlatform } from './platform.ts';
import type { Receiver } from './receiver.ts';

export const sharedSecret = 'a shared secret';

interface DeliveryRow {
  type: string;
  state: string;
  attempts: number;
  last_status: number | null;
  account_id: string | null;
}

/** @returns the id of the webhook */
export async function register(gym: TestGym, { url }: Receiver): Promise<number> {
  const { status, body } = await gym.ask('createWebhook', { body: { url: url.href, secret: sharedSecret } });
  expect(status).toBe(200);
  return body.id;
}

export const deliveriesOf = (platform: TestPlatform, gym: TestGym): Promise<DeliveryRow[]> =>
  platform.rows<DeliveryRow>(
    `SELECT type, state, attempts, account_id,
            (SELECT status FROM webhook_delivery_attempts tried
              WHERE tried.chain_id = sent.chain_id AND tried.delivery_id = sent.delivery_id
              ORDER BY number DESC LIMIT 1) AS last_status
       FROM webhook_deliveries sent WHERE chain_id = $1`,
    [gym.chainId],
  );

/** Waits until the deliveries of the gym's chain are in these states, in any order. */
export const settled = (platform: TestPlatform, gym: TestGym, ...states: string[]): Promise<unknown> =>
  until(async () =>
    expect((await deliveriesOf(platform, gym)).map(({ state }) => state).sort()).toEqual(states.sort()),
  );

/**
 * Replaces a webhook's secret by one that this platform cannot decrypt, as in a restored backup of another platform.
 */
export const sealUnderOtherSecret = (platform: TestPlatform, webhookId: number): Promise<unknown> =>
  platform.rows('UPDATE webhooks SET secret = $2 WHERE webhook_id = $1', [
    webhookId,
    createPlatformSeal('what another platform sealed with').close(sharedSecret, 'somebody'),
  ]);
