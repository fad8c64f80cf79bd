import { randomIds } from '#platform/base/clock-and-ids.ts';
import type { WebhookCall } from '#platform/services/webhooks/rules.ts';
import type { TestGym, TestPlatform } from './platform.ts';
import { sandboxWebhooks } from './webhook-rules.ts';

/** A call of a service for a test's gym, as an interface would make it. */
export const callOf = ({ db, time }: TestPlatform, { chainId, gymId }: TestGym): WebhookCall => ({
  db: db.chain(chainId),
  chainId,
  gymId,
  clock: () => time.now,
  ids: randomIds,
  seesUnmigrated: false,
  rules: sandboxWebhooks,
});
