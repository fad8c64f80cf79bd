import { createPlatformSeal } from '#platform/base/seal.ts';
import type { WebhookRules } from '#platform/services/webhooks/rules.ts';

/** The receivers of a test run on this machine. */
export const sandboxWebhooks: WebhookRules = {
  seal: createPlatformSeal('what the platform of a test seals with'),
  allowsLoopback: true,
};
