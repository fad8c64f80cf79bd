import { randomIds } from '#platform/base/clock-and-ids.ts';
import { createSeal } from '#platform/base/seal.ts';
import type { WebhookRules } from '#platform/services/webhooks/rules.ts';

/** Receivers of a test listen on this machine. */
export const sandboxWebhooks: WebhookRules = {
  seal: createSeal('what the platform of a test seals with', randomIds),
  allowsLoopback: true,
};
