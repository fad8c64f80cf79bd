import { randomUUID } from 'node:crypto';
import { sql as raw } from 'drizzle-orm';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import type { MetricType } from '#contracts/export/metrics.ts';
import { openOperatorDatabase } from '#platform/db/client.ts';
import {
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
import { until } from '#shared/testing/until.ts';
import { computeAnalytics } from './compute.ts';
import { weeksToCompute } from './weeks.ts';
import { writeMetrics } from './write-metrics.ts';

const platform = startAnalyticsPlatform('2041-01-10T10:00:00.000Z', '2038-10-01', '2041-02-28');

const dayMs = 24 * 60 * 60 * 1000;
const ago = ({ now }: TestWorld, days: number) => new Date(now.getTime() - days * dayMs);
const pass = (world: TestWorld, days: number) => {
  world.now = new Date(world.now.getTime() + days * dayMs);
};
const workoutOf = (accountId: string, at: Date, machineType = 'LEG_PRESS') => ({
  accountId,
  at,
  machineType,
  trainingMethod: 'REGULAR',
  operationMode: 'GUIDED',
});

/** Two people with visits, training and assessments for half a year, and their computed metrics. */
async function computedWorld() {
  const world = await newWorld(platform, 2);
  for (const accountId of world.accountIds) {
    for (let days = 180; days > 0; days -= 17) {
      await addCheckIn(platform, world, accountId, ago(world, days));
      await putWorkout(platform, world, randomUUID(), workoutOf(accountId, ago(world, days)));
      const strength = { activityName: 'Leg press', isCompleted: true, strengthKg: 200 - days };
      await putAssessment(platform, world, randomUUID(), { accountId, at: ago(world, days), ...strength });
    }
  }
  await compute(platform, world);
  await expectTold(platform, world);
  const [first = '', second = ''] = world.accountIds;
  return { world, first, second };
}

test('a gym without events has metrics of zero from the week it was created', async () => {
  const world = await newWorld(platform, 0);
  await compute(platform, world);
  expect((await storedMetrics(platform, world.gym)).size).toBe(0);
  pass(world, 14);
  await compute(platform, world);
  await expectTold(platform, world);
  const told = await storedMetrics(platform, world.gym);
  expect([told.get('2041-01-07 VISITS TOTAL COUNT'), told.get('2041-01-14 WORKOUTS TOTAL COUNT')]).toEqual([0, 0]);
  expect(new Set([...told.keys()].map((key) => key.slice(0, 10)))).toEqual(new Set(['2041-01-07', '2041-01-14']));
});

test('a week gets metrics exactly when its Sunday is over in UTC', async () => {
  const world = await newWorld(platform, 1, { now: new Date('2041-01-13T23:59:59.999Z') });
  await addCheckIn(platform, world, world.accountIds[0] ?? '', ago(world, 1));
  await compute(platform, world);
  expect((await storedMetrics(platform, world.gym)).get('2041-01-07 VISITS TOTAL COUNT')).toBeUndefined();
  world.now = new Date('2041-01-14T00:00:00.000Z');
  await compute(platform, world);
  expect((await storedMetrics(platform, world.gym)).get('2041-01-07 VISITS TOTAL COUNT')).toBe(1);
});

test('the first run computes two years, and weeks that become older are kept', async () => {
  const world = await newWorld(platform, 1);
  const accountId = world.accountIds[0] ?? '';
  for (let days = 800; days > 0; days -= 7) {
    await putWorkout(platform, world, randomUUID(), workoutOf(accountId, ago(world, days)));
  }
  expect(await compute(platform, world)).toEqual({ from: '2039-01-10', end: '2041-01-07' });
  await expectTold(platform, world);
  const before = await storedMetrics(platform, world.gym);
  pass(world, 21);
  await platform.rows('DELETE FROM strength_workouts WHERE gym_id = $1 AND occurred_at < $2', [
    world.gym.gymId,
    '2039-01-31',
  ]);
  await optOut(platform, world, accountId);
  await compute(platform, world);
  const after = await storedMetrics(platform, world.gym);
  expect(after.get('2039-01-24 WORKOUTS TOTAL COUNT')).toBe(before.get('2039-01-24 WORKOUTS TOTAL COUNT'));
  expect(after.get('2039-01-31 WORKOUTS TOTAL COUNT')).toBe(0);
});

test('a repeated computation, even from the start, changes no row', async () => {
  const { world } = await computedWorld();
  const rows = () => platform.rows('SELECT *, xmin, ctid FROM weekly_metrics WHERE gym_id = $1', [world.gym.gymId]);
  const before = await rows();
  await compute(platform, world);
  await platform.rows('DELETE FROM analytics_computations WHERE gym_id = $1', [world.gym.gymId]);
  expect((await compute(platform, world))?.from).toBe('2039-01-10');
  expect(await rows()).toEqual(before);
});

/** Late changes, and the guard that keeps each from being missed. */
const changes: {
  what: string;
  happens(world: Awaited<ReturnType<typeof computedWorld>>): Promise<void>;
  /** SQL that removes the guard, and SQL that restores it. */
  guard: [out: string, back: string];
}[] = [
  {
    what: 'a visit that comes in four months late',
    happens: ({ world, first }) => addCheckIn(platform, world, first, ago(world, 120)),
    guard: ['ALTER TABLE visits DISABLE TRIGGER late_visits_change_analytics', 'ALTER TABLE visits ENABLE TRIGGER ALL'],
  },
  {
    what: 'a member who opts out',
    happens: ({ world, first }) => optOut(platform, world, first),
    guard: [
      'ALTER TABLE chain_profiles DISABLE TRIGGER sharing_changes_analytics',
      'ALTER TABLE chain_profiles ENABLE TRIGGER ALL',
    ],
  },
  {
    what: 'a member who is erased',
    happens: ({ world, first }) => erase(platform, world, first),
    guard: [
      'ALTER TABLE chain_profiles DISABLE TRIGGER erasing_changes_analytics',
      'ALTER TABLE chain_profiles ENABLE TRIGGER ALL',
    ],
  },
  {
    what: 'a gym that moved to another time zone',
    happens: ({ world }) => moveClock(platform, world, 'America/New_York'),
    guard: [
      `CREATE FUNCTION keep_zone() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN UPDATE analytics_computations SET time_zone = NEW.time_zone WHERE gym_id = NEW.gym_id; RETURN NULL; END $$;
       CREATE TRIGGER keep_zone AFTER UPDATE ON gyms FOR EACH ROW EXECUTE FUNCTION keep_zone()`,
      'DROP FUNCTION keep_zone() CASCADE',
    ],
  },
];

describe.each(changes)('$what', ({ happens, guard: [out, back] }) => {
  test('changes the weeks concerned after the next night', async () => {
    const computed = await computedWorld();
    pass(computed.world, 1);
    await happens(computed);
    await compute(platform, computed.world);
    await expectTold(platform, computed.world);
  });

  test('would not without its guard (negative control)', async () => {
    const computed = await computedWorld();
    pass(computed.world, 1);
    await platform.rows(out);
    try {
      await happens(computed);
    } finally {
      await platform.rows(back);
    }
    await compute(platform, computed.world);
    await expect(expectTold(platform, computed.world)).rejects.toThrow();
  });
});

test('a member who opted in again is in all weeks again', async () => {
  const { world, first } = await computedWorld();
  const before = await storedMetrics(platform, world.gym);
  await optOut(platform, world, first);
  await compute(platform, world);
  await optOut(platform, world, first, true);
  await compute(platform, world);
  expect(await storedMetrics(platform, world.gym)).toEqual(before);
});

test('training that arrives or is corrected thirty days late counts in its week, even after missed nights', async () => {
  for (const nights of [1, 40]) {
    const { world, first, second } = await computedWorld();
    const eventId = randomUUID();
    const at = ago(world, 29);
    pass(world, 1);
    await putWorkout(platform, world, eventId, workoutOf(first, at));
    pass(world, nights - 1);
    await compute(platform, world);
    await expectTold(platform, world);
    const late = ago(world, 29);
    await putWorkout(platform, world, eventId, workoutOf(first, late));
    world.workouts.set(randomUUID(), workoutOf(first, at));
    pass(world, 1);
    await putWorkout(platform, world, eventId, workoutOf(second, late, 'CHEST_PRESS'));
    await compute(platform, world);
    await expectTold(platform, world);
  }
});

test('weeks before the nightly range would miss late training (negative control)', async () => {
  const { world, first } = await computedWorld();
  await platform.rows(
    "UPDATE analytics_computations SET computed_at = computed_at + interval '30 days' WHERE gym_id = $1",
    [world.gym.gymId],
  );
  await putWorkout(platform, world, randomUUID(), workoutOf(first, ago(world, 30)));
  await compute(platform, world);
  await expect(expectTold(platform, world)).rejects.toThrow();
});

const noteChange = ({ gym }: TestWorld, at: Date) =>
  platform.rows('INSERT INTO analytics_changes (chain_id, gym_id, occurred_at) VALUES ($1, $2, $3)', [
    gym.chainId,
    gym.gymId,
    at,
  ]);

describe('with a clock that is behind for a while', () => {
  test('weeks of which training was dropped keep their metrics', async () => {
    const { world } = await computedWorld();
    await platform.rows(
      `INSERT INTO weekly_metrics (chain_id, gym_id, period_start, metric_type, metric_key, metric_sub_type, value)
       VALUES ($1, $2, '2038-11-29', 'WORKOUTS', 'TOTAL', 'COUNT', 5)`,
      [world.gym.chainId, world.gym.gymId],
    );
    const computeChanged = async () => {
      await noteChange(world, ago(world, 800));
      await compute(platform, world);
      return await storedMetrics(platform, world.gym);
    };
    const before = await computeChanged();
    expect(before.get('2038-11-29 WORKOUTS TOTAL COUNT')).toBe(5);
    pass(world, -90);
    expect(await computeChanged()).toEqual(before);
    pass(world, 90);
    expect(await computeChanged()).toEqual(before);
  });

  test('the last weeks keep theirs', async () => {
    const { world } = await computedWorld();
    const before = await storedMetrics(platform, world.gym);
    pass(world, -8);
    await noteChange(world, ago(world, 60));
    await compute(platform, world);
    expect(await storedMetrics(platform, world.gym)).toEqual(before);
  });
});

test('hours use the gym’s time zone, even if that is an offset', async () => {
  const hoursIn = async (timeZone: string) => {
    const world = await newWorld(platform, 1, { timeZone });
    await addCheckIn(platform, world, world.accountIds[0] ?? '', new Date('2040-12-31T21:30:00.000Z'));
    await compute(platform, world);
    await expectTold(platform, world);
    return [...(await storedMetrics(platform, world.gym)).keys()].flatMap((key) => key.match(/BY_\w+ \w+/)?.[0] ?? []);
  };
  expect(await hoursIn('Asia/Kolkata')).toEqual(['BY_HOUR 03', 'BY_WEEKDAY TUESDAY']);
  expect(await hoursIn('+02:00')).toEqual(['BY_HOUR 23', 'BY_WEEKDAY MONDAY']);
  expect(await hoursIn('-03:30')).toEqual(['BY_HOUR 18', 'BY_WEEKDAY MONDAY']);
});

describe('a running computation', () => {
  const gate = 4_010_4;
  beforeAll(() =>
    platform.rows(`
      CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${gate}); RETURN NEW; END $$;
      CREATE TRIGGER wait_at_gate BEFORE INSERT ON weekly_metrics FOR EACH ROW
        WHEN (current_setting('test.stops_at', true) IN ('ITS FIRST ROW', NEW.metric_type))
        EXECUTE FUNCTION wait_at_gate()`),
  );

  /** Stops a computation after it counted and before it writes these rows, until the work is done. */
  async function withHalf<T>(
    world: TestWorld,
    work: (half: Promise<unknown>) => Promise<T>,
    stopsAt: MetricType | 'ITS FIRST ROW' = 'VISITS_BY_HOUR',
  ): Promise<T> {
    const holder = new pg.Client({ connectionString: platform.url });
    const database = openOperatorDatabase({ url: platform.url });
    await holder.connect();
    try {
      await holder.query('SELECT pg_advisory_lock($1)', [gate]);
      const half = database.transaction(async (sql) => {
        await sql.execute(raw`SELECT set_config('test.stops_at', ${stopsAt}, true)`);
        await computeAnalytics(sql, world.gym, world.now);
      });
      half.catch(() => {});
      await until(async () => expect(await waiting('advisory')).toHaveLength(1));
      return await work(half);
    } finally {
      await holder.end();
      await database.close();
    }
  }

  const waiting = (event: string) =>
    platform.rows<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event = $1',
      [event],
    );

  test('exposes no partial week, and leaves no trace when it is killed', async () => {
    const { world, first } = await computedWorld();
    const before = await storedMetrics(platform, world.gym);
    await addCheckIn(platform, world, first, ago(world, 100));
    await withHalf(world, async (half) => {
      expect(await storedMetrics(platform, world.gym)).toEqual(before);
      for (const { pid } of await waiting('advisory')) await platform.rows('SELECT pg_terminate_backend($1)', [pid]);
      await expect(half).rejects.toThrow();
    });
    expect(await storedMetrics(platform, world.gym)).toEqual(before);
    await compute(platform, world);
    await expectTold(platform, world);
  });

  test('blocks a second one, which then includes what arrived meanwhile', async () => {
    const { world, first } = await computedWorld();
    await addCheckIn(platform, world, first, ago(world, 100));
    const second = await withHalf(world, async () => {
      await addCheckIn(platform, world, first, ago(world, 100.1));
      const computing = compute(platform, world);
      await until(async () => expect(await waiting('transactionid')).toHaveLength(1));
      return { computing };
    });
    await second.computing;
    await expectTold(platform, world);
  });

  test('would overwrite a second one that did not wait (negative control)', async () => {
    const { world, first } = await computedWorld();
    await addCheckIn(platform, world, first, ago(world, 100));
    await withHalf(
      world,
      async () => {
        await addCheckIn(platform, world, first, ago(world, 100.1));
        const { chainId, gymId } = world.gym;
        const weeks = weeksToCompute(world.now, undefined);
        await platform.operate(({ sql }) => writeMetrics(sql, { chainId, gymId, timeZone: world.timeZone, weeks }));
        await expectTold(platform, world);
      },
      'ITS FIRST ROW',
    );
    await expect(expectTold(platform, world)).rejects.toThrow();
  });

  test('blocks neither late events, opt-outs nor erasures', async () => {
    const { world, first, second } = await computedWorld();
    await withHalf(world, async () => {
      await addCheckIn(platform, world, first, ago(world, 100));
      await optOut(platform, world, second);
      await erase(platform, world, first);
    });
    await compute(platform, world);
    await expectTold(platform, world);
  });
});

test('concurrent computations produce the same rows', async () => {
  const { world, first } = await computedWorld();
  for (let days = 150; days > 40; days -= 11) await addCheckIn(platform, world, first, ago(world, days));
  await Promise.all(Array.from({ length: 4 }, () => compute(platform, world)));
  await expectTold(platform, world);
});
