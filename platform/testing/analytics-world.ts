import { randomUUID } from 'node:crypto';
import { beforeAll, expect } from 'vitest';
import { eraseMember } from '#platform/services/accounts/erase.ts';
import { computeAnalytics } from '#platform/services/analytics/compute.ts';
import { setSharing } from '#platform/services/sharing/set.ts';
import { callOf } from './calls.ts';
import { expectedMetrics, type GymWorld } from './expected-metrics.ts';
import { startTestPlatform, type TestGym, type TestPlatform } from './platform.ts';

/** A gym with events, and what a test knows of them. */
export interface TestWorld extends GymWorld {
  gym: TestGym;
  accountIds: string[];
  /** The clock of this world only. */
  now: Date;
}

export async function newWorld(
  platform: TestPlatform,
  memberCount: number,
  { timeZone = 'Europe/Berlin', now = platform.time.now } = {},
): Promise<TestWorld> {
  const gym = await platform.newGym({ timeZone });
  const accountIds = (await platform.rows<{ account_id: string }>(insertMembers, [gym.chainId, memberCount])).map(
    ({ account_id }) => account_id,
  );
  return {
    gym,
    accountIds,
    now,
    timeZone,
    createdAt: platform.time.now,
    sharing: new Map(accountIds.map((accountId) => [accountId, true])),
    checkIns: [],
    admissions: [],
    workouts: new Map(),
    assessments: new Map(),
  };
}

const insertMembers = `
  WITH made AS (
    INSERT INTO accounts (account_id, created_at) SELECT gen_random_uuid(), now() FROM generate_series(1, $2)
    RETURNING account_id, legacy_user_id
  )
  INSERT INTO chain_profiles (chain_id, account_id, legacy_user_id, email, first_name, last_name, created_at)
  SELECT $1, account_id, legacy_user_id, account_id || '@example.org', 'Lena', 'Vogt', now() FROM made
  RETURNING account_id`;

/**
 * Starts a platform at `now`, with the partitions for these days. `now` must be ahead of every machine's clock:
 * PostgreSQL's own clock then never counts a new event as late.
 */
export function startAnalyticsPlatform(now: string, firstDay: string, lastDay: string): TestPlatform {
  const platform = startTestPlatform({ now });
  beforeAll(() => platform.rows('SELECT ensure_training_partitions($1::date, $2::date)', [firstDay, lastDay]));
  return platform;
}

export async function addCheckIn(platform: TestPlatform, world: TestWorld, accountId: string, at: Date): Promise<void> {
  if (world.checkIns.some((known) => known.accountId === accountId && known.at.getTime() === at.getTime())) return;
  world.checkIns.push({ accountId, at });
  await platform.rows(
    `INSERT INTO visits (chain_id, gym_id, account_id, kind, occurred_at, recorded_at)
     VALUES ($1, $2, $3, 'CHECKIN', $4, $5), ($1, $2, $3, 'CHECKOUT', $4::timestamptz + interval '1 hour', $5)
     ON CONFLICT DO NOTHING`,
    [world.gym.chainId, world.gym.gymId, accountId, at, world.now],
  );
}

export async function addAdmission(
  platform: TestPlatform,
  world: TestWorld,
  accountId: string,
  at: Date,
): Promise<void> {
  world.admissions.push({ accountId, at });
  await platform.rows(
    `INSERT INTO admissions (chain_id, gym_id, account_id, admission_id, admitted_at) VALUES ($1, $2, $3, $4, $5)`,
    [world.gym.chainId, world.gym.gymId, accountId, randomUUID(), at],
  );
}

type Workout = GymWorld['workouts'] extends Map<string, infer Of> ? Of : never;
type Assessment = GymWorld['assessments'] extends Map<string, infer Of> ? Of : never;

/** Writes a workout, or corrects the one with this id. */
export function putWorkout(platform: TestPlatform, world: TestWorld, eventId: string, workout: Workout) {
  world.workouts.set(eventId, workout);
  return putEvent(platform, world, 'strength_workouts', {
    occurred_at: workout.at,
    event_id: eventId,
    account_id: workout.accountId,
    machine_type: workout.machineType,
    training_method: workout.trainingMethod,
    operation_mode: workout.operationMode,
  });
}

/** Writes an assessment, or corrects the one with this id. */
export function putAssessment(platform: TestPlatform, world: TestWorld, eventId: string, assessment: Assessment) {
  world.assessments.set(eventId, assessment);
  return putEvent(platform, world, 'strength_assessments', {
    occurred_at: assessment.at,
    event_id: eventId,
    account_id: assessment.accountId,
    activity_name: assessment.activityName,
    is_measurement_completed: assessment.isCompleted,
    strength_kg: assessment.strengthKg,
  });
}

const key = ['chain_id', 'gym_id', 'occurred_at', 'event_id'];

async function putEvent(
  platform: TestPlatform,
  { gym, now }: TestWorld,
  table: string,
  event: Record<string, unknown>,
): Promise<void> {
  const row = { chain_id: gym.chainId, gym_id: gym.gymId, recorded_at: now, ...event };
  const columns = Object.keys(row);
  const corrected = columns.filter((column) => !key.includes(column)).map((column) => `${column} = excluded.${column}`);
  await platform.rows(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})
     ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${corrected.join(', ')}`,
    Object.values(row),
  );
}

export async function optOut(platform: TestPlatform, world: TestWorld, accountId: string, sharesData = false) {
  world.sharing.set(accountId, sharesData);
  await platform.operate((operator) => setSharing(operator, { gymId: world.gym.gymId, accountId, sharesData }));
}

export async function erase(platform: TestPlatform, world: TestWorld, accountId: string): Promise<void> {
  if (!world.sharing.delete(accountId)) return;
  await eraseMember(callOf(platform, world.gym), accountId);
}

export async function moveClock(platform: TestPlatform, world: TestWorld, timeZone: string): Promise<void> {
  world.timeZone = timeZone;
  await platform.rows('UPDATE gyms SET time_zone = $2 WHERE gym_id = $1', [world.gym.gymId, timeZone]);
}

export const compute = (platform: TestPlatform, { gym, now }: TestWorld) =>
  platform.operate(({ sql }) => computeAnalytics(sql, gym, now));

/** Expects the exported metrics to match the events exactly. */
export async function expectTold(platform: TestPlatform, world: TestWorld): Promise<void> {
  const told = await storedMetrics(platform, world.gym);
  const expected = expectedMetrics(world, world.now);
  const rounded = new Map(
    [...expected].map(([key, value]) => {
      const isRounded = key.includes('PERCENT') && Math.abs((told.get(key) ?? Number.NaN) - value) <= 0.05 + 1e-9;
      return [key, isRounded ? told.get(key) : value];
    }),
  );
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(rounded));
}

/** The exported metrics of a gym, by `Monday TYPE KEY SUB_TYPE`. */
export async function storedMetrics(
  platform: TestPlatform,
  { gymId }: { gymId: string },
): Promise<Map<string, number>> {
  const rows = await platform.rows<{ key: string; value: number }>(
    `SELECT concat_ws(' ', period_start, metric_type, metric_key, metric_sub_type) AS key, value
     FROM weekly_metrics WHERE gym_id = $1 ORDER BY 1`,
    [gymId],
  );
  return new Map(rows.map(({ key, value }) => [key, value]));
}
