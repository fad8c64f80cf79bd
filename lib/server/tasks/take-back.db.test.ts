import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { insertStaff } from '#lib/server/auth/create-staff.ts';
import type { Actor } from '#lib/server/base/actor.ts';
import { staffLocations } from '#lib/server/db/schema/staff.ts';
import { taskChanges } from '#lib/server/db/schema/tasks.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import type { TaskView } from '#lib/wire/tasks.ts';
import { mirrorTasks } from './mirror.ts';
import { readTasksOf } from './read-tasks.ts';
import { recordTaskChange } from './record-change.ts';

const testDesk = setUpTestDesk();
const undoMs = 10_000;
let here: TestLocation;
let task: TaskView;
let ana: Trainer;
let ben: Trainer;

beforeEach(async () => {
  here = await testDesk.openLocation();
  ana = trainer({ ...here.actor, staffId: await hire('Ana') });
  ben = trainer({ ...here.actor, staffId: await hire('Ben') });
  here.platform.tasks.set({ targetId: 'lena' });
  await mirrorTasks({ desk: testDesk.desk, actor: here.actor });
  task = await shown();
});

/** A colleague with an account of their own at the platform. */
async function hire(name: string): Promise<string> {
  const { db } = testDesk.desk;
  const locationId = here.location.id;
  const staffId = await insertStaff(db, testDesk.desk, {
    name,
    email: `${name}-${locationId}@example.com`,
    role: 'trainer',
    passwordHash: null,
    locationIds: [locationId],
  });
  const isHere = and(eq(staffLocations.locationId, locationId), eq(staffLocations.staffId, staffId));
  await db
    .update(staffLocations)
    .set({ accountId: `account-of-${name}` })
    .where(isHere);
  return staffId;
}

type Trainer = ReturnType<typeof trainer>;
function trainer(actor: Actor) {
  const send = async (change: { kind: 'complete' } | { kind: 'reopen'; undoes?: string }, changeId = randomUUID()) => {
    const { now } = testDesk.clock;
    const by = { locationId: here.location.id, staffId: actor.staffId, at: now, sentAt: now };
    const recorded = await recordTaskChange(
      { desk: testDesk.desk, actor },
      { change: { ...by, changeId, taskId: task.id, ...change }, nameOfTemplate: (template) => template },
    );
    expect(recorded).toEqual({ kind: 'recorded' });
    return changeId;
  };
  return {
    /** @returns the id of the change */
    pressDone: () => send({ kind: 'complete' }),
    pressUndo: (undoes: string) => send({ kind: 'reopen', undoes }),
    reopen: () => send({ kind: 'reopen' }),
  };
}

async function shown(): Promise<TaskView> {
  const { tasks } = await readTasksOf({ desk: testDesk.desk, actor: here.actor }, { accountId: 'lena' });
  const [only, ...others] = tasks;
  expect(others).toEqual([]);
  if (!only) throw new Error('There is no task.');
  return only;
}
async function states(): Promise<string[]> {
  const isHere = eq(taskChanges.locationId, here.location.id);
  const rows = await testDesk.desk.db.select().from(taskChanges).where(isHere).orderBy(asc(taskChanges.number));
  return rows.map(({ kind, state }) => `${kind} ${state}`);
}
const written = () => here.platform.requests.filter(({ method }) => method === 'PUT').length;
const doneBy = (name: string) => ({ isCompleted: true, completer: { name } });

test('an undo takes back its own completion, which is never sent', async () => {
  const done = await ana.pressDone();
  await ana.pressUndo(done);
  expect(await shown()).toMatchObject({ isCompleted: false, completer: null, sending: 'sent' });
  await here.pass(60_000);
  expect([await states(), written()]).toEqual([['complete undone', 'reopen undone'], 0]);
});

test('an undo after an attempt reopens the task at the platform', async () => {
  const done = await ana.pressDone();
  await here.pass(undoMs);
  await ana.pressUndo(done);
  await here.pass(0);
  expect(here.platform.tasks.all).toMatchObject([{ completed: false }]);
  expect([await states(), written()]).toEqual([['complete sent', 'reopen sent'], 2]);
});

test('a completion and its undo that waited offline do not touch what a colleague has completed since', async () => {
  await ben.pressDone();
  const late = await ana.pressDone();
  await ana.pressUndo(late);
  expect(await shown()).toMatchObject(doneBy('Ben'));
  await here.pass(undoMs);
  expect(here.platform.tasks.all).toMatchObject([{ completed: true, completerId: 'account-of-Ben' }]);
  expect(await states()).toEqual(['complete sent', 'complete undone', 'reopen undone']);
});

test('nor once the colleague’s completion has been sent', async () => {
  await ben.pressDone();
  await here.pass(undoMs);
  const late = await ana.pressDone();
  await ana.pressUndo(late);
  await here.pass(60_000);
  expect(here.platform.tasks.all).toMatchObject([{ completed: true, completerId: 'account-of-Ben' }]);
  expect([await shown(), written()]).toMatchObject([doneBy('Ben'), 1]);
});

test('a task that was completed elsewhere before an attempt stays completed', async () => {
  const done = await ana.pressDone();
  here.platform.tasks.change('1000', { completed: true, completerId: 'account-of-jonas' });
  await mirrorTasks({ desk: testDesk.desk, actor: here.actor });
  await ana.pressUndo(done);
  expect(await shown()).toMatchObject({ isCompleted: true });
  await here.pass(60_000);
  expect([await states(), written()]).toEqual([['complete undone', 'reopen undone'], 0]);
});

test.each(['Ana', 'Ben'])('a completion by %s that followed after the task had been reopened stays', async (name) => {
  const done = await ana.pressDone();
  await here.pass(undoMs);
  await ben.reopen();
  await (name === 'Ana' ? ana : ben).pressDone();
  await ana.pressUndo(done);
  await here.pass(undoMs);
  expect(here.platform.tasks.all).toMatchObject([{ completed: true, completerId: `account-of-${name}` }]);
});

test('a colleague who completed the task a moment later is its completer once the first completion is undone', async () => {
  const done = await ana.pressDone();
  testDesk.clock.now += 1_000;
  await ben.pressDone();
  await ana.pressUndo(done);
  expect(await shown()).toMatchObject({ ...doneBy('Ben'), completedAt: new Date(testDesk.clock.now).toISOString() });
  await here.pass(undoMs - 1);
  expect(written()).toBe(0);
  await here.pass(1);
  expect(here.platform.tasks.all).toMatchObject([{ completed: true, completerId: 'account-of-Ben' }]);
  expect(await states()).toEqual(['complete undone', 'complete sent', 'reopen undone']);
});

test('where both undo, in either order, the task is open', async () => {
  for (const isLaterFirst of [true, false]) {
    const [first, second] = [await ana.pressDone(), await ben.pressDone()];
    if (isLaterFirst) await ben.pressUndo(second);
    await ana.pressUndo(first);
    if (!isLaterFirst) await ben.pressUndo(second);
    expect(await shown()).toMatchObject({ isCompleted: false, completer: null });
  }
  await here.pass(60_000);
  expect(written()).toBe(0);
});

test('where both undo after an attempt, in either order, the task is open at the platform too', async () => {
  for (const isLaterFirst of [true, false]) {
    const first = await ana.pressDone();
    await here.pass(undoMs);
    const second = await ben.pressDone();
    if (isLaterFirst) await ben.pressUndo(second);
    await ana.pressUndo(first);
    if (!isLaterFirst) await ben.pressUndo(second);
    expect(await shown()).toMatchObject({ isCompleted: false, completer: null });
    await here.pass(60_000);
    expect(here.platform.tasks.all).toMatchObject([{ completed: false }]);
  }
});

test('where both undo after both were sent, the task is open', async () => {
  const first = await ana.pressDone();
  await here.pass(undoMs);
  const second = await ben.pressDone();
  await ana.pressUndo(first);
  await here.pass(undoMs);
  expect(here.platform.tasks.all).toMatchObject([{ completed: true, completerId: 'account-of-Ben' }]);
  await ben.pressUndo(second);
  await here.pass(0);
  expect(here.platform.tasks.all).toMatchObject([{ completed: false }]);
});

test('of three, each who has not undone stands by the task, also after an attempt', async () => {
  const cem = trainer({ ...here.actor, staffId: await hire('Cem') });
  const first = await ana.pressDone();
  await here.pass(undoMs);
  const second = await ben.pressDone();
  const third = await cem.pressDone();
  await ana.pressUndo(first);
  expect(await shown()).toMatchObject(doneBy('Ben'));
  await ben.pressUndo(second);
  expect(await shown()).toMatchObject(doneBy('Cem'));
  await here.pass(undoMs);
  expect(here.platform.tasks.all).toMatchObject([{ completed: true, completerId: 'account-of-Cem' }]);
  await cem.pressUndo(third);
  await here.pass(0);
  expect(here.platform.tasks.all).toMatchObject([{ completed: false }]);
});

test('an undo of a completion that was never recorded changes nothing', async () => {
  await ben.pressDone();
  await ana.pressUndo(randomUUID());
  expect(await shown()).toMatchObject(doneBy('Ben'));
  expect(await states()).toEqual(['complete held', 'reopen undone']);
});

test('"Reopen", and an undo that an older page stored, reopen whatever completed the task', async () => {
  await ben.pressDone();
  await ana.reopen();
  expect(await shown()).toMatchObject({ isCompleted: false });
  expect(await states()).toEqual(['complete undone', 'reopen undone']);
});
