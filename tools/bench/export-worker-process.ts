import { pino } from 'pino';
import { randomIds, systemClock } from '#platform/base/clock-and-ids.ts';
import { createPlatformSeal } from '#platform/base/seal.ts';
import { openDatabase } from '#platform/db/client.ts';
import { startJobs } from '#platform/jobs/start.ts';
import { createDiskStore } from '#platform/services/exports/files/disk-store.ts';

// Only the workers of the platform, to be measured.

const [databaseUrl = '', folder = ''] = process.argv.slice(2);
await startJobs({
  databaseUrl,
  db: openDatabase({ url: databaseUrl }),
  clock: systemClock,
  ids: randomIds,
  log: pino({ level: 'silent' }),
  webhooks: {
    seal: createPlatformSeal('of a benchmark that sends nothing'),
    allowsLoopback: false,
  },
  store: createDiskStore(folder),
});
process.send?.('ready');
