import 'server-only';
import { type Webhook, type WebhookRequest, webhook, webhookList } from '#contracts/v2/webhooks.ts';
import type { GymAnswer } from './answer.ts';
import type { Transport } from './transport.ts';

/** Shorter than background work has otherwise: a stop of the desk waits for it. */
const patience = { urgency: 'background', timeoutMs: 3_000 } as const;

export function listWebhooks(gym: Transport): Promise<GymAnswer<Webhook[]>> {
  return gym.ask({ operation: 'getAllWebhooks', answer: webhookList, ...patience });
}

/** 409 `webhookUrlAlreadyRegistered` where the gym has a webhook of this address already. */
export function createWebhook(gym: Transport, body: WebhookRequest): Promise<GymAnswer<Webhook>> {
  return gym.ask({ operation: 'createWebhook', body, answer: webhook, ...patience });
}

export function updateWebhook(gym: Transport, id: number, body: WebhookRequest): Promise<GymAnswer<Webhook>> {
  return gym.ask({ operation: 'updateWebhook', parameters: { id: String(id) }, body, answer: webhook, ...patience });
}

export function deleteWebhook(gym: Transport, id: number): Promise<GymAnswer<void>> {
  return gym.ask({ operation: 'deleteWebhook', parameters: { id: String(id) }, answer: null, ...patience });
}
