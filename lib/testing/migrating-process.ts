import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createGymClients } from '#lib/server/composition/gym-clients.ts';
import { openDatabase } from '#lib/server/db/client.ts';
import { createRateLimiter } from '#lib/server/gym-api/rate-limiter.ts';
import { createLog } from '#lib/server/log/log.ts';
import { workMigrations } from '#lib/server/migration/work.ts';
import { longestTestMs, longestWaitMs } from '#shared/testing/limits.ts';

// A desk that only migrates members, without a rate limit. Tests kill it.

const [databaseUrl = '', secret = ''] = process.argv.slice(2);
process.on('disconnect', () => process.exit(1));

// however slow the machine is: no platform of the tests is silent, and their database answers
const patience = { waitForConnectionMs: longestWaitMs, longestStatementMs: longestTestMs };
const startDeadline = () => new AbortController().signal;

const { db } = openDatabase(databaseUrl, patience);
const core = {
  db,
  secret,
  clock: () => Date.now(),
  newId: () => randomUUID(),
  log: createLog('stderr'),
  live: { subscribe: () => () => {}, stopping: new AbortController().signal },
};
const rateLimiter = createRateLimiter({
  now: () => performance.now(),
  capacity: 1_000_000,
  perSecond: 1_000_000,
  reserve: 0,
});
const desk = { ...core, gymClientOf: createGymClients(core, { rateLimiter, startDeadline }) };
for (;;) {
  await workMigrations(desk);
  await setTimeout(50);
}
