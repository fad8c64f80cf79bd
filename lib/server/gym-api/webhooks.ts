import 'server-only';
import type { ReadList } from '#contracts/v2/reading.ts';
import { type WebhookAsRead, type WebhookRequest, webhookListAsRead } from '#contracts/v2/webhooks.ts';
import type { GymAnswer } from './answer.ts';
import type { GymClient } from './gym-client.ts';

/** Shorter than the default of background work, since a stop of the desk waits for it. */
const patience = { urgency: 'background', timeoutMs: 3_000 } as const;

export function listWebhooks(gym: GymClient): Promise<GymAnswer<ReadList<WebhookAsRead>>> {
  return gym.ask({
    operation: 'getAllWebhooks',
    answer: webhookListAsRead,
    unreadableOf: ({ unreadable }) => unreadable,
    ...patience,
  });
}

/** 409 `webhookUrlAlreadyRegistered` where the gym has a webhook with this URL already. */
export function createWebhook(gym: GymClient, body: WebhookRequest): Promise<GymAnswer<void>> {
  return gym.ask({ operation: 'createWebhook', body, answer: null, ...patience });
}

export function updateWebhook(
  gym: GymClient,
  { id, webhook }: { id: string; webhook: WebhookRequest },
): Promise<GymAnswer<void>> {
  return gym.ask({ operation: 'updateWebhook', parameters: { id }, body: webhook, answer: null, ...patience });
}

export function deleteWebhook(gym: GymClient, id: string): Promise<GymAnswer<void>> {
  return gym.ask({ operation: 'deleteWebhook', parameters: { id }, answer: null, ...patience });
}
