import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { taskSyncs, tasks } from '#lib/server/db/schema/tasks.ts';
import { readStatus } from '#lib/server/status/read-status.ts';
import { holdAnswer } from '#lib/testing/hold-answer.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { until } from '#shared/testing/until.ts';
import { mirrorTasks } from './mirror.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation();
});

const mirror = (desk = testDesk.desk) => mirrorTasks({ desk, actor: here.actor });
const since = () => here.platform.requests.at(-1)?.query.get('modifiedSince') ?? null;
const unreadable = async () => (await readStatus({ desk: testDesk.desk, actor: here.actor })).unreadable;

async function mirrored(): Promise<string[]> {
  const rows = await testDesk.desk.db.select().from(tasks).where(eq(tasks.locationId, here.location.id));
  return rows.map(({ platformId }) => platformId ?? '').sort();
}

type TaskOfPlatform = { id: string };
const changeAnswers = (change: (task: TaskOfPlatform) => unknown) => {
  here.platform.dialect = (reply) => ({ ...reply, body: (reply.body as TaskOfPlatform[]).map(change) }); // safe because: only lists are asked for here
};

test('a task with a number as its id is read', async () => {
  const { id } = here.platform.tasks.set({ targetId: 'lena' });
  changeAnswers((task) => ({ ...task, id: Number(task.id) }));
  await mirror();
  expect(await mirrored()).toEqual([id]);
  expect(await unreadable()).toEqual([]);
});

test('a task with a day or accounts that the database cannot store hides no other', async () => {
  const readable = here.platform.tasks.set({ targetId: 'lena' });
  const partly = here.platform.tasks.set({ targetId: 'lena', dueDate: '0000-01-01', authorId: 'ana\ud800' });
  for (const targetId of ['omar\0', 'omar\ud800', 'o'.repeat(10_000)]) here.platform.tasks.set({ targetId });
  await mirror();
  expect(await mirrored()).toEqual([readable.id, partly.id].sort());
});

test('a task that cannot be read hides no other, is counted, and is read again until it can be', async () => {
  const [first, second] = [
    here.platform.tasks.set({ targetId: 'lena' }),
    here.platform.tasks.set({ targetId: 'omar' }),
  ];
  await mirror();
  const readAt = testDesk.clock.now;
  testDesk.clock.now += 60_000;
  here.platform.tasks.change(first.id, { name: 'Changed' });
  const third = here.platform.tasks.set({ targetId: 'omar' });
  changeAnswers((task) => (task.id === first.id ? { ...task, name: { de: 'Anders' } } : task));
  await mirror();
  expect(await mirrored()).toEqual([first.id, second.id, third.id].sort());
  expect(await unreadable()).toEqual([{ list: 'tasks', count: 1, isEndless: false, isCutShort: false }]);
  testDesk.clock.now += 10 * hourMs;
  await mirror();
  expect(since()).toBe(new Date(readAt - 300_000).toISOString());
  changeAnswers((task) => task);
  await mirror();
  expect(await unreadable()).toEqual([]);
});

test('a list of changes without any shows that all can be read again, and is where the next one continues', async () => {
  const { id } = here.platform.tasks.set({ targetId: 'lena' });
  await mirror();
  testDesk.clock.now += 60_000;
  here.platform.tasks.change(id, { name: 'Changed' });
  changeAnswers((task) => ({ ...task, completed: 'no' }));
  await mirror();
  expect(await unreadable()).toMatchObject([{ list: 'tasks', count: 1 }]);
  here.platform.dialect = (reply) => ({ ...reply, body: [] });
  testDesk.clock.now += hourMs;
  await mirror();
  const { db } = testDesk.desk;
  const [sync] = await db.select().from(taskSyncs).where(eq(taskSyncs.locationId, here.location.id));
  const readAt = new Date(testDesk.clock.now);
  expect([await mirrored(), await unreadable()]).toEqual([[id], []]);
  expect(sync).toMatchObject({ leaseId: null, problem: null, finishedAt: readAt, knownUntil: readAt });
});

test('a list of changes without any that is late hides nothing that the next holder of the lease could not read', async () => {
  const { id } = here.platform.tasks.set({ targetId: 'lena' });
  await mirror();
  testDesk.clock.now += 60_000;
  here.platform.tasks.change(id, { name: 'Changed' });
  const held = holdAnswer();
  here.platform.fault = () => ({ status: 200, body: [], after: held.promise });
  const late = mirror();
  await until(() => expect(here.platform.requests).toHaveLength(2));
  here.platform.fault = () => null;
  changeAnswers((task) => ({ ...task, completed: 'no' }));
  testDesk.clock.now += 31_000;
  await mirror(testDesk.another());
  expect(await unreadable()).toMatchObject([{ list: 'tasks', count: 1 }]);
  held.release();
  await late;
  expect(await unreadable()).toMatchObject([{ list: 'tasks', count: 1 }]);
});

test('a task that cannot be parsed is not deleted by a full pass, and another full pass follows soon', async () => {
  const { id } = here.platform.tasks.set({ targetId: 'lena' });
  await mirror();
  changeAnswers((task) => ({ ...task, completed: 'no' }));
  testDesk.clock.now += dayMs;
  await mirror();
  expect([since(), await mirrored()]).toEqual([null, [id]]);
  testDesk.clock.now += 15_000;
  await mirror();
  expect(since()).not.toBeNull();
  expect(await unreadable()).toMatchObject([{ count: 1 }]);
  changeAnswers((task) => task);
  testDesk.clock.now += hourMs;
  await mirror();
  expect([since(), await unreadable()]).toEqual([null, []]);
});
