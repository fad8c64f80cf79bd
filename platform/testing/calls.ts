import { randomIds } from '#platform/base/clock-and-ids.ts';
import type { WebhookCall } from '#platform/services/webhooks/rules.ts';
import type { TestGym, TestPlatform } from './platform.ts';
import { sandboxWebhooks } from './webhook-rules.ts';

/** The service context of a test's gym, as an interface would create it. */
export const callOf = ({ db, time }: TestPlatform, { chainId, gymId }: TestGym): WebhookCall => ({
  db: db.chain(chainId),
  chainId,
  gymId,
  clock: () => time.now,
  ids: randomIds,
  seesUnmigrated: false,
  rules: sandboxWebhooks,
});
