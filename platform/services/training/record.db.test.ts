import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
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

const workoutsOf = (accountId: string) =>
  platform.rows(
    `SELECT event_id, occurred_at, recorded_at, machine_type, training_method FROM strength_workouts
     WHERE account_id = $1`,
    [accountId],
  );

test('records an event of each type, with everything that was measured', async () => {
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

test('the same event again is the same event, and does not even look like a new one', async () => {
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

test('a corrected event replaces everything but when it happened, also whose it was', async () => {
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

test('an event never comes back with another time: its id says when it happened', async () => {
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

test('an event comes late by up to 30 days, and early by five minutes of a clock that is fast', async () => {
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

test('somebody of another gym of the chain trains as a guest; nobody of another chain does', async () => {
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

test('a member still to be migrated is a stranger to whoever does not see them, as at the turnstile', async () => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym);
  await hideFromV2(platform, accountId);
  await expect(record(gym, workoutOf(accountId, ago(0)))).rejects.toMatchObject({ status: 404 });
  await recordTraining({ ...callOf(platform, gym), seesUnmigrated: true }, [workoutOf(accountId, ago(0))]);
  expect(await countOf(accountId)).toBe(1);
});

test('a month gets its tables when its first event comes, and no statement makes them again', async () => {
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

test('erasing leaves nothing, also of an event that comes in meanwhile', async () => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym);
  await record(gym, ...trainingOf(accountId, ago(60_000)));
  const call = callOf(platform, gym);
  const holdMember = `SELECT FROM chain_profiles WHERE account_id = '${accountId}' FOR UPDATE`;
  const outcomes = await collideWith(platform, holdMember, [
    () => eraseMember(call, accountId),
    () => record(gym, ...trainingOf(accountId, ago(0))).catch((error) => error.status),
  ]);
  expect([undefined, 404]).toContain(outcomes[1]);
  expect(await countOf(accountId)).toBe(0);
});
