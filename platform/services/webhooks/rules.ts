import type { Call } from '#platform/services/call.ts';
import type { Seal } from '#shared/seal/seal.ts';

/** What the operator of the platform decides on webhooks. */
export interface WebhookRules {
  /** Keeps the secrets of receivers. */
  seal: Seal;
  /** True in a sandbox, whose receivers live on the same machine. */
  allowsLoopback: boolean;
}

/** A call of a service that reads or writes webhooks themselves. */
export interface WebhookCall extends Call {
  rules: WebhookRules;
}
