import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { eraseMember } from '#platform/services/accounts/erase.ts';
import { callOf } from '#platform/testing/calls.ts';
import { collideWith } from '#platform/testing/collide.ts';
import { createMember, hideFromV2 } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { assessmentOf, trainingOf, workoutOf } from '#platform/testing/training.ts';
import { eventIdOf } from './event-id.ts';
import { recordTraining } from './record.ts';
import { type TrainingEvent, trainingTables } from './training-event.ts';

const platform = startTestPlatform();
const tables = Object.values(trainingTables).map(({ table }) => table);
const dayMs = 24 * 60 * 60 * 1000;
const ago = (ms: number) => new Date(platform.time.now.getTime() - ms);

const record = (gym: TestGym, ...events: TrainingEvent[]) => recordTraining(callOf(platform, gym), events);

const countOf = async (accountId: string) => {
  const counts = tables.map((table) => `(SELECT count(*) FROM ${table} WHERE account_id = $1)`).join(' + ');
  const [row] = await platform.rows<{ count: number }>(`SELECT (${counts})::int AS count`, [accountId]);
  return row?.count;
};

const withoutTrigger = async (trigger: string, table: string, work: () => Promise<unknown>) => {
  await platform.rows(`ALTER TABLE ${table} DISABLE TRIGGER ${trigger}`);
  try {
    await work();
  } finally {
    await platform.rows(`ALTER TABLE ${table} ENABLE TRIGGER ${trigger}`);
  }
};

const workoutsOf = (accountId: string) =>
  platform.rows(
    `SELECT event_id, occurred_at, recorded_at, machine_type, training_method FROM strength_workouts
     WHERE account_id = $1`,
    [accountId],
  );

test('records an event of each type, with all of its measurements', async () => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym);
  const events = trainingOf(accountId, ago(60_000));
  await record(gym, ...events);
  for (const { type, ...event } of events) {
    const { table, measured } = trainingTables[type];
    const columns = Object.entries({
      eventId: 'event_id',
      accountId: 'account_id',
      occurredAt: 'occurred_at',
      ...measured,
    })
      .map(([field, column]) => `${column} AS "${field}"`)
      .join(', ');
    const stored = await platform.rows(`SELECT ${columns} FROM ${table} WHERE gym_id = $1`, [gym.gymId]);
    expect(stored).toEqual([event]);
  }
});

test('the same event is recorded once, and a repetition changes nothing', async () => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym);
  const events = trainingOf(accountId, ago(60_000));
  await record(gym, ...events, ...events);
  const before = await workoutsOf(accountId);
  platform.time.now = new Date(platform.time.now.getTime() + 1_000);
  await Promise.all([record(gym, ...events), record(gym, ...events.toReversed())]);
  expect(await countOf(accountId)).toBe(4);
  expect(await workoutsOf(accountId)).toEqual(before);
});

test('a corrected event replaces everything except its time, including its member', async () => {
  const gym = await platform.newGym();
  const [mistaken, accountId] = [await createMember(gym), await createMember(gym)];
  const workout = workoutOf(mistaken, ago(60_000));
  await record(gym, workout);
  platform.time.now = new Date(platform.time.now.getTime() + 1_000);
  await record(gym, { ...workout, accountId, machineType: 'CHEST_PRESS', trainingMethod: null });
  expect(await countOf(mistaken)).toBe(0);
  expect(await workoutsOf(accountId)).toEqual([
    {
      event_id: workout.eventId,
      occurred_at: workout.occurredAt,
      recorded_at: platform.time.now,
      machine_type: 'CHEST_PRESS',
      training_method: null,
    },
  ]);
});

test('an event cannot be resent with another time: its id contains the time', async () => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym);
  const workout = workoutOf(accountId, ago(60_000));
  await record(gym, workout);
  await expect(record(gym, { ...workout, occurredAt: ago(59_999) })).rejects.toMatchObject({
    status: 400,
    fieldErrors: [{ name: '[0].eventId', message: expect.stringContaining('never changes') }],
  });
  expect(await workoutsOf(accountId)).toMatchObject([{ occurred_at: workout.occurredAt }]);
});

test('an event may arrive up to 30 days late, and five minutes early from a fast clock', async () => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym);
  await record(gym, workoutOf(accountId, ago(30 * dayMs)), workoutOf(accountId, ago(-5 * 60_000)));
  expect(await countOf(accountId)).toBe(2);
  const tooLate = record(gym, workoutOf(accountId, ago(0)), workoutOf(accountId, ago(30 * dayMs + 1)));
  await expect(tooLate).rejects.toMatchObject({
    status: 400,
    fieldErrors: [{ name: '[1].occurredAt', message: expect.stringContaining('30 days back') }],
  });
  await expect(record(gym, workoutOf(accountId, ago(-5 * 60_000 - 1)))).rejects.toMatchObject({
    status: 400,
    fieldErrors: [{ name: '[0].occurredAt', message: 'Must not lie more than 5 minutes ahead.' }],
  });
  const eventId = eventIdOf(ago(0), randomBytes(10));
  const noTime = { ...workoutOf(accountId, ago(0)), eventId, occurredAt: new Date(Number.NaN) };
  await expect(record(gym, noTime)).rejects.toMatchObject({ status: 400 });
  expect(await countOf(accountId)).toBe(2);
});

test('a member of another gym of the chain trains as a guest; one of another chain cannot', async () => {
  const gym = await platform.newGym();
  const guest = await createMember(await platform.newGym({ chainId: gym.chainId }));
  const stranger = await createMember(await platform.newGym());
  await record(gym, workoutOf(guest, ago(60_000), { isGuest: true }));
  expect(await countOf(guest)).toBe(1);
  for (const accountId of [stranger, 'nobody']) {
    const events = [assessmentOf(guest, ago(0)), workoutOf(accountId, ago(0))];
    await expect(record(gym, ...events)).rejects.toMatchObject({ status: 404, metadata: { entity: 'ACCOUNT' } });
  }
  expect(await countOf(guest)).toBe(1);
  expect(await countOf(stranger)).toBe(0);
});

test('an unmigrated member is unknown to callers without access to them, as at the turnstile', async () => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym);
  await hideFromV2(platform, accountId);
  await expect(record(gym, workoutOf(accountId, ago(0)))).rejects.toMatchObject({ status: 404 });
  await recordTraining({ ...callOf(platform, gym), seesUnmigrated: true }, [workoutOf(accountId, ago(0))]);
  expect(await countOf(accountId)).toBe(1);
});

test('a month’s tables are created with its first event, and never again', async () => {
  platform.time.now = new Date('2031-03-01T00:00:30.000Z');
  const gym = await platform.newGym();
  const accountId = await createMember(gym);
  const monthsOf = async () =>
    platform.rows<{ name: string }>(
      `SELECT c.relname AS name, c.oid FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
       WHERE c.relkind = 'r' AND c.relname ~ '_2031_' ORDER BY 1`,
    );
  await record(gym, workoutOf(accountId, ago(60_000)), workoutOf(accountId, ago(30 * dayMs)));
  const made = await monthsOf();
  expect(made.map(({ name }) => name)).toEqual(
    tables.flatMap((table) => ['01', '02'].map((month) => `${table}_2031_${month}`)).sort(),
  );
  await record(gym, workoutOf(accountId, ago(60_000)));
  expect(await monthsOf()).toEqual(made);
});

describe('erasing a member', () => {
  const trained = async () => {
    const gym = await platform.newGym();
    const accountId = await createMember(gym);
    await record(gym, ...trainingOf(accountId, ago(0)));
    return { gym, accountId };
  };
  const erase = (gym: TestGym, accountId: string) => eraseMember(callOf(platform, gym), accountId);
  const newRow = (table: string, gym: TestGym, accountId: string) => `
    INSERT INTO ${table} (chain_id, gym_id, occurred_at, event_id, account_id, recorded_at)
    VALUES ('${gym.chainId}', '${gym.gymId}', '${ago(0).toISOString()}', gen_random_uuid(), '${accountId}', now())`;

  test('deletes all their measurements, and nothing of others', async () => {
    const [{ gym, accountId }, other] = [await trained(), await trained()];
    await erase(gym, accountId);
    expect([await countOf(accountId), await countOf(other.accountId)]).toEqual([0, 4]);
  });

  test('waits for a concurrent event, and deletes it too', async () => {
    const { gym, accountId } = await trained();
    await collideWith(platform, newRow('strength_workouts', gym, accountId), [() => erase(gym, accountId)]);
    expect(await countOf(accountId)).toBe(0);
  });

  test('without the writer’s lock would leave that event behind (negative control)', async () => {
    const { gym, accountId } = await trained();
    await withoutTrigger('written_for_somebody', 'strength_workouts', async () => {
      const writer = new pg.Client({ connectionString: platform.url });
      await writer.connect();
      try {
        await writer.query(`BEGIN; ${newRow('strength_workouts', gym, accountId)}`);
        await erase(gym, accountId);
        await writer.query('COMMIT');
      } finally {
        await writer.end();
      }
    });
    expect(await countOf(accountId)).toBe(1);
  });

  test('blocks a concurrent event, which then has no member', async () => {
    const { gym, accountId } = await trained();
    const erasing = `SET LOCAL app.chain_id = '${gym.chainId}';
      DELETE FROM memberships WHERE account_id = '${accountId}'; DELETE FROM chain_profiles WHERE account_id = '${accountId}'`;
    const [answer] = await collideWith(platform, erasing, [
      () => record(gym, ...trainingOf(accountId, ago(0))).catch((error: unknown) => error),
    ]);
    expect(answer).toMatchObject({ status: 404 });
    expect(await countOf(accountId)).toBe(0);
  });

  test('also blocks a plain insert into any table, which is then refused', async () => {
    for (const table of tables) {
      const { gym, accountId } = await trained();
      const erasing = `DELETE FROM chain_profiles WHERE account_id = '${accountId}'`;
      const [answer] = await collideWith(platform, erasing, [
        () => platform.rows(newRow(table, gym, accountId)).catch((error: unknown) => error),
      ]);
      expect(answer).toMatchObject({ code: '23503', constraint: `${table}_of_member` });
      expect(await countOf(accountId)).toBe(0);
    }
  });

  test('finds the rows to delete through an index, in every month', async () => {
    const { gym, accountId } = await trained();
    for (const table of tables) {
      const plan = await platform.rows<{ 'QUERY PLAN': string }>(
        `EXPLAIN DELETE FROM ${table} WHERE chain_id = '${gym.chainId}' AND account_id = '${accountId}'`,
      );
      const text = plan.map((row) => row['QUERY PLAN']).join('\n');
      expect(text).toMatch(/Index Cond: .*account_id/);
      expect(text).not.toContain('Seq Scan');
    }
  });
});

test('a row without a member or a gym, or corrected to be without a member, is refused by the database itself', async () => {
  const gym = await platform.newGym();
  const stranger = await platform.newGym();
  const accountId = await createMember(gym);
  await record(gym, ...trainingOf(accountId, ago(0)));
  const nobody = randomUUID();
  for (const table of tables) {
    const insert = `INSERT INTO ${table} (chain_id, gym_id, occurred_at, event_id, account_id, recorded_at)
      VALUES ($1, $2, $3, gen_random_uuid(), $4, now())`;
    const at = ago(0);
    await expect(platform.rows(insert, [gym.chainId, gym.gymId, at, nobody])).rejects.toMatchObject({
      constraint: `${table}_of_member`,
    });
    await expect(platform.rows(insert, [gym.chainId, stranger.gymId, at, accountId])).rejects.toMatchObject({
      constraint: `${table}_of_gym`,
    });
    const correct = `UPDATE ${table} SET account_id = $2 WHERE account_id = $1`;
    await expect(platform.rows(correct, [accountId, nobody])).rejects.toMatchObject({ code: '23503' });
    await withoutTrigger('corrected_for_somebody', table, () => platform.rows(correct, [accountId, nobody]));
  }
  expect(await countOf(nobody)).toBe(4);
});
