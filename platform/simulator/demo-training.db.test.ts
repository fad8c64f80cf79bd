import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OperatorDatabase, openOperatorDatabase } from '#platform/db/client.ts';
import { during, untilLocked } from '#platform/testing/collide.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { until } from '#shared/testing/until.ts';
import { clubDay } from './calendar.ts';
import { demoChain, demoGyms } from './demo-gyms.ts';
import { daysKept, startDemoTraining, trainDemo } from './demo-training.ts';
import { moveMembers } from './live.ts';
import { createRandom } from './random.ts';
import { seedDemo } from './seed-demo.ts';

const today = new Date('2026-11-20T16:00:00.000Z');
const tomorrow = new Date('2026-11-21T16:00:00.000Z');
/** Two years of training would take half a minute of a core. */
const months = 3;
const platform = startTestPlatform();
let database: OperatorDatabase;
beforeAll(() => {
  database = openOperatorDatabase({ url: platform.url });
});
afterAll(() => database.close());

const daysOf = async (gymId: string) =>
  platform.rows<{ day: string; count: number }>(
    `SELECT (occurred_at AT TIME ZONE 'Europe/Berlin')::date::text AS day, count(*)::int FROM strength_workouts
     WHERE chain_id = $1 AND gym_id = $2 GROUP BY 1 ORDER BY 1`,
    [demoChain.chainId, gymId],
  );
const monthsOf = async () =>
  platform.rows(
    "SELECT date_trunc('month', occurred_at) AS month, count(*)::int FROM strength_workouts GROUP BY 1 ORDER BY 1 DESC",
  );

test('the training kept is that of the last two years, up to yesterday', () => {
  const days = daysKept(clubDay(today));
  expect([days.at(0), days.at(-1), new Set(days).size]).toEqual(['2024-11-20', '2026-11-19', 730]);
  expect(daysKept(clubDay(today), months).at(0)).toBe('2026-08-20');
});

test('without a demo chain nothing is written, and it is looked for again', async () => {
  expect(await trainDemo(database, today, { months })).toBe(false);
});

test('it starts with the latest month, and resumes after an interruption', async () => {
  await seedDemo(database, { seed: 1, now: today });
  let written = 0;
  const isStopped = () => {
    written += 1;
    return written > 2;
  };
  expect(await trainDemo(database, today, { isStopped, months })).toBe(false);
  const before = await monthsOf();
  expect(before.map(({ month }: { month?: Date }) => month?.toISOString().slice(0, 7))).toEqual(['2026-11', '2026-10']);
  expect(await trainDemo(database, today, { months })).toBe(true);
  expect((await monthsOf()).slice(0, 1)).not.toEqual(before.slice(0, 1)); // the other gym was written
  for (const { gymId } of Object.values(demoGyms)) {
    const days = await daysOf(gymId);
    expect(days.map(({ day }) => day)).toEqual(daysKept(clubDay(today), months));
  }
});

test('a repetition on the same day changes nothing; on the next it adds only that day', async () => {
  const before = await daysOf(demoGyms.west.gymId);
  expect(await trainDemo(database, today, { months })).toBe(true);
  expect(await daysOf(demoGyms.west.gymId)).toEqual(before);
  await seedDemo(database, { seed: 1, now: tomorrow });
  expect(await trainDemo(database, tomorrow, { months })).toBe(true);
  const after = await daysOf(demoGyms.west.gymId);
  expect(after.slice(0, -1)).toEqual(before);
  expect(after.at(-1)?.day).toBe('2026-11-20');
});

test('members who are in train at the machines while the platform runs', async () => {
  platform.time.now = new Date('2026-11-22T16:00:00.000Z');
  const random = createRandom(1, 'live training');
  const dependencies = {
    db: platform.db,
    clock: () => platform.time.now,
    ids: { uuid: () => random.uuid(), bytes: (length: number) => Buffer.from(random.hex(length), 'hex') },
    log: pino({ level: 'silent' }),
  };
  await seedDemo(database, { seed: 1, now: platform.time.now });
  const from = platform.time.now;
  for (let round = 0; round < 12; round += 1) {
    platform.time.now = new Date(platform.time.now.getTime() + 5 * 60_000);
    await moveMembers({ ...dependencies, random }, demoGyms.west, 5 * 60_000);
  }
  const trained = await platform.rows<{ is_in: boolean; is_guest: boolean }>(
    `SELECT w.is_guest, EXISTS (
       SELECT FROM visits v WHERE v.account_id = w.account_id AND v.gym_id = w.gym_id AND v.occurred_at < w.occurred_at
         AND v.kind = 'CHECKIN') AS is_in
     FROM strength_workouts w WHERE w.occurred_at > $1`,
    [from],
  );
  expect(trained.length).toBeGreaterThan(20);
  expect(trained.filter(({ is_in }) => !is_in)).toEqual([]);
});

test('a day with only live training is completed once it is over, once', async () => {
  const { gymId } = demoGyms.west;
  const countOf = async () => (await daysOf(gymId)).find(({ day }) => day === '2026-11-22')?.count ?? 0;
  const live = await countOf();
  expect(live).toBeGreaterThan(0);
  const dayLater = new Date('2026-11-23T16:00:00.000Z');
  expect(await trainDemo(database, dayLater, { months })).toBe(true);
  const filled = await countOf();
  expect(filled).toBeGreaterThan(live + 50);
  expect(await trainDemo(database, dayLater, { months })).toBe(true);
  expect(await countOf()).toBe(filled);
});

test('it runs in the background of the platform, and a failure is logged and retried', async () => {
  await platform.rows('DELETE FROM strength_workouts WHERE occurred_at >= $1 AND occurred_at < $2', [
    new Date('2026-11-18T23:00Z'),
    new Date('2026-11-19T23:00Z'),
  ]);
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
  let failures = 2;
  const clock = () => {
    failures -= 1;
    return failures >= 0 ? new Date(Number.NaN) : tomorrow;
  };
  let timesTrained = 0;
  const onTrained = async () => {
    timesTrained += 1;
  };
  const training = startDemoTraining({ databaseUrl: platform.url, clock, log, onTrained, pauseMs: 5, months });
  await until(() => expect(timesTrained).toBe(1));
  expect((await daysOf(demoGyms.ost.gymId)).some(({ day }) => day === '2026-11-19')).toBe(true);
  await training.stop();
  expect(timesTrained).toBe(1);
  expect(lines.length).toBeGreaterThan(0);
});

test('stopping does not wait for a running write, which the next start repeats', async () => {
  const [from, until] = [new Date('2026-11-18T23:00Z'), new Date('2026-11-19T23:00Z')];
  await platform.rows('DELETE FROM strength_workouts WHERE occurred_at >= $1 AND occurred_at < $2', [from, until]);
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
  const onTrained = () => Promise.reject(new Error('Nothing was trained.'));
  await during(platform, 'LOCK TABLE strength_workouts IN SHARE MODE', async () => {
    const training = startDemoTraining({
      databaseUrl: platform.url,
      clock: () => tomorrow,
      log,
      onTrained,
      pauseMs: 5,
      months,
    });
    await untilLocked(platform);
    await training.stop();
    await untilLocked(platform); // only the writing itself waits
  });
  expect(lines).toEqual([]);
  expect(await trainDemo(database, tomorrow, { months })).toBe(true);
  expect((await daysOf(demoGyms.west.gymId)).some(({ day }) => day === '2026-11-19')).toBe(true);
});
