import 'server-only';
import type { PushNotificationRequest } from '#contracts/v2/notifications.ts';
import type { Sent } from '#contracts/v2/primitives.ts';
import type { GymAnswer } from './answer.ts';
import type { GymClient } from './gym-client.ts';
import type { Urgency } from './rate-limiter.ts';

/** Queues a push notification to a member's phone. The platform does not report whether it was delivered. */
export function sendNotification(
  gym: GymClient,
  {
    accountId,
    notification,
    urgency,
  }: { accountId: string; notification: Sent<PushNotificationRequest>; urgency: Urgency },
): Promise<GymAnswer<void>> {
  return gym.ask({
    operation: 'sendPushNotificationByAccountId',
    parameters: { accountId },
    body: notification,
    answer: null,
    urgency,
    timeoutMs: 5_000,
  });
}
