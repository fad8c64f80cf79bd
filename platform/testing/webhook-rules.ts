import { createPlatformSeal } from '#platform/base/seal.ts';
import type { WebhookRules } from '#platform/services/webhooks/rules.ts';

/** Receivers of a test listen on this machine. */
export const sandboxWebhooks: WebhookRules = {
  seal: createPlatformSeal('what the platform of a test seals with'),
  allowsLoopback: true,
};
