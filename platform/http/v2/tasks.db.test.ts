import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { collideWith } from '#platform/testing/collide.ts';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';

const startOfTests = '2026-11-21T09:41:07.000Z';
const platform = startTestPlatform({ now: startOfTests });
afterEach(() => {
  platform.time.now = new Date(startOfTests);
});

const tasksOf = (gym: TestGym) =>
  platform.rows('SELECT * FROM tasks WHERE chain_id = $1 ORDER BY task_id', [gym.chainId]);

/** A gym with a trainer, a member, and a task by the trainer about the member. */
async function gymWithTask() {
  const gym = await platform.newGym();
  const authorId = await createMember(gym);
  const targetId = await createMember(gym);
  const request = { name: 'Explain the leg press', type: 'GENERAL', dueDate: '2026-11-30', authorId, targetId };
  const { status, body } = await gym.ask('createTask', { body: request });
  expect(status).toBe(201);
  const path = { taskId: body.id as string };
  return { gym, authorId, targetId, request, task: body, path };
}

test('a new task is open and can be read again', async () => {
  const { gym, request, task, path } = await gymWithTask();
  expect(task).toEqual({ id: expect.stringMatching(/^\d+$/), ...request, completed: false });
  expect((await gym.ask('getTask', { path })).body).toEqual(task);
  expect((await gym.ask('getTasks')).body).toEqual([task]);
});

test('a task needs no type, and can be created as completed', async () => {
  const { gym, request, authorId, targetId } = await gymWithTask();
  const plain = await gym.ask('createTask', { body: { ...request, type: null } });
  expect([plain.status, plain.body.type]).toEqual([201, undefined]);
  const done = await gym.ask('createTask', { body: { ...request, completed: true } });
  expect(done.body).toMatchObject({ completed: true, completerId: authorId });
  const doneByOther = await gym.ask('createTask', { body: { ...request, completed: true, completerId: targetId } });
  expect(doneByOther.body).toMatchObject({ completed: true, completerId: targetId });
});

test.each([
  ['name', '  '],
  ['name', undefined],
  ['type', 'YOGA'],
  ['dueDate', '30.11.2026'],
  ['dueDate', undefined],
  ['authorId', ''],
  ['targetId', undefined],
  ['completed', 'yes'],
])('a task whose %s is %o returns 400 with that field and is not stored', async (name, value) => {
  const { gym, request, path } = await gymWithTask();
  const before = await tasksOf(gym);
  for (const { status, body } of [
    await gym.ask('createTask', { body: { ...request, [name]: value } }),
    await gym.ask('updateTask', { path, body: { ...request, [name]: value } }),
  ]) {
    expect([status, body.errorCode, body.fieldErrors]).toMatchObject([400, 'invalidArguments', [{ name }]]);
  }
  expect(await tasksOf(gym)).toEqual(before);
});

test('tasks are listed newest change first', async () => {
  const { gym, request, task, path } = await gymWithTask();
  platform.time.now = new Date('2026-11-21T10:00:00.000Z');
  const { body: second } = await gym.ask('createTask', { body: request });
  const { body: third } = await gym.ask('createTask', { body: request });
  const listed = async () => (await gym.ask('getTasks')).body.map(({ id }: { id: string }) => id);
  expect(await listed()).toEqual([third.id, second.id, task.id]);
  platform.time.now = new Date('2026-11-21T11:00:00.000Z');
  await gym.ask('updateTask', { path, body: request });
  expect(await listed()).toEqual([task.id, third.id, second.id]);
});

test('modifiedSince is inclusive, to the millisecond and in any offset', async () => {
  const { gym, request, task } = await gymWithTask();
  platform.time.now = new Date('2026-11-21T10:00:00.001Z');
  const { body: later } = await gym.ask('createTask', { body: request });
  const since = async (modifiedSince: string) =>
    (await gym.ask('getTasks', { query: { modifiedSince } })).body.map(({ id }: { id: string }) => id);
  expect(await since('2026-11-21T09:41:07.000Z')).toEqual([later.id, task.id]);
  expect(await since('2026-11-21T09:41:07.001Z')).toEqual([later.id]);
  expect(await since('2026-11-21T11:00:00.001+01:00')).toEqual([later.id]);
  expect(await since('2026-11-21T10:00:00.002Z')).toEqual([]);
  const refused = await gym.ask('getTasks', { query: { modifiedSince: 'yesterday' } });
  expect([refused.status, refused.body.fieldErrors]).toMatchObject([400, [{ name: 'modifiedSince' }]]);
});

test('modifiedSince may be a day, which starts in the gym’s time zone', async () => {
  const { gym, request, task } = await gymWithTask();
  platform.time.now = new Date('2026-11-21T22:59:59.999Z');
  await gym.ask('updateTask', { path: { taskId: task.id }, body: request });
  const since = async () => (await gym.ask('getTasks', { query: { modifiedSince: '2026-11-22' } })).body;
  expect(await since()).toEqual([]);
  platform.time.now = new Date('2026-11-21T23:00:00.000Z'); // midnight in Berlin
  await gym.ask('updateTask', { path: { taskId: task.id }, body: request });
  expect(await since()).toHaveLength(1);
});

test('an update replaces the whole task: absent fields are cleared', async () => {
  const { gym, request, path, task } = await gymWithTask();
  const body = { ...request, name: 'Explain the rowing machine', type: undefined, dueDate: '2027-01-15' };
  const updated = await gym.ask('updateTask', { path, body });
  expect([updated.status, updated.body]).toEqual([
    200,
    { ...task, name: 'Explain the rowing machine', type: undefined, dueDate: '2027-01-15' },
  ]);
  expect((await gym.ask('getTask', { path })).body).toEqual(updated.body);
});

test('a task is completed by its author if no completer is given, reopened, and completed by another person', async () => {
  const { gym, request, path, authorId, targetId } = await gymWithTask();
  const update = async (changes: object) =>
    (await gym.ask('updateTask', { path, body: { ...request, ...changes } })).body;
  expect(await update({ completed: true })).toMatchObject({ completed: true, completerId: authorId });
  const reopened = await update({ completed: false, completerId: targetId });
  expect([reopened.completed, reopened.completerId]).toEqual([false, undefined]);
  expect(await update({ completed: true, completerId: targetId })).toMatchObject({ completerId: targetId });
  expect(await update({ completed: true })).toMatchObject({ completed: true, completerId: targetId });
  expect(await update({ name: 'Still done' })).toMatchObject({ completed: true, completerId: targetId });
});

test('an update accepts the references from a response', async () => {
  const { gym, task, path } = await gymWithTask();
  expect((await gym.ask('updateTask', { path, body: { ...task, id: '999' } })).body).toEqual(task);
});

test.each(['authorId', 'targetId', 'completerId'])(
  'a task whose %s is unknown in the chain returns 404 ACCOUNT and is unchanged',
  async (role) => {
    const { gym, request, path } = await gymWithTask();
    const stranger = await createMember(await platform.newGym());
    const before = await tasksOf(gym);
    for (const accountId of [stranger, randomUUID(), 'somebody']) {
      const body = { ...request, completed: true, [role]: accountId };
      for (const refused of [await gym.ask('createTask', { body }), await gym.ask('updateTask', { path, body })]) {
        expect([refused.status, refused.body.metadata]).toEqual([404, { entity: 'ACCOUNT' }]);
      }
    }
    expect(await tasksOf(gym)).toEqual(before);
  },
);

test('a concurrently erased member cannot be referenced', async () => {
  const { gym, request, authorId, path } = await gymWithTask();
  const before = await tasksOf(gym);
  const erasing = `DELETE FROM chain_profiles WHERE account_id = '${authorId}'`;
  const answers = await collideWith(platform, erasing, [
    () => gym.ask('createTask', { body: request }),
    () => gym.ask('updateTask', { path, body: { ...request, name: 'Explain it again' } }),
  ]);
  expect(answers.map(({ status, body }) => [status, body.metadata])).toEqual([
    [404, { entity: 'ACCOUNT' }],
    [404, { entity: 'ACCOUNT' }],
  ]);
  expect(await tasksOf(gym)).toEqual(before);
});

test('an unmigrated member cannot be referenced', async () => {
  const { gym, request, targetId } = await gymWithTask();
  await platform.rows('UPDATE memberships SET is_known_to_v2 = false WHERE account_id = $1', [targetId]);
  const { status, body } = await gym.ask('createTask', { body: request });
  expect([status, body.metadata]).toEqual([404, { entity: 'ACCOUNT' }]);
});

const hideFromV2 = (accountId: string) =>
  platform.rows('UPDATE memberships SET is_known_to_v2 = false WHERE account_id = $1', [accountId]);

test('a task about an unmigrated member does not exist', async () => {
  const { gym, request, targetId, authorId, path } = await gymWithTask();
  await hideFromV2(targetId);
  expect((await gym.ask('getTasks')).body).toEqual([]);
  const before = await tasksOf(gym);
  for (const { status, body } of [
    await gym.ask('getTask', { path }),
    await gym.ask('updateTask', { path, body: { ...request, targetId: authorId } }),
  ]) {
    expect([status, body.metadata]).toEqual([404, { entity: 'TASK' }]);
  }
  expect(await tasksOf(gym)).toEqual(before);
});

test('an unmigrated author or completer is omitted', async () => {
  const { gym, request, targetId, authorId, path } = await gymWithTask();
  await gym.ask('updateTask', { path, body: { ...request, completed: true } });
  await hideFromV2(authorId);
  const { body } = await gym.ask('getTask', { path });
  expect(body).toMatchObject({ completed: true, targetId });
  expect(JSON.stringify(body)).not.toContain(authorId);
  expect((await gym.ask('getTasks')).body).toEqual([body]);
});

test('members of another gym of the chain can be referenced, and the task belongs to the gym that created it', async () => {
  const { gym, request, task } = await gymWithTask();
  const sibling = await platform.newGym({ chainId: gym.chainId });
  const { status, body } = await sibling.ask('createTask', { body: request });
  expect(status).toBe(201);
  expect((await sibling.ask('getTasks')).body).toEqual([body]);
  expect((await gym.ask('getTasks')).body).toEqual([task]);
});

test.each(['0', '987654321', '9223372036854775807', '9999999999999999999'])(
  'a task id that was never issued (%s) returns 404 TASK',
  async (taskId) => {
    const { gym, request } = await gymWithTask();
    const path = { taskId };
    for (const { status, body } of [
      await gym.ask('getTask', { path }),
      await gym.ask('updateTask', { path, body: request }),
    ]) {
      expect([status, body.metadata]).toEqual([404, { entity: 'TASK' }]);
    }
  },
);

test('a task id that is not a number returns 400', async () => {
  const { gym } = await gymWithTask();
  const { status, body } = await gym.ask('getTask', { path: { taskId: 'first' } });
  expect([status, body.fieldErrors]).toMatchObject([400, [{ name: 'taskId' }]]);
});

test("another gym's task cannot be seen or changed, even inside the chain", async () => {
  const { gym, request, path } = await gymWithTask();
  const before = await tasksOf(gym);
  const sibling = await platform.newGym({ chainId: gym.chainId });
  const stranger = await platform.newGym();
  for (const other of [sibling, stranger]) {
    for (const { status, body } of [
      await other.ask('getTask', { path }),
      await other.ask('updateTask', { path, body: { ...request, name: 'Mine now' } }),
    ]) {
      expect([status, body.metadata]).toEqual([404, { entity: 'TASK' }]);
    }
    expect((await other.ask('getTasks')).body).toEqual([]);
  }
  expect(await tasksOf(gym)).toEqual(before);
});
