import { expect, test } from 'vitest';
import { analyticsPage, type WeeklyMetric } from '#contracts/export/analytics.ts';
import {
  addCheckIn,
  compute,
  newWorld,
  putWorkout,
  startAnalyticsPlatform,
  type TestWorld,
} from '#platform/testing/analytics-world.ts';
import type { TestGym } from '#platform/testing/platform.ts';

const platform = startAnalyticsPlatform('2041-01-10T10:00:00.000Z', '2040-01-01', '2041-02-28');

const dayMs = 24 * 60 * 60 * 1000;
const year = { startDate: '2040-01-15', endDate: '2041-01-10' };

/** Members who came several times a week and trained, for one year: three pages and more. */
async function fullYear(): Promise<TestWorld> {
  const world = await newWorld(platform, 2);
  const [accountId = ''] = world.accountIds;
  for (let days = 3; days < 360; days += 1) {
    await addCheckIn(platform, world, accountId, new Date(world.now.getTime() - days * dayMs - days * 3_700_000));
  }
  for (let days = 3; days < 360; days += 2) {
    const at = new Date(world.now.getTime() - days * dayMs);
    const words = { machineType: `MACHINE_${days % 9}`, trainingMethod: 'REGULAR', operationMode: 'GUIDED' };
    await putWorkout(platform, world, crypto.randomUUID(), { accountId, at, ...words });
  }
  await compute(platform, world);
  return world;
}

async function follow(gym: TestGym, query: Record<string, string>, between: () => Promise<void> = async () => {}) {
  const pages = [];
  let cursor: string | null = null;
  do {
    const { status, body } = await gym.askExport('getAnalyticsExport', {
      query: { ...query, ...(cursor && { cursor }) },
    });
    expect(status).toBe(200);
    const page = analyticsPage.parse(body);
    pages.push(page.data);
    cursor = page.nextCursor;
    if (cursor) await between();
  } while (cursor);
  return pages;
}

const keyOf = (item: WeeklyMetric) => [item.periodStart, item.metricType, item.metricKey, item.metricSubType].join(' ');

const rowsOf = ({ gymId }: TestGym, { startDate, endDate } = year) =>
  platform.rows<WeeklyMetric>(
    `SELECT period_start::text AS "periodStart", (period_start + 6)::text AS "periodEnd", metric_type AS "metricType",
       metric_key AS "metricKey", metric_sub_type AS "metricSubType", value
     FROM weekly_metrics WHERE gym_id = $1 AND period_start + 6 BETWEEN $2 AND $3
     ORDER BY period_start, metric_type, metric_key, metric_sub_type`,
    [gymId, startDate, endDate],
  );

test('following the cursor returns every metric of the weeks in the range, oldest first', async () => {
  const { gym } = await fullYear();
  const pages = await follow(gym, year);
  expect(pages.slice(0, -1).map(({ length }) => length)).toEqual(pages.slice(0, -1).map(() => 500));
  expect(pages.length).toBeGreaterThan(2);
  expect(JSON.stringify(pages.flat())).toBe(JSON.stringify(await rowsOf(gym)));
});

test('following it during the nightly recomputation returns each metric once', async () => {
  const world = await fullYear();
  const before = (await rowsOf(world.gym)).map(keyOf);
  const pages = await follow(world.gym, year, async () => {
    const [, second = ''] = world.accountIds;
    await addCheckIn(platform, world, second, new Date(world.now.getTime() - 200 * dayMs));
    await platform.rows('DELETE FROM analytics_computations WHERE gym_id = $1', [world.gym.gymId]);
    await compute(platform, world);
  });
  const told = pages.flat().map(keyOf);
  expect(new Set(told).size).toBe(told.length);
  expect(before.filter((key) => !told.includes(key))).toEqual([]);
});

test('a week belongs to the range that contains its Sunday: to exactly one of two adjacent ranges', async () => {
  const { gym } = await fullYear();
  const weeksIn = async (startDate: string, endDate: string) => [
    ...new Set((await follow(gym, { startDate, endDate })).flat().map(({ periodStart }) => periodStart)),
  ];
  expect(await weeksIn('2041-01-05', '2041-01-06')).toEqual(['2040-12-31']);
  expect(await weeksIn('2041-01-06', '2041-01-06')).toEqual(['2040-12-31']);
  expect(await weeksIn('2040-12-31', '2041-01-05')).toEqual([]);
  expect(await weeksIn('2040-12-24', '2041-01-06')).toEqual(['2040-12-24', '2040-12-31']);
  expect(await weeksIn('2041-01-07', '2041-12-31')).toEqual([]);
});

test('another gym of the chain has its own metrics, and cannot use the cursor', async () => {
  const { gym } = await fullYear();
  const sister = await platform.newGym({ chainId: gym.chainId });
  const stranger = await platform.newGym();
  const { nextCursor } = (await gym.askExport('getAnalyticsExport', { query: year })).body;
  for (const foreign of [sister, stranger]) {
    expect(await follow(foreign, year)).toEqual([[]]);
    const { status, body } = await foreign.askExport('getAnalyticsExport', { query: { ...year, cursor: nextCursor } });
    expect([status, body.message]).toEqual([400, expect.stringContaining('cursor')]);
  }
  const workouts = { startDate: '2041-01-01', endDate: '2041-01-10', cursor: nextCursor };
  expect((await gym.askExport('getSmartStrengthWorkoutsExport', { query: workouts })).status).toBe(400);
});

test('a range covers at most 365 days after its first, may lie in the future, and must not be reversed', async () => {
  const gym = await platform.newGym();
  const statusOf = async (startDate: string, endDate: string) =>
    (await gym.askExport('getAnalyticsExport', { query: { startDate, endDate } })).status;
  expect([
    await statusOf('2040-01-01', '2040-12-31'),
    await statusOf('2040-01-01', '2041-01-01'),
    await statusOf('2041-02-01', '2041-03-01'),
    await statusOf('2001-02-01', '2001-03-01'),
    await statusOf('2041-01-02', '2041-01-01'),
    await statusOf('2041-02-30', '2041-03-01'),
  ]).toEqual([200, 400, 200, 200, 400, 400]);
});

test('a key without the permission is refused', async () => {
  const gym = await platform.newGym();
  const apiKey = await platform.newKey(gym, ['accounts']);
  const response = await platform.app.request('/api/v1/data/analytics?startDate=2041-01-01&endDate=2041-01-10', {
    headers: { 'x-api-key': apiKey },
  });
  expect(response.status).toBe(403);
});
