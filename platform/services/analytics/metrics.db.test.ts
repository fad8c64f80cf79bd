import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { metrics } from '#contracts/export/metrics.ts';
import {
  addAdmission,
  addCheckIn,
  compute,
  erase,
  expectTold,
  moveClock,
  newWorld,
  optOut,
  putAssessment,
  putWorkout,
  startAnalyticsPlatform,
  storedMetrics,
  type TestWorld,
} from '#platform/testing/analytics-world.ts';
import { seed } from '#shared/testing/seed.ts';

const platform = startAnalyticsPlatform('2041-01-01T00:00:00.000Z', '2039-08-01', '2041-07-01');

const dayMs = 24 * 60 * 60 * 1000;
const latestMs = 30 * dayMs;
const longestMs = 70 * 7 * dayMs;

/** Edges of weeks and years, clock changes in Berlin and New York, and hours that occur twice. */
const edges = [
  '2040-12-31',
  '2040-10-28T01:00',
  '2040-11-04T06:00',
  '2040-03-25T01:00',
  '2040-03-11T07:00',
  '2040-09-03',
].map((text) => Date.parse(`${text.length === 10 ? `${text}T00:00` : text}:00Z`));
const zones = ['Europe/Berlin', 'America/New_York', 'Pacific/Auckland', 'Asia/Kolkata', 'UTC', '+02:00'] as const;

/** A past instant: any, a recent one, or one at an edge. */
const moment = fc.oneof(
  fc.record({ agoMs: fc.integer({ min: 0, max: longestMs }) }),
  fc.record({ agoMs: fc.integer({ min: 0, max: latestMs }) }),
  fc.record({ edge: fc.constantFrom(...edges), plusMs: fc.constantFrom(-1, 0, 1, 1_800_000, 3_600_000, -3_600_000) }),
);
type Moment = typeof moment extends fc.Arbitrary<infer Of> ? Of : never;

const happening = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('visit' as const), moment }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('admission' as const), moment }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('workout' as const),
      moment,
      machineType: fc.constantFrom('LEG_PRESS', 'CHEST_PRESS', null),
      trainingMethod: fc.constantFrom('REGULAR', 'NEGATIVE', null),
      operationMode: fc.constantFrom('GUIDED', 'FREE', null),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('assessment' as const),
      moment,
      activityName: fc.constantFrom('Leg press', 'Chest press', null),
      isCompleted: fc.constantFrom(true, true, true, false, null),
      strengthKg: fc.oneof(
        fc.integer({ min: 200, max: 2400 }).map((kg) => kg / 10),
        fc.constantFrom(0, null),
      ),
    }),
  },
);
const change = fc.oneof(
  happening,
  fc.record({ kind: fc.constantFrom('opt out' as const, 'opt in' as const, 'erase' as const) }),
  fc.record({ kind: fc.constant('correct' as const), index: fc.nat() }),
  fc.record({ kind: fc.constant('clock' as const), timeZone: fc.constantFrom(...zones) }),
);
type Change = typeof change extends fc.Arbitrary<infer Of> ? Of : never;
type ByMember = { member: number; change: Change };

const byMember = <T extends Change>(of: fc.Arbitrary<T>) => fc.record({ member: fc.nat(), change: of });
const worlds = fc.record({
  memberCount: fc.integer({ min: 1, max: 4 }),
  timeZone: fc.constantFrom(...zones),
  before: fc.array(byMember(happening), { maxLength: 40 }),
  rounds: fc.array(
    fc.record({
      afterHours: fc.integer({ min: 0, max: 24 * 45 }),
      changes: fc.array(byMember(change), { maxLength: 8 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});

/** The time of an event: never in the future, and training at most as late as the platform accepts it. */
function timeOf(moment: Moment, now: Date, latest: number): Date {
  const at = 'edge' in moment ? moment.edge + moment.plusMs : now.getTime() - moment.agoMs;
  return new Date(Math.min(Math.max(at, now.getTime() - latest), now.getTime()));
}

async function apply(world: TestWorld, { member, change }: ByMember, latestTrainingMs: number): Promise<void> {
  const accountIds = [...world.sharing.keys()];
  const accountId = accountIds[member % accountIds.length];
  if (accountId === undefined) return;
  switch (change.kind) {
    case 'visit':
      return addCheckIn(platform, world, accountId, timeOf(change.moment, world.now, longestMs));
    case 'admission':
      // logged when it is granted, so it is never late
      return addAdmission(platform, world, accountId, timeOf(change.moment, world.now, latestTrainingMs));
    case 'workout': {
      const { machineType, trainingMethod, operationMode } = change;
      const at = timeOf(change.moment, world.now, latestTrainingMs);
      return putWorkout(platform, world, randomUUID(), { accountId, at, machineType, trainingMethod, operationMode });
    }
    case 'assessment': {
      const { activityName, isCompleted, strengthKg } = change;
      const at = timeOf(change.moment, world.now, latestTrainingMs);
      if ([...world.assessments.values()].some((known) => known.at.getTime() === at.getTime())) return;
      return putAssessment(platform, world, randomUUID(), { accountId, at, activityName, isCompleted, strengthKg });
    }
    case 'correct': {
      const recent = [...world.workouts].filter(([, { at }]) => world.now.getTime() - at.getTime() <= latestMs);
      const [eventId, workout] = recent[change.index % recent.length] ?? [];
      if (eventId && workout)
        await putWorkout(platform, world, eventId, { ...workout, accountId, machineType: 'ROWING' });
      return;
    }
    case 'opt out':
    case 'opt in':
      return optOut(platform, world, accountId, change.kind === 'opt in');
    case 'erase':
      return erase(platform, world, accountId);
    case 'clock':
      return moveClock(platform, world, change.timeZone);
  }
}

/** This many concurrent runs keep both this process and PostgreSQL busy. */
const lanes = 3;
const runs = 60;

test(`after any sequence of events, corrections and removals, the metrics equal those of the remaining data (TEST_SEED=${seed})`, async () => {
  const property = fc.asyncProperty(worlds, async ({ memberCount, timeZone, before, rounds }) => {
    const now = new Date('2041-01-10T10:00:00.000Z');
    const world = await newWorld(platform, memberCount, { timeZone, now });
    for (const happened of before) await apply(world, happened, longestMs);
    await compute(platform, world);
    await expectTold(platform, world);
    for (const { afterHours, changes } of rounds) {
      world.now = new Date(world.now.getTime() + afterHours * 60 * 60 * 1000);
      for (const changed of changes) await apply(world, changed, latestMs);
      await compute(platform, world);
      await expectTold(platform, world);
    }
    expectVocabulary(await storedMetrics(platform, world.gym));
  });
  await Promise.all(
    Array.from({ length: lanes }, (_, lane) => fc.assert(property, { numRuns: runs / lanes, seed: seed + lane })),
  );
});

/** Expects exactly the documented metrics. */
function expectVocabulary(told: Map<string, number>): void {
  const words = new Set(
    metrics.flatMap(({ metricType, metricKeys, metricSubType }) =>
      'wordsOf' in metricKeys
        ? [`${metricType} * ${metricSubType}`]
        : metricKeys.map((key) => `${metricType} ${key} ${metricSubType}`),
    ),
  );
  const unknown = [...told.keys()].filter((key) => {
    const [, metricType, , metricSubType] = key.split(' ');
    return !words.has(key.slice(11)) && !words.has(`${metricType} * ${metricSubType}`);
  });
  expect(unknown).toEqual([]);
}
