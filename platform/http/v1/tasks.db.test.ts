import { afterEach, expect, test } from 'vitest';
import { collideWith } from '#platform/testing/collide.ts';
import { createMember, hideFromV2, newMember, userIdOf } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';

const startOfTests = '2026-11-21T09:41:07.000Z';
const platform = startTestPlatform({ now: startOfTests });
afterEach(() => {
  platform.time.now = new Date(startOfTests);
});

const tasksOf = (gym: TestGym) =>
  platform.rows('SELECT * FROM tasks WHERE chain_id = $1 ORDER BY task_id', [gym.chainId]);

async function memberOf(gym: TestGym) {
  const request = newMember();
  const accountId = await createMember(gym, request);
  const { membershipId } = request.membership;
  return { accountId, person: { userId: await userIdOf(platform, accountId), membershipId } };
}

/** A gym with a trainer, a member, and a task by the trainer about the member. */
async function gymWithTask() {
  const gym = await platform.newGym();
  const trainer = await memberOf(gym);
  const member = await memberOf(gym);
  const request = {
    taskName: 'Explain the leg press',
    taskType: 'GENERAL',
    dueDate: '2026-11-30',
    author: { userId: trainer.person.userId },
    target: { membershipId: member.person.membershipId },
  };
  const { taskId } = (await gym.askV1('createTask', { body: request })).body;
  const read = async () => (await gym.askV1('getTask', { path: { taskId } })).body;
  const change = async (body: object) => gym.askV1('updateTask', { path: { taskId }, body });
  return { gym, trainer, member, request, taskId, read, change, task: await read() };
}

const idsOf = (tasks: { taskId: number }[]) => tasks.map(({ taskId }) => taskId);

test('a new task is open, can be read again, and identifies every person by both ids', async () => {
  const { gym, request, trainer, member, taskId, task } = await gymWithTask();
  expect(task).toEqual({
    ...request,
    taskId,
    author: trainer.person,
    target: member.person,
    completed: false,
    timestamp: Date.parse(startOfTests),
  });
  expect((await gym.askV1('listTasks')).body).toEqual([task]);
});

test('it is the same task in version 2', async () => {
  const { gym, trainer, member, request, taskId, change } = await gymWithTask();
  const ofV2 = { type: 'GENERAL', dueDate: '2026-11-30', authorId: trainer.accountId, targetId: member.accountId };
  const path = { taskId };
  const told = (await gym.ask('getTask', { path })).body;
  expect(told).toEqual({ ...ofV2, id: String(taskId), name: request.taskName, completed: false });
  await change({ completed: true });
  expect((await gym.ask('getTask', { path })).body).toEqual({
    ...told,
    completed: true,
    completerId: trainer.accountId,
  });
});

test.each([
  ['taskName', '  '],
  ['taskName', undefined],
  ['taskName', 7],
  ['taskType', 'YOGA'],
  ['taskType', 'INBODY_FITNESS_TEST'],
  ['dueDate', '30.11.2026'],
  ['dueDate', ''],
  ['dueDate', undefined],
  ['author', undefined],
  ['author', {}],
  ['target', 'somebody'],
  ['target', {}],
  ['completed', 'yes'],
])('a task whose %s is %o is 400 with the field, and is not stored', async (name, value) => {
  const { gym, request } = await gymWithTask();
  const before = await tasksOf(gym);
  const { status, body } = await gym.askV1('createTask', { body: { ...request, [name]: value } });
  expect([status, body.errorText]).toEqual([400, expect.stringContaining(`${name}: `)]);
  expect(await tasksOf(gym)).toEqual(before);
});

test.each([
  ['taskName', ''],
  ['taskName', 7],
  ['taskType', 'INBODY_FITNESS_TEST'],
  ['dueDate', ''],
  ['author', 'somebody'],
  ['completed', 'yes'],
])('a change of %s to %o is 400 with the field, and changes nothing', async (name, value) => {
  const { gym, change } = await gymWithTask();
  const before = await tasksOf(gym);
  const { status, body } = await change({ [name]: value });
  expect([status, body.errorText]).toEqual([400, expect.stringContaining(`${name}: `)]);
  expect(await tasksOf(gym)).toEqual(before);
});

test('completed alone completes a task in the name of its author, and removes it from the open ones', async () => {
  const { gym, trainer, task, change, read } = await gymWithTask();
  platform.time.now = new Date('2026-11-21T10:00:00.000Z');
  const completed = { ...task, completed: true, completer: trainer.person, timestamp: platform.time.now.getTime() };
  expect((await change({ completed: true })).body).toEqual(completed);
  expect(await read()).toEqual(completed);
  expect((await gym.askV1('listTasks')).body).toEqual([]);
});

test('a change keeps absent fields, null fields, and references that identify no person', async () => {
  const { task, change, read } = await gymWithTask();
  const nothing = { taskName: null, taskType: null, dueDate: null, completed: null, author: null, target: {} };
  for (const changes of [{}, nothing, { completer: { userId: null, membershipId: null } }]) {
    expect((await change(changes)).body).toEqual(task);
  }
  for (const changes of [{ taskName: 'Explain the row' }, { taskType: 'ANAMNESIS' }, { dueDate: '2027-01-15' }]) {
    const before = await read();
    expect((await change(changes)).body).toEqual({ ...before, ...changes });
  }
});

test('sending the response back changes nothing, whatever its read-only fields contain', async () => {
  const { task, change } = await gymWithTask();
  expect((await change({ ...task, taskId: 999, timestamp: 'then' })).body).toEqual(task);
});

test('author and target can be changed, a completer set, and a completed task reopened', async () => {
  const { trainer, member, change } = await gymWithTask();
  const swapped = await change({ author: member.person, target: { userId: String(trainer.person.userId) } });
  expect(swapped.body).toMatchObject({ author: member.person, target: trainer.person });
  const done = await change({ completed: true, completer: { membershipId: trainer.person.membershipId } });
  expect(done.body.completer).toEqual(trainer.person);
  expect((await change({ taskName: 'Still done' })).body.completer).toEqual(trainer.person);
  const reopened = (await change({ completed: false, completer: trainer.person })).body;
  expect([reopened.completed, reopened.completer]).toEqual([false, undefined]);
});

test('a task can be created as completed', async () => {
  const { gym, request, trainer, member } = await gymWithTask();
  const set = async (changes: object) => {
    const { body } = await gym.askV1('createTask', { body: { ...request, completed: true, ...changes } });
    return (await gym.askV1('getTask', { path: body })).body.completer;
  };
  expect(await set({})).toEqual(trainer.person);
  expect(await set({ completer: { userId: member.person.userId } })).toEqual(member.person);
});

test.each(['author', 'target', 'completer'])(
  'an unknown %s is 404, and one that identifies two people is 409',
  async (role) => {
    const { gym, request, trainer, member, change } = await gymWithTask();
    const stranger = await memberOf(await platform.newGym());
    const before = await tasksOf(gym);
    for (const [named, expected] of [
      [{ userId: stranger.person.userId }, 404],
      [{ membershipId: stranger.person.membershipId }, 404],
      [{ userId: '-7414498790635180469' }, 404],
      [{ userId: member.person.userId, membershipId: 'nobody' }, 404],
      [{ userId: member.person.userId, membershipId: trainer.person.membershipId }, 409],
    ] as const) {
      const body = { completed: true, [role]: named };
      expect((await gym.askV1('createTask', { body: { ...request, ...body } })).status).toBe(expected);
      expect((await change(body)).status).toBe(expected);
    }
    expect(await tasksOf(gym)).toEqual(before);
  },
);

test('without modified-since the open tasks are listed, with it all tasks changed since, newest change first', async () => {
  const { gym, request, taskId: first, change } = await gymWithTask();
  platform.time.now = new Date('2026-11-21T23:00:00.001Z'); // one millisecond into the 22nd in Berlin
  const { taskId: second } = (await gym.askV1('createTask', { body: request })).body;
  const since = async (moment: string) =>
    idsOf((await gym.askV1('listTasks', { query: { 'modified-since': moment } })).body);
  expect(await since('2026-11-21')).toEqual([second, first]);
  expect(await since('2026-11-22')).toEqual([second]);
  expect(await since('2026-11-21T23:00:00.001Z')).toEqual([second]);
  expect(await since('2026-11-22T00:00:00.001+01:00')).toEqual([second]);
  expect(await since('2026-11-22T00:00:00.001 01:00')).toEqual([second]); // an unencoded `+`
  expect(await since('2026-11-22T00:00:00.001')).toEqual([second]); // local time of the gym
  expect(await since('2026-11-22T00:00:00.002')).toEqual([]);
  expect(await since('2026-11-21T23:00:00.002Z')).toEqual([]);
  platform.time.now = new Date('2026-11-22T08:00:00.000Z');
  await change({ completed: true });
  expect(await since('2026-11-22')).toEqual([first, second]);
  expect(idsOf((await gym.askV1('listTasks')).body)).toEqual([second]);
});

test('a task changed at the first instant of a day in the gym is listed for that day', async () => {
  const { gym, change } = await gymWithTask();
  const since = async () => (await gym.askV1('listTasks', { query: { 'modified-since': '2026-11-22' } })).body;
  platform.time.now = new Date('2026-11-21T22:59:59.999Z');
  await change({ completed: true });
  expect(await since()).toEqual([]);
  platform.time.now = new Date('2026-11-21T23:00:00.000Z');
  await change({ completed: true });
  expect(await since()).toHaveLength(1);
});

test.each(['yesterday', '', '2026-02-30', '2026-11-21T25:00:00', '2026-11-21T10:00:00+0100', '1795254067000'])(
  'modified-since cannot be %j',
  async (moment) => {
    const gym = await platform.newGym();
    const { status, body } = await gym.askV1('listTasks', { query: { 'modified-since': moment } });
    expect([status, body.errorText]).toEqual([400, expect.stringContaining('modified-since: ')]);
  },
);

test.each(['0', '-1', '1.5', 'first', '987654321', '9007199254740992', '9223372036854775807'])(
  'a task id that was never issued (%s) is 404',
  async (taskId) => {
    const gym = await platform.newGym();
    expect((await gym.askV1('getTask', { path: { taskId } })).status).toBe(404);
    expect((await gym.askV1('updateTask', { path: { taskId }, body: { completed: true } })).status).toBe(404);
  },
);

test('a task kind that only version 2 has is omitted, and unchanged', async () => {
  const { gym, trainer, member } = await gymWithTask();
  const people = { authorId: trainer.accountId, targetId: member.accountId };
  const { body: ofV2 } = await gym.ask('createTask', {
    body: { name: 'Measure', type: 'INBODY_FITNESS_TEST', dueDate: '2026-12-01', ...people },
  });
  const path = { taskId: ofV2.id };
  const { body } = await gym.askV1('getTask', { path });
  expect(body).not.toHaveProperty('taskType');
  await gym.askV1('updateTask', { path, body: { ...body, taskName: 'Measure again' } });
  expect((await gym.ask('getTask', { path })).body).toMatchObject({ name: 'Measure again', type: ofV2.type });
});

test('unmigrated members have tasks here; version 2 sees neither these nor such authors', async () => {
  const { gym, trainer, member, task, taskId, change } = await gymWithTask();
  const about = { taskName: 'Call', dueDate: '2026-12-01', author: member.person, target: trainer.person };
  const { taskId: other } = (await gym.askV1('createTask', { body: about })).body;
  await hideFromV2(platform, member.accountId);
  expect((await change({ completed: true, completer: member.person })).body).toEqual({
    ...task,
    completed: true,
    completer: member.person,
  });
  expect((await gym.ask('getTask', { path: { taskId } })).status).toBe(404);
  const seen = (await gym.ask('getTasks')).body;
  expect(seen).toMatchObject([{ id: String(other), targetId: trainer.accountId }]);
  expect(JSON.stringify(seen)).not.toContain(member.accountId);
  const { userId } = member.person;
  expect((await gym.ask('migrate', { query: { legacyUserId: userId } })).status).toBe(200);
  expect((await gym.ask('getTasks')).body).toHaveLength(2);
});

test('a reader of changes in version 2 gets the tasks of a member after the migration, once', async () => {
  const { gym, trainer, member, taskId } = await gymWithTask();
  await gym.askV1('createTask', {
    body: { taskName: 'x', dueDate: '2026-12-01', author: trainer.person, target: trainer.person },
  });
  const other = await memberOf(gym);
  await gym.askV1('createTask', {
    body: { taskName: 'y', dueDate: '2026-12-01', author: other.person, target: other.person },
  });
  await hideFromV2(platform, member.accountId, other.accountId);
  const changed = async () =>
    (await gym.ask('getTasks', { query: { modifiedSince: platform.time.now.toISOString() } })).body;
  platform.time.now = new Date('2026-11-21T10:00:00.000Z');
  await gym.ask('migrate', { query: { legacyUserId: member.person.userId } });
  expect(await changed()).toMatchObject([{ id: String(taskId) }]);
  platform.time.now = new Date('2026-11-21T11:00:00.000Z');
  await gym.ask('migrate', { query: { legacyUserId: member.person.userId } });
  expect(await changed()).toEqual([]);
  const [taken] = await platform.rows<{ email: string }>('SELECT email FROM chain_profiles WHERE account_id = $1', [
    other.accountId,
  ]);
  await createMember(gym, { email: taken?.email ?? '', membership: { membershipId: other.person.membershipId } });
  expect(await changed()).toMatchObject([{ name: 'y', targetId: other.accountId }]);
});

test('a former author is returned without a membership id, and an erased one is omitted', async () => {
  const { gym, trainer, read, change } = await gymWithTask();
  const path = { accountId: trainer.accountId };
  await gym.ask('eraseAccountMembershipData', { path });
  expect((await read()).author).toEqual({ userId: trainer.person.userId });
  expect((await change({ author: { userId: trainer.person.userId } })).status).toBe(200);
  await gym.ask('eraseAccountMembershipData', { path, query: { eraseMemberData: true } });
  expect(await read()).not.toHaveProperty('author');
  const done = (await change({ completed: true })).body;
  expect([done.completed, done.completer]).toEqual([true, undefined]);
});

test('a concurrently erased member cannot be referenced', async () => {
  const { gym, request, trainer, change } = await gymWithTask();
  const before = await tasksOf(gym);
  const answers = await collideWith(platform, `DELETE FROM chain_profiles WHERE account_id = '${trainer.accountId}'`, [
    () => gym.askV1('createTask', { body: request }),
    () => change({ author: request.author }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  expect(await tasksOf(gym)).toEqual(before);
});

test("another gym's task cannot be seen or changed, even inside the chain", async () => {
  const { gym, taskId } = await gymWithTask();
  const before = await tasksOf(gym);
  for (const other of [await platform.newGym({ chainId: gym.chainId }), await platform.newGym()]) {
    const path = { taskId };
    expect((await other.askV1('getTask', { path })).status).toBe(404);
    expect((await other.askV1('updateTask', { path, body: { completed: true } })).status).toBe(404);
    expect((await other.askV1('listTasks')).body).toEqual([]);
    expect((await other.askV1('listTasks', { query: { 'modified-since': '2000-01-01' } })).body).toEqual([]);
  }
  expect(await tasksOf(gym)).toEqual(before);
});
