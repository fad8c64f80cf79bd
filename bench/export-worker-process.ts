import { pino } from 'pino';
import { openDatabase } from '#platform/db/client.ts';
import { randomIds, systemClock } from '#platform/dependencies.ts';
import { startJobs } from '#platform/jobs/start.ts';
import { createSeal } from '#platform/seal.ts';
import { createDiskStore } from '#platform/services/exports/files/disk-store.ts';

// The workers of the platform and nothing else, to be measured.

const [databaseUrl = '', folder = ''] = process.argv.slice(2);
await startJobs({
  databaseUrl,
  db: openDatabase({ url: databaseUrl }),
  clock: systemClock,
  ids: randomIds,
  log: pino({ level: 'silent' }),
  webhooks: { seal: createSeal('of a benchmark that sends nothing', randomIds), allowsLoopback: false },
  store: createDiskStore(folder),
});
process.send?.('ready');
