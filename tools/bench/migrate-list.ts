import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { createGymClients } from '#lib/server/composition/gym-clients.ts';
import { openDatabase } from '#lib/server/db/client.ts';
import { migrationRows, migrationRuns } from '#lib/server/db/schema/migration.ts';
import { createRateLimiter } from '#lib/server/gym-api/rate-limiter.ts';
import { addLocation } from '#lib/server/locations/add-location.ts';
import { createLog } from '#lib/server/log/log.ts';
import { startMigration } from '#lib/server/migration/start-migration.ts';
import { workMigrations } from '#lib/server/migration/work.ts';
import { createDeskDatabase } from '#lib/testing/desk-database.ts';

// A desk that only migrates one list, in a separate database, and prints its speed.

const [adminUrl = '', platformUrl = '', count = '0'] = process.argv.slice(2);
const secret = randomUUID();
const database = await createDeskDatabase(adminUrl);
const { db, close } = openDatabase(database.url);
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
const desk = { ...core, gymClientOf: createGymClients(core, { rateLimiter }) };
const id = randomUUID();
const place = { id, name: 'Bench', timeZone: 'Europe/Berlin', apiUrl: platformUrl, apiKey: 'fd_bench' };
await addLocation(db, { ...place, secret, now: new Date() });
const ids = Array.from({ length: Number(count) }, (_, index) => index + 1);
const context = { desk, actor: { location: { id }, staffId: null } };
await startMigration(context, { file: Buffer.from(ids.join('\n')) });
const isRunning = async () => (await db.select().from(migrationRuns))[0]?.state === 'running';
while (await isRunning()) {
  await workMigrations(desk);
  await setTimeout(0);
}
const { settledAt } = migrationRows;
const [done] = await db
  .select({
    rows: sql<number>`count(${settledAt})::int`,
    seconds: sql<number>`extract(epoch from max(${settledAt}) - min(${settledAt}))::float`,
  })
  .from(migrationRows);
console.log(JSON.stringify(done));
await close();
await database.drop();
