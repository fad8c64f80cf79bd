import type { WebhookRules } from '#platform/services/webhooks/rules.ts';
import { createSeal } from '#shared/seal/seal.ts';

/** Receivers of a test listen on this machine. */
export const sandboxWebhooks: WebhookRules = {
  seal: createSeal({ program: 'platform', secret: 'what the platform of a test seals with' }),
  allowsLoopback: true,
};
