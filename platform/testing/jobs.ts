import { pino } from 'pino';
import { randomIds } from '#platform/base/clock-and-ids.ts';
import { type JobsOptions, type RunningJobs, startJobs } from '#platform/jobs/start.ts';
import { exportRules } from './export-rules.ts';
import type { TestPlatform } from './platform.ts';
import { sandboxWebhooks } from './webhook-rules.ts';

/** Workers of a test's platform, with waits of seconds instead of hours. */
export const startTestJobs = (platform: TestPlatform, changes: Partial<JobsOptions> = {}): Promise<RunningJobs> =>
  startJobs({
    databaseUrl: platform.url,
    db: platform.db,
    clock: () => platform.time.now,
    ids: randomIds,
    log: pino({ level: 'info' }, { write: (line: string) => platform.logged.push(JSON.parse(line)) }),
    webhooks: sandboxWebhooks,
    store: exportRules.store,
    retryDelaysSeconds: [1, 1],
    // a receiver on a busy machine may answer late: a second delivery would be one too many for a test that counts
    timeoutMs: 60_000,
    ...changes,
  });
