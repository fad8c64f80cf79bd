import { expect, test } from 'vitest';
import { exportTypes } from '#contracts/export/events.ts';
import { runAdmin } from '#platform/admin/main.ts';
import { randomIds } from '#platform/base/clock-and-ids.ts';
import { openOperatorDatabase } from '#platform/db/client.ts';
import { trainingTables } from '#platform/services/training/training-event.ts';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { type SimulatedTraining, type SimulateTraining, simulateTraining } from './simulate-training.ts';

const platform = startTestPlatform({ now: '2026-11-21T09:41:07.000Z' });

async function simulate(gym: TestGym, changes: Partial<SimulateTraining> = {}): Promise<SimulatedTraining> {
  const database = openOperatorDatabase({ url: platform.url });
  try {
    const tools = { database, clock: () => platform.time.now, ids: randomIds };
    return await simulateTraining(tools, { gymId: gym.gymId, members: 30, days: 60, seed: 3, ...changes });
  } finally {
    await database.close();
  }
}

/** All stored data of a gym, as text. */
const storedIn = async (gym: TestGym) => {
  const all = [];
  for (const { table } of Object.values(trainingTables)) {
    all.push(
      ...(await platform.rows<{ row: string }>(
        `SELECT t::text AS row FROM ${table} t WHERE gym_id = $1 ORDER BY occurred_at, event_id`,
        [gym.gymId],
      )),
    );
  }
  return all.map(({ row }) => row);
};

test('writes exactly the events that it counts, of all kinds, on the days before today', async () => {
  const gym = await platform.newGym();
  const { events, written, firstDay, lastDay, guests } = await simulate(gym);
  expect([firstDay, lastDay, guests]).toEqual(['2026-09-22', '2026-11-20', 1]);
  let total = 0;
  for (const type of exportTypes) {
    const [stored] = await platform.rows<{ count: number; first: string; last: string }>(
      `SELECT count(*)::int, min((occurred_at AT TIME ZONE 'Europe/Berlin')::date)::text AS first,
         max((occurred_at AT TIME ZONE 'Europe/Berlin')::date)::text AS last
       FROM ${trainingTables[type].table} WHERE gym_id = $1`,
      [gym.gymId],
    );
    expect(stored?.count).toBe(events[type]);
    expect(events[type]).toBeGreaterThan(0);
    expect((stored?.first ?? '') >= firstDay && (stored?.last ?? '') <= lastDay).toBe(true);
    total += events[type];
  }
  expect(written).toBe(total);
  const changed = await platform.rows<{ day: string }>(
    "SELECT min(occurred_at AT TIME ZONE 'Europe/Berlin')::date::text AS day FROM analytics_changes WHERE gym_id = $1",
    [gym.gymId],
  );
  expect((changed[0]?.day ?? '') >= firstDay && (changed[0]?.day ?? '') < '2026-09-26').toBe(true);
});

test('the planner has statistics of the written rows, for every month and for all together', async () => {
  await simulate(await platform.newGym());
  const months = await platform.rows<{ month: string; known: number; count: number }>(
    `SELECT right(c.relname, 7) AS month, c.reltuples::int AS known, (
       SELECT count(*)::int FROM strength_workouts WHERE to_char(occurred_at AT TIME ZONE 'UTC', 'YYYY_MM') = right(c.relname, 7)
     ) AS count
     FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'strength_workouts'::regclass ORDER BY 1`,
  );
  expect(months.map(({ month }) => month)).toEqual(expect.arrayContaining(['2026_09', '2026_10', '2026_11']));
  for (const { month, known, count } of months) expect([month, known]).toEqual([month, count]);
  const together =
    "SELECT FROM pg_stats WHERE tablename = 'strength_workouts' AND inherited AND attname = 'account_id'";
  expect(await platform.rows(together)).toHaveLength(1);
});

test('a repetition writes nothing new, and more days only add those', async () => {
  const gym = await platform.newGym();
  const first = await simulate(gym);
  const stored = await storedIn(gym);
  const again = await simulate(gym);
  expect(again).toMatchObject({ events: first.events, written: 0, madePeople: 0 });
  expect(await storedIn(gym)).toEqual(stored);
  const longer = await simulate(gym, { days: 90 });
  expect(longer.written).toBeGreaterThan(0);
  const after = new Set(await storedIn(gym));
  expect(stored.filter((row) => !after.has(row))).toEqual([]);
});

test('uses existing members, and creates some only if the gym has too few', async () => {
  const gym = await platform.newGym();
  const members = new Set(await Promise.all(Array.from({ length: 6 }, () => createMember(gym))));
  await createMember(await platform.newGym({ chainId: gym.chainId }));
  const enough = await simulate(gym, { members: 6 });
  expect(enough).toMatchObject({ members: 6, guests: 1, madePeople: 0 });
  const trained = await platform.rows<{ account_id: string }>(
    'SELECT DISTINCT account_id FROM strength_workouts WHERE gym_id = $1 AND NOT is_guest',
    [gym.gymId],
  );
  expect(trained.filter(({ account_id }) => !members.has(account_id))).toEqual([]);
  expect(await simulate(gym, { members: 10 })).toMatchObject({ members: 10, madePeople: 4 });
  const body = (
    await gym.askExport('getSmartStrengthWorkoutsExport', { query: { startDate: '2026-11-01', endDate: '2026-11-20' } })
  ).body;
  expect(body.data.length).toBeGreaterThan(0);
});

test('is a command that prints its result, and explains invalid arguments', async () => {
  const gym = await platform.newGym();
  const run = async (...argv: string[]) => {
    let answer = '';
    let mistake = '';
    const code = await runAdmin(['simulate-training', '--gym', gym.gymId, ...argv], {
      databaseUrl: platform.url,
      write: (text) => {
        answer += text;
      },
      writeError: (text) => {
        mistake += text;
      },
    });
    return { code, answer: answer && JSON.parse(answer), mistake: mistake.trim() };
  };
  const { answer } = await run('--members', '5', '--days', '20', '--until', '2026-11-10');
  expect(answer).toMatchObject({
    gymId: gym.gymId,
    firstDay: '2026-10-22',
    lastDay: '2026-11-10',
    members: 5,
    madePeople: 6,
  });
  expect(Object.keys(answer.events)).toEqual(exportTypes);
  expect(answer.eventsPerSecond).toBeTypeOf('number');
  expect((await run('--members', '0', '--days', '20')).mistake).toBe(
    '--members "0" is not a whole number from 1 to 100000.',
  );
  expect((await run('--members', '5', '--days', '800')).mistake).toBe(
    '--days "800" is not a whole number from 1 to 760.',
  );
});
