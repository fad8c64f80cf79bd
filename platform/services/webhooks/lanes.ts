import { PlatformError } from '#platform/base/errors.ts';
import type { WebhookRow } from '#platform/db/schema/webhooks.ts';

/**
 * Webhooks of a gym, and lanes in which its deliveries run. Each webhook has a lane to itself, so that a slow receiver
 * delays no other. A gym that had more webhooks before there was a limit keeps them, and some of them share a lane. A
 * deleted webhook's lane passes to the next one, with the limit that its last attempts still count towards: the lanes
 * bound what a gym has under way, whatever it registers and deletes.
 */
export const mostWebhooks = 20;

/**
 * @returns the first lane that no webhook of the gym has
 * @throws 409 generalConflict if the gym has as many webhooks as it may have
 */
export function findFreeLane(registered: readonly Pick<WebhookRow, 'lane'>[]): number {
  const taken = new Set(registered.map(({ lane }) => lane));
  const free = Array.from({ length: mostWebhooks }, (_, lane) => lane).find((lane) => !taken.has(lane));
  if (free === undefined || registered.length >= mostWebhooks) {
    throw new PlatformError('generalConflict', `The gym has ${mostWebhooks} webhooks, which is the most: delete one.`);
  }
  return free;
}
