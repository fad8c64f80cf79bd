import { createApp } from '#platform/app.ts';
import { randomIds, systemClock } from '#platform/base/clock-and-ids.ts';
import { createLog } from '#platform/base/log.ts';
import { openRequestLog } from '#platform/services/sandbox-log/request-log.ts';
import { exportRules } from './export-rules.ts';
import { ownerRules } from './owner-rules.ts';
import type { TestPlatform } from './platform.ts';
import { sandboxWebhooks } from './webhook-rules.ts';

/** A process of a platform, with the database and the clock of a test. */
export const openProcess = (
  { db, time }: Pick<TestPlatform, 'db' | 'time'>,
  options: Partial<Parameters<typeof createApp>[0]> = {},
): TestPlatform['app'] =>
  createApp({
    db,
    clock: () => time.now,
    ids: randomIds,
    log: createLog('silent'),
    webhooks: sandboxWebhooks,
    exports: exportRules,
    owners: ownerRules,
    ...options,
  });

/** A process of the sandbox of a test, with the log of requests that all of them share. */
export const openSandboxProcess = (
  platform: Pick<TestPlatform, 'db' | 'time' | 'sandbox'>,
  options: Parameters<typeof openProcess>[1] = {},
): TestPlatform['app'] => {
  const requestLog = openRequestLog({ db: platform.db, clock: systemClock, log: createLog('silent') });
  return openProcess(platform, { sandbox: platform.sandbox, requestLog, ...options });
};
