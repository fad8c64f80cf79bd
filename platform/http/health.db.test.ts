import { expect, test } from 'vitest';
import { createApp } from '#platform/app.ts';
import { openDatabase } from '#platform/db/client.ts';
import { randomIds, systemClock } from '#platform/dependencies.ts';
import { createLog } from '#platform/log.ts';
import { exportRules } from '#platform/testing/export-rules.ts';
import { ownerRules } from '#platform/testing/owner-rules.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { sandboxWebhooks } from '#platform/testing/webhook-rules.ts';

const platform = startTestPlatform();

test('the platform is healthy while its database answers, and says so when it does not', async () => {
  const healthy = await platform.app.request('/health');
  expect([healthy.status, await healthy.json()]).toEqual([200, { status: 'ok' }]);

  const db = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none' });
  const cutOff = createApp({
    db,
    clock: systemClock,
    ids: randomIds,
    log: createLog('silent'),
    webhooks: sandboxWebhooks,
    exports: exportRules,
    owners: ownerRules,
  });
  const unhealthy = await cutOff.request('/health');
  expect([unhealthy.status, await unhealthy.json()]).toEqual([503, { status: 'unavailable' }]);
  await db.close();
});
