import { PlatformError } from '#platform/base/errors.ts';
import type { WebhookRow } from '#platform/db/schema/webhooks.ts';

/**
 * The deliveries of a gym run in lanes. Its first twenty webhooks have one each, so that a slow receiver delays no other;
 * further ones share. A deleted webhook's lane passes to the next one, with the limit that its last attempts still count
 * towards: the lanes bound what a gym has under way, whatever it registers and deletes.
 */
const laneCount = 20;

/** Each event is stored once for each webhook. */
export const mostWebhooks = 100;

/**
 * @returns the first of the lanes with the fewest webhooks of the gym
 * @throws 409 generalConflict if the gym has as many webhooks as it may have
 */
export function chooseLane(registered: readonly Pick<WebhookRow, 'lane'>[]): number {
  if (registered.length >= mostWebhooks) {
    throw new PlatformError(
      'generalConflict',
      `The gym has ${registered.length} webhooks, and may have ${mostWebhooks}: delete one.`,
    );
  }
  const sizes = Array.from({ length: laneCount }, (_, lane) => registered.filter((one) => one.lane === lane).length);
  return sizes.indexOf(Math.min(...sizes));
}
