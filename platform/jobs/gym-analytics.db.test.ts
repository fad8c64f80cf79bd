import { afterEach, expect, test } from 'vitest';
import {
  addCheckIn,
  expectTold,
  newWorld,
  optOut,
  startAnalyticsPlatform,
  storedMetrics,
} from '#platform/testing/analytics-world.ts';
import { during, untilLocked } from '#platform/testing/collide.ts';
import { startTestJobs } from '#platform/testing/jobs.ts';
import type { TestGym } from '#platform/testing/platform.ts';
import { until } from '#shared/testing/until.ts';
import type { RunningJobs } from './start.ts';

const platform = startAnalyticsPlatform('2041-01-10T10:00:00.000Z', '2040-12-01', '2041-01-31');

const running: RunningJobs[] = [];
const startJobs = async (processes = 1) => {
  for (let count = 0; count < processes; count++) running.push(await startTestJobs(platform));
};
afterEach(async () => {
  await Promise.all(running.splice(0).map((jobs) => jobs.stop()));
});

const dayMs = 24 * 60 * 60 * 1000;
const ago = (days: number) => new Date(platform.time.now.getTime() - days * dayMs);

/** A gym with a visit. */
async function visitedGym() {
  const world = await newWorld(platform, 2);
  for (const accountId of world.accountIds) await addCheckIn(platform, world, accountId, ago(9));
  return world;
}

const isTold = async (gym: TestGym) => expect((await storedMetrics(platform, gym)).size).toBeGreaterThan(0);

test('at startup, missing metrics of every gym are computed, by any of the processes', async () => {
  const worlds = await Promise.all(Array.from({ length: 6 }, visitedGym));
  await startJobs(2);
  for (const world of worlds) await until(() => expectTold(platform, world));
});

test('a platform that was off for a week catches up when it starts', async () => {
  const world = await visitedGym();
  await startJobs();
  await until(() => expectTold(platform, world));
  await Promise.all(running.splice(0).map((jobs) => jobs.stop()));

  world.now = platform.time.now = new Date(platform.time.now.getTime() + 8 * dayMs);
  await addCheckIn(platform, world, world.accountIds[0] ?? '', ago(6));
  await startJobs();
  await until(() => expectTold(platform, world));
});

test('a failing gym does not block others, is logged without names and retried', async () => {
  const [broken, whole] = [await visitedGym(), await visitedGym()];
  await platform.rows("UPDATE gyms SET time_zone = 'Nowhere/At_All' WHERE gym_id = $1", [broken.gym.gymId]);
  platform.logged.length = 0;
  await startJobs();
  await until(() => expectTold(platform, whole));
  await until(async () => {
    const failures = platform.logged.filter(({ gymId, level }) => gymId === broken.gym.gymId && level === 50);
    expect(failures[0]?.msg).toBe('analytics of a gym could not be computed');
  });
  expect(JSON.stringify(platform.logged)).not.toContain('Vogt');
  expect((await storedMetrics(platform, broken.gym)).size).toBe(0);

  await platform.rows("UPDATE gyms SET time_zone = 'Europe/Berlin' WHERE gym_id = $1", [broken.gym.gymId]);
  await startJobs();
  await until(() => isTold(broken.gym));
  await expectTold(platform, broken);
});

test('a member who opts out is removed from earlier weeks at the next check, even if the day is already computed', async () => {
  const world = await visitedGym();
  await startJobs();
  await until(() => expectTold(platform, world));
  await optOut(platform, world, world.accountIds[0] ?? '');
  await addCheckIn(platform, world, world.accountIds[1] ?? '', ago(40));
  await running[0]?.queueAnalytics();
  await until(() => expectTold(platform, world));
});

test('a stopping platform does not wait for a slow gym, which another process computes', async () => {
  const world = await visitedGym();
  await during(platform, 'LOCK TABLE weekly_metrics IN SHARE MODE', async () => {
    await startJobs();
    await untilLocked(platform);
    await running.pop()?.stop();
  });
  await startJobs();
  await until(() => expectTold(platform, world));
});
