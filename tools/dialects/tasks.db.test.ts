import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { staffLocations } from '#lib/server/db/schema/staff.ts';
import { acknowledgeRefusal } from '#lib/server/tasks/acknowledge.ts';
import { mirrorTasks } from '#lib/server/tasks/mirror.ts';
import { readTasksOf } from '#lib/server/tasks/read-tasks.ts';
import { recordTaskChange } from '#lib/server/tasks/record-change.ts';
import { contentChange, type TaskContent } from '#lib/wire/task-content.ts';
import type { TaskView } from '#lib/wire/tasks.ts';
import { type GymOfBoth, setUpDeskAtPlatform, waysToSpeak } from '#tools/testing/desk-at-platform.ts';

const { testDesk, openGym, loseAnswerOf } = setUpDeskAtPlatform();
/** Longer than a completion can be undone. */
const untilSentMs = 15_000;

describe.each(waysToSpeak)('of a platform with the "%s" dialect', (way) => {
  let here: GymOfBoth;
  let lena: string;
  let mira: string;
  let jonas: string;

  beforeEach(async () => {
    here = await openGym(way);
    lena = await here.enrol();
    [mira, jonas] = [await here.enrol({ firstName: 'Mira' }), await here.enrol({ firstName: 'Jonas' })];
    await here.readMembers();
    const ofLocation = eq(staffLocations.locationId, here.location.id);
    await testDesk.desk.db.update(staffLocations).set({ accountId: mira }).where(ofLocation);
  });

  const stamp = () => {
    const { now } = testDesk.clock;
    return { changeId: randomUUID(), locationId: here.location.id, staffId: here.actor.staffId, at: now, sentAt: now };
  };
  type Input = Parameters<typeof recordTaskChange>[1]['change'];
  const nameOfTemplate = (template: string) => `the ${template}`;
  const record = (change: Input) =>
    recordTaskChange({ desk: testDesk.desk, actor: here.actor }, { change, nameOfTemplate });
  const create = (what: Extract<Input, { kind: 'create' }>['what'], changeId = randomUUID()) =>
    record({ ...stamp(), changeId, kind: 'create', accountId: lena, what, dueDate: '2026-11-21' });
  const edit = (task: TaskView, to: Partial<TaskContent>) =>
    record({ ...stamp(), kind: 'edit', taskId: task.id, edits: contentChange(task, { ...task, ...to }) });
  const setStatus = (kind: 'complete' | 'reopen', { id }: TaskView) => record({ ...stamp(), kind, taskId: id });
  const mirror = () => mirrorTasks({ desk: testDesk.desk, actor: here.actor });
  const shown = async () => (await readTasksOf({ desk: testDesk.desk, actor: here.actor }, { accountId: lena })).tasks;
  const only = async () => {
    const [task, ...others] = await shown();
    expect(others).toEqual([]);
    if (!task) throw new Error('no task is shown');
    return task;
  };
  /** The tasks at the platform. */
  const there = async () => (await here.gym.ask('getTasks')).body;
  /** Creates or changes a task directly at the platform, like another client. */
  const setElsewhere = async (fields: Record<string, unknown>, taskId?: string) => {
    const whole = { name: 'Call', dueDate: '2026-12-01', authorId: jonas, targetId: lena, ...fields };
    const { body } = taskId
      ? await here.gym.ask('updateTask', { path: { taskId }, body: whole })
      : await here.gym.ask('createTask', { body: whole });
    return body;
  };
  const passOn = () => here.pass(untilSentMs);

  test('a task is created, changed, completed, undone, completed again and reopened', async () => {
    const changeId = randomUUID();
    const what = { name: 'Show the sauna', type: 'GENERAL' } as const;
    // a double press with the same change id is idempotent
    for (const _ of [1, 2]) expect(await create(what, changeId)).toEqual({ kind: 'recorded' });
    await passOn();
    const set = { ...what, dueDate: '2026-11-21', authorId: mira, targetId: lena };
    expect(await there()).toMatchObject([{ ...set, completed: false }]);
    expect(await only()).toMatchObject({ ...what, author: { isMe: true }, completer: null, sending: 'sent' });

    await edit(await only(), { dueDate: '2026-11-28', name: 'Show the pool' });
    await passOn();
    expect(await there()).toMatchObject([{ name: 'Show the pool', dueDate: '2026-11-28', authorId: mira }]);

    await setStatus('complete', await only());
    await setStatus('reopen', await only());
    await passOn();
    expect(await there()).toMatchObject([{ completed: false }]);

    await setStatus('complete', await only());
    await passOn();
    expect(await there()).toMatchObject([{ completed: true, completerId: mira }]);
    await mirror();
    expect(await only()).toMatchObject({ isCompleted: true, completer: { isMe: true }, sending: 'sent' });

    await setStatus('reopen', await only());
    await passOn();
    expect(await there()).toMatchObject([{ completed: false, name: 'Show the pool' }]);
    await mirror();
    expect(await only()).toMatchObject({ isCompleted: false, completer: null, sending: 'sent' });
  });

  test('an introduction is created as its template says', async () => {
    await create({ template: 'introduction' });
    await passOn();
    expect(await there()).toMatchObject([{ name: 'the introduction', type: 'GENERAL', targetId: lena }]);
  });

  test('tasks created, completed and changed by other clients are shown, each once', async () => {
    const { id } = await setElsewhere({ type: 'ANAMNESIS' });
    await setElsewhere({ name: 'Weigh', completed: true, completerId: jonas });
    await setElsewhere({ name: 'Untyped', type: undefined });
    await mirror();
    expect(await shown()).toMatchObject([
      { name: expect.stringMatching(/Call|Untyped/), isCompleted: false, completer: null, author: { isMe: false } },
      { name: expect.stringMatching(/Call|Untyped/), isCompleted: false },
      { name: 'Weigh', isCompleted: true, completer: { name: 'Jonas Vogt', isMe: false } },
    ]);
    await setElsewhere({ name: 'Call back', type: 'ANAMNESIS' }, id);
    await mirror();
    expect((await shown()).map(({ name, type }) => [name, type])).toContainEqual(['Call back', 'ANAMNESIS']);
    expect(await shown()).toHaveLength(3);
  });

  test('two people at the desk change the same task: the later one is asked', async () => {
    await setElsewhere({});
    await mirror();
    const before = await only();
    expect(await edit(before, { name: 'Call Ben' })).toEqual({ kind: 'recorded' });
    const current = { name: 'Call Ben', dueDate: '2026-12-01' };
    expect(await edit(before, { name: 'Call Ana' })).toMatchObject({ kind: 'changedMeanwhile', current });
    expect(await edit(await only(), { name: 'Call Ana' })).toEqual({ kind: 'recorded' });
    await passOn();
    expect(await there()).toMatchObject([{ name: 'Call Ana', authorId: jonas }]);
  });

  test('a concurrent change at the platform is merged, or reported if both changed the same field', async () => {
    const { id } = await setElsewhere({});
    await mirror();
    await setElsewhere({ dueDate: '2026-12-24' }, id);
    await edit(await only(), { name: 'Call Ben' });
    await passOn();
    expect(await there()).toMatchObject([{ name: 'Call Ben', dueDate: '2026-12-24' }]);

    const task = await only();
    await setElsewhere({ name: 'Call Ana' }, id);
    await edit(task, { name: 'Call Eva' });
    await passOn();
    expect(await only()).toMatchObject({ name: 'Call Ana', sending: { refused: 'changedMeanwhile' } });
    await acknowledgeRefusal({ desk: testDesk.desk, actor: here.actor }, { taskId: task.id });
    expect(await only()).toMatchObject({ name: 'Call Ana', sending: 'sent' });
  });

  test('a task whose response was lost is found in the list, and not created twice', async () => {
    await create({ name: 'Show the sauna', type: 'GENERAL' });
    loseAnswerOf(({ method }) => method === 'POST');
    await passOn();
    expect(await only()).toMatchObject({ sending: 'waiting' });
    await here.pass(60_000);
    expect(await only()).toMatchObject({ sending: 'sent' });
    expect(await there()).toHaveLength(1);
    await mirror();
    await only();
  });

  test('a change whose response was lost counts after reading the task again', async () => {
    await setElsewhere({});
    await mirror();
    await setStatus('complete', await only());
    loseAnswerOf(({ method }) => method === 'PUT');
    await passOn();
    await here.pass(60_000);
    expect(await only()).toMatchObject({ isCompleted: true, sending: 'sent' });
    expect(await there()).toMatchObject([{ completed: true, completerId: mira }]);
  });
});
