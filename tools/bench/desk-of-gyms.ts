import { sql } from 'drizzle-orm';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { addLocation } from '#lib/server/locations/add-location.ts';
import { readGymNow } from '#lib/server/reports/read-gym-now.ts';
import { createTestDesk, testSecret } from '#lib/testing/test-desk.ts';
import type { MeasuredGyms } from './large-gym-reports.ts';
import { timed } from './reading-times.ts';
import { writeVisits } from './write-visits.ts';

// A desk of a chain. Sends over IPC how long the page takes that has all its gyms, and a line of it.

const [adminUrl = '', count = '', visitsPerDay = '', atOnce = ''] = process.argv.slice(2);
const readings = 10;
const days = 90;
const members = 1_000;

process.on('disconnect', () => process.exit(1));

const testDesk = await createTestDesk(adminUrl);
const { desk, clock } = testDesk;
const { db } = desk;
clock.now = Date.now();
for (let made = 0; made < Number(count); made += 1) {
  const id = crypto.randomUUID();
  const gym = { id, name: `Gym ${made}`, timeZone: 'Europe/Berlin', apiUrl: 'http://127.0.0.1:9', apiKey: 'fd_bench' };
  await addLocation(db, { ...gym, secret: testSecret, now: new Date(clock.now) });
  await writeVisits(db, { locationId: id, days, visitsPerDay: Number(visitsPerDay), members });
}
await db.execute(sql`vacuum (analyze) visits`);
const gyms = await db.select().from(locations);

await readAll();
const measured: MeasuredGyms = { all: [], each: [] };
for (let reading = 0; reading < readings; reading += 1) {
  measured.all.push(await timed(async () => void measured.each.push(...(await readAll()))));
}
await testDesk.close();
process.send?.(measured, () => process.exit());

/** Each gym by a request of its own, so many at once as the desk admits. @returns the milliseconds of each */
async function readAll(): Promise<number[]> {
  const samplesMs: number[] = [];
  const waiting = [...gyms];
  const readOn = async () => {
    for (let gym = waiting.pop(); gym; gym = waiting.pop()) samplesMs.push(await timed(() => readOne(gym)));
  };
  await Promise.all(Array.from({ length: Number(atOnce) }, readOn));
  return samplesMs;
}

function readOne(location: Location) {
  return readGymNow({ desk, actor: { location } });
}
