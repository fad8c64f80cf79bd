import 'server-only';
import type { PushNotificationRequest } from '#contracts/v2/notifications.ts';
import type { Sent } from '#contracts/v2/primitives.ts';
import type { GymAnswer } from './answer.ts';
import type { GymClient } from './gym-client.ts';

/** Hands over a message to the phone of a member. The platform delivers it later, and never says whether it did. */
export function sendNotification(
  gym: GymClient,
  accountId: string,
  body: Sent<PushNotificationRequest>,
): Promise<GymAnswer<void>> {
  return gym.ask({
    operation: 'sendPushNotificationByAccountId',
    parameters: { accountId },
    body,
    answer: null,
    urgency: 'interactive',
    timeoutMs: 5_000,
  });
}
