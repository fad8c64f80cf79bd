import type { Call } from '#platform/services/call.ts';
import type { Seal } from '#shared/seal/seal.ts';

/** The operator's settings for webhooks. */
export interface WebhookRules {
  /** Encrypts the secrets of webhooks. */
  seal: Seal;
  /** True in a sandbox, whose receivers run on the same machine. */
  allowsLoopback: boolean;
  /** Whether attempts are logged as they were sent, with the response: in a sandbox. */
  logsAttempts?: boolean;
}

/** The context of a call of a service that reads or writes webhooks. */
export interface WebhookCall extends Call {
  rules: WebhookRules;
}
