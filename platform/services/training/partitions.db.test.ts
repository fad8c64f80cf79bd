import { sql as raw } from 'drizzle-orm';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { openOperatorDatabase } from '#platform/db/client.ts';
import { keepTrainingPartitions } from '#platform/jobs/training-partitions.ts';
import { callOf } from '#platform/testing/calls.ts';
import { during } from '#platform/testing/collide.ts';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { trainingOf, workoutOf } from '#platform/testing/training.ts';
import { ensureTrainingPartitions, findRetentionEnd } from './partitions.ts';
import { recordTraining } from './record.ts';

const platform = startTestPlatform({ now: '2026-11-21T09:41:07.000Z' });

const tables = ['strength_workouts', 'strength_assessments', 'flexibility_measurements', 'body_measurements'];

const monthsOf = async (table: string) =>
  (
    await platform.rows<{ month: string }>(
      `SELECT right(c.relname, 7) AS month FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
       WHERE i.inhparent = $1::regclass ORDER BY 1`,
      [table],
    )
  ).map(({ month }) => month);

/** Runs the nightly job with a clock of the test. */
async function nightly(now: string): Promise<void> {
  const operator = openOperatorDatabase({ url: platform.url });
  try {
    await keepTrainingPartitions({ operator, clock: () => new Date(now), log: pino({ level: 'silent' }) });
  } finally {
    await operator.close();
  }
}

describe('a partition', () => {
  const trained = async () => {
    const gym = await platform.newGym();
    await recordTraining(callOf(platform, gym), [workoutOf(await createMember(gym), platform.time.now)]);
    return gym;
  };
  const count = { text: 'SELECT count(*)::int AS count FROM strength_workouts_2026_11' };

  test('cannot be accessed directly by any chain, even its own, and only the operator, who makes dumps, can read it', async () => {
    const gym = await trained();
    const { find } = platform.db.chain(gym.chainId);
    for (const text of [count.text, 'DELETE FROM strength_workouts_2026_11', 'TRUNCATE strength_workouts_2026_11']) {
      await expect(find({ text }, []), text).rejects.toThrow('permission denied');
    }
    for (const text of ['DELETE FROM strength_workouts_2026_11', 'TRUNCATE strength_workouts_2026_11']) {
      const asOperator = platform.operate(({ sql }) => sql.execute(text));
      await expect(asOperator, text).rejects.toMatchObject({ cause: { code: '42501' } });
    }
    const copied = await platform.operate(({ sql }) => sql.execute<{ count: number }>(count.text));
    expect(copied.rows[0]?.count).toBeGreaterThan(0);
    const throughTable = { text: 'SELECT count(*)::int AS count FROM strength_workouts' };
    expect(await find(throughTable, [])).toEqual([{ count: 1 }]);
  });

  test('with granted access would still show nothing, because it has row-level security of its own', async () => {
    const gym = await trained();
    await platform.rows('GRANT SELECT ON strength_workouts_2026_11 TO front_desk_platform');
    expect(await platform.db.chain(gym.chainId).find(count, [])).toEqual([{ count: 0 }]);
    await platform.rows('REVOKE SELECT ON strength_workouts_2026_11 FROM front_desk_platform');
  });

  test('with granted access and no row-level security would show every chain (negative control)', async () => {
    const gym = await trained();
    await platform.rows('GRANT SELECT ON strength_workouts_2026_11 TO front_desk_platform');
    await platform.rows('ALTER TABLE strength_workouts_2026_11 DISABLE ROW LEVEL SECURITY');
    const [seen] = await platform.db.chain(gym.chainId).find<{ count: number }>(count, []);
    await platform.rows('ALTER TABLE strength_workouts_2026_11 ENABLE ROW LEVEL SECURITY');
    await platform.rows('REVOKE SELECT ON strength_workouts_2026_11 FROM front_desk_platform');
    expect(seen?.count).toBeGreaterThan(1);
  });
});

describe('creating the tables of a month', () => {
  const inUse = `
    INSERT INTO strength_workouts SELECT * FROM strength_workouts LIMIT 0;
    UPDATE chain_profiles SET first_name = first_name;
    LOCK TABLE gyms IN ROW EXCLUSIVE MODE`;
  const shortLockTimeout = "SET LOCAL lock_timeout = '200ms'";

  test('does not wait for writers of training or members', async () => {
    await platform.rows("SELECT ensure_training_partitions('2026-11-01', '2026-11-01')");
    await during(platform, inUse, () =>
      platform.operate(async ({ sql }) => {
        await sql.execute(shortLockTimeout);
        await ensureTrainingPartitions(sql, new Date('2032-05-01'), new Date('2032-05-01'));
      }),
    );
    expect(await monthsOf('strength_workouts')).toContain('2032_05');
  });

  test('would wait, and block others, if attached from the start (negative control)', async () => {
    const made = during(platform, inUse, () =>
      platform.rows(`BEGIN; ${shortLockTimeout};
        CREATE TABLE from_the_start PARTITION OF strength_workouts FOR VALUES FROM ('2032-06-01') TO ('2032-07-01')`),
    );
    await expect(made).rejects.toMatchObject({ code: '55P03' });
    await platform.rows('ROLLBACK');
  });

  test('happens once despite two concurrent attempts', async () => {
    const month = new Date('2032-08-01');
    await Promise.all([1, 2].map(() => platform.operate(({ sql }) => ensureTrainingPartitions(sql, month, month))));
    expect(await monthsOf('body_measurements')).toContain('2032_08');
  });
});

describe('every night', () => {
  test('the current and the next two months have tables, and those older than 25 months are dropped with their rows', async () => {
    const gym = await platform.newGym();
    const accountId = await createMember(gym);
    const now = platform.time.now;
    for (const at of ['2020-09-30T23:59:59.999Z', '2020-10-01T00:00:00.000Z']) {
      platform.time.now = new Date(at);
      await recordTraining(callOf(platform, gym), trainingOf(accountId, new Date(at)));
    }
    platform.time.now = now;
    await nightly('2022-10-31T23:59:59.999Z');
    expect(await monthsOf('strength_workouts')).toContain('2020_09');
    await nightly('2022-11-01T00:00:00.000Z');
    for (const table of tables) {
      const months = await monthsOf(table);
      expect(months.filter((month) => month < '2024')).toEqual(['2020_10', '2022_10', '2022_11', '2022_12', '2023_01']);
    }
    const left = await platform.rows('SELECT FROM training_of_members WHERE account_id = $1', [accountId]);
    expect(left).toHaveLength(4);
  });

  test('a month with a concurrent reader is not waited for: it is dropped another time', async () => {
    await platform.rows("SELECT ensure_training_partitions('2020-01-01', '2020-01-01')");
    const reading = 'SELECT FROM strength_workouts LIMIT 1';
    await expect(during(platform, reading, () => nightly('2026-11-21'))).rejects.toMatchObject({
      cause: { code: '55P03' },
    });
    expect(await monthsOf('strength_workouts')).toContain('2020_01');
    await nightly('2026-11-21');
    expect(await monthsOf('strength_workouts')).not.toContain('2020_01');
  });

  test('one month is dropped at most, with all its tables', async () => {
    await platform.rows("SELECT ensure_training_partitions('2019-01-01', '2019-02-01')");
    await nightly('2026-11-21');
    for (const table of tables) {
      const months = await monthsOf(table);
      expect([months.includes('2019_01'), months.includes('2019_02')]).toEqual([false, true]);
    }
    await nightly('2026-11-21');
    for (const table of tables) expect(await monthsOf(table)).not.toContain('2019_02');
  });

  test('a month counts as old by the earlier of the clocks of the process and the database', async () => {
    await platform.operate(async ({ sql }) => {
      expect(await findRetentionEnd(sql, new Date('2022-11-30'))).toBe('2020-10-30');
      const { rows } = await sql.execute(raw`SELECT (current_date - interval '25 months')::date::text AS day`);
      expect([{ day: await findRetentionEnd(sql, new Date('2199-11-21')) }]).toEqual(rows);
    });
  });

  test('a machine whose clock alone is ahead drops no month that the clock of the database has kept', async () => {
    const [kept = { month: '' }] = await platform.rows<{ month: string }>(`
      SELECT to_char(day, 'YYYY_MM') AS month, ensure_training_partitions(day, day)
      FROM (SELECT (current_date - interval '24 months')::date AS day) recent`);
    const older = (await monthsOf('strength_workouts')).filter((month) => month < kept.month);
    for (let nights = 0; nights <= older.length; nights++) await nightly('2199-11-21');
    for (const table of tables) expect(await monthsOf(table)).toContain(kept.month);
  });

  test.each(["drop_oldest_training_partition('2026-01-01')", 'analyze_activity()'])(
    'only the operator may %s',
    async (call) => {
      const { chainId } = await platform.newGym();
      await expect(platform.db.chain(chainId).find({ text: `SELECT ${call}` }, [])).rejects.toThrow(
        'permission denied',
      );
    },
  );
});
