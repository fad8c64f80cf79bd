import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { randomIds, systemClock } from '#platform/base/clock-and-ids.ts';
import { openDatabase } from '#platform/db/client.ts';
import { startJobs } from '#platform/jobs/start.ts';
import { createDiskStore } from '#platform/services/exports/files/disk-store.ts';
import { sandboxWebhooks } from './webhook-rules.ts';

/** A separate process whose worker stops in the middle of a file and reports it, so that a test can kill it there. */
const [databaseUrl = '', folder = ''] = process.argv.slice(2);
const store = createDiskStore(path.resolve(folder));

async function* stopHalfWay(pieces: AsyncIterable<Uint8Array>) {
  for await (const piece of pieces) {
    yield piece.subarray(0, piece.length / 2);
    // the writer must not get more before the file exists
    while (fs.readdirSync(folder).length === 0) await pause(10);
    process.send?.('half-way');
    await new Promise(() => {});
  }
}

await startJobs({
  databaseUrl,
  db: openDatabase({ url: databaseUrl }),
  clock: systemClock,
  ids: randomIds,
  log: pino({ level: 'silent' }),
  webhooks: sandboxWebhooks,
  store: { ...store, write: (name, pieces) => store.write(name, stopHalfWay(pieces)) },
});
