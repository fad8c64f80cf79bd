import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { taskSyncs, tasks } from '#lib/server/db/schema/tasks.ts';
import { workNow } from '#lib/server/due/location-work.ts';
import { startLiveEvents } from '#lib/server/live/live-listener.ts';
import { forgetMember } from '#lib/server/members/forget-member.ts';
import { holdAnswer } from '#lib/testing/hold-answer.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { until } from '#shared/testing/until.ts';
import { forgetTasksOf } from './forget.ts';
import { mirroringTasks, mirrorTasks } from './mirror.ts';
import { readTasksOf } from './read-tasks.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation();
});

const pass = (ms: number) => {
  testDesk.clock.now += ms;
};
const mirror = (desk = testDesk.desk) => mirrorTasks({ desk, actor: here.actor });
const asked = () => here.platform.requests.map(({ query }) => query.get('modifiedSince'));
const view = (accountId: string) => readTasksOf({ desk: testDesk.desk, actor: here.actor }, { accountId });

async function mirrored(): Promise<string[]> {
  const rows = await testDesk.desk.db.select().from(tasks).where(eq(tasks.locationId, here.location.id));
  return rows.map(({ platformId }) => platformId ?? '').sort();
}

test('all tasks are read at first, then those that have changed, with an overlap', async () => {
  const first = here.platform.tasks.set({ targetId: 'lena' });
  await mirror();
  pass(3_600_000);
  const second = here.platform.tasks.set({ targetId: 'lena' });
  const before = testDesk.clock.now;
  await mirror();
  pass(60_000);
  await mirror();
  expect(asked()).toEqual([
    null,
    new Date(before - 3_600_000 - 300_000).toISOString(),
    new Date(before - 300_000).toISOString(),
  ]);
  expect(await mirrored()).toEqual([first.id, second.id].sort());
});

test.each([-10, -6, 6, 10])('a change is read with clocks that differ by %i minutes', async (aheadMin) => {
  const there = () => testDesk.clock.now + aheadMin * 60_000;
  Object.assign(here.platform, { clock: there });
  here.platform.tasks.clock = there;
  await mirror();
  pass(15_000);
  await mirror();
  pass(5_000);
  const changed = here.platform.tasks.set({ targetId: 'lena' });
  pass(10_000);
  await mirror();
  expect(await mirrored()).toEqual([changed.id]);
  // the clock of the desk is corrected
  testDesk.clock.now = there();
  Object.assign(here.platform, { clock: () => testDesk.clock.now });
  here.platform.tasks.clock = () => testDesk.clock.now;
  const next = here.platform.tasks.set({ targetId: 'lena' });
  pass(15_000);
  await mirror();
  expect(await mirrored()).toEqual([changed.id, next.id].sort());
});

test('a task that is twice in a list is stored once, as listed first', async () => {
  const task = here.platform.tasks.set({ targetId: 'lena' });
  here.platform.fault = () => ({ status: 200, body: [{ ...task, name: 'newest' }, task] });
  await mirror();
  expect(await mirrored()).toEqual([task.id]);
  expect((await view('lena')).tasks).toMatchObject([{ name: 'newest' }]);
});

test('a task that is gone from the platform is deleted when all are read again, not before', async () => {
  here.platform.tasks.set({ targetId: 'lena' });
  await mirror();
  here.platform.tasks.all.length = 0;
  pass(3_600_000);
  await mirror();
  expect(await mirrored()).toHaveLength(1);
  pass(24 * 3_600_000);
  await mirror();
  expect(await mirrored()).toEqual([]);
});

describe('a list with many missing tasks', () => {
  const many = () => Array.from({ length: 20 }, () => here.platform.tasks.set({ targetId: 'lena' }));

  test('deletes nothing if the next list within the hour has them again', async () => {
    const listed = many();
    await mirror();
    const left = here.platform.tasks.all.splice(0);
    pass(24 * 3_600_000);
    await mirror();
    expect(await mirrored()).toHaveLength(20);
    here.platform.tasks.all.push(...left);
    pass(3_600_000);
    await mirror();
    expect(asked().filter((since) => since === null)).toHaveLength(3);
    expect(await mirrored()).toEqual(listed.map(({ id }) => id).sort());
    pass(3_600_000);
    await mirror();
    expect(asked().at(-1)).not.toBeNull();
  });

  test('deletes the tasks that are missing from the next list too, and no others', async () => {
    const listed = many();
    await mirror();
    const left = here.platform.tasks.all.splice(0, 10);
    pass(24 * 3_600_000);
    await mirror();
    expect(await mirrored()).toHaveLength(20);
    const newlyMissing = here.platform.tasks.all.splice(0);
    pass(3_600_000);
    await mirror();
    expect(await mirrored()).toEqual(newlyMissing.map(({ id }) => id).sort());
    pass(3_600_000);
    await mirror();
    expect(await mirrored()).toEqual([]);
    expect(left.length + newlyMissing.length).toBe(listed.length);
  });
});

test('a task that was open when last read was completed about now; for others the time is unknown', async () => {
  const seenOpen = here.platform.tasks.set({ targetId: 'lena' });
  const firstSeenDone = here.platform.tasks.set({ targetId: 'omar', completed: true, completerId: 'trainer' });
  await mirror();
  pass(60_000);
  here.platform.tasks.change(seenOpen.id, { completed: true, completerId: 'trainer' });
  await mirror();
  expect((await view('lena')).tasks).toMatchObject([{ completedAt: new Date(testDesk.clock.now).toISOString() }]);
  expect((await view('omar')).tasks).toMatchObject([{ isCompleted: true, completedAt: null }]);
  expect(firstSeenDone.completed).toBe(true);
});

test('a late answer does not overwrite a later one', async () => {
  const task = here.platform.tasks.set({ targetId: 'lena' });
  await mirror();
  pass(60_000);
  const syncedSince = new Date(testDesk.clock.now + 1_000);
  const own = and(eq(tasks.locationId, here.location.id), eq(tasks.platformId, task.id));
  await testDesk.desk.db.update(tasks).set({ name: 'as it is now', syncedAt: syncedSince }).where(own);
  await mirror();
  expect((await view('lena')).tasks).toMatchObject([{ name: 'as it is now' }]);
  pass(60_000);
  here.platform.tasks.change(task.id, { name: 'later' });
  await mirror();
  expect((await view('lena')).tasks).toMatchObject([{ name: 'later' }]);
});

test('nothing is read while another process holds the lease, until it expires', async () => {
  const leaseEndsAt = new Date(testDesk.clock.now + 30_000);
  const theirs = { locationId: here.location.id, leaseId: testDesk.desk.newId(), leaseEndsAt };
  await testDesk.desk.db.insert(taskSyncs).values(theirs);
  await mirror();
  expect(asked()).toEqual([]);
  pass(30_001);
  await mirror();
  expect(asked()).toEqual([null]);
});

describe('a list is shown as stale', () => {
  test('before the platform was ever asked, and two minutes after the last time', async () => {
    expect(await view('lena')).toMatchObject({ asOf: null, staleBecause: 'platform' });
    await mirror();
    const asOf = new Date(testDesk.clock.now).toISOString();
    expect(await view('lena')).toMatchObject({ asOf, staleBecause: null });
    here.platform.fault = () => ({ status: 500, body: {} });
    pass(119_000);
    await mirror();
    expect(await view('lena')).toMatchObject({ asOf, staleBecause: null });
    pass(2_000);
    expect(await view('lena')).toMatchObject({ asOf, staleBecause: 'platform' });
  });

  test('until screens are notified that it is fresh again, even if none read it in the meantime', async () => {
    await mirror();
    const live = await startLiveEvents(testDesk.databaseUrl, testDesk.desk.log);
    const notified: string[] = [];
    live.subscribe(here.location.id, (event) => notified.push(event));
    pass(15_000);
    await mirror();
    pass(121_000);
    await mirror();
    await until(() => expect(notified).toEqual(['tasks']));
    await live.stop();
  });

  test.each([
    ['permission', { status: 403, body: { errorCode: 'missingPermission' } }],
    ['keyRejected', { status: 401 }],
    ['platform', { status: 503 }],
  ])('because of the %s, if the platform answers %j', async (staleBecause, answer) => {
    here.platform.fault = () => answer;
    await mirror();
    expect(await view('lena')).toMatchObject({ staleBecause });
  });
});

test('one location that fails stops no other', async () => {
  const other = await testDesk.openLocation();
  other.platform.tasks.set({ targetId: 'omar' });
  await here.platform.stop();
  await workNow(testDesk.desk, mirroringTasks);
  expect((await readTasksOf({ desk: testDesk.desk, actor: other.actor }, { accountId: 'omar' })).tasks).toHaveLength(1);
});

test('an erased member leaves nothing behind: tasks about them are deleted, others no longer name them', async () => {
  here.platform.tasks.set({ targetId: 'lena' });
  here.platform.tasks.set({ targetId: 'omar', authorId: 'lena', completed: true, completerId: 'lena' });
  await mirror();
  await forgetTasksOf(testDesk.desk.db, { locationId: here.location.id, accountIds: ['lena'] });
  const rows = await testDesk.desk.db.select().from(tasks).where(eq(tasks.locationId, here.location.id));
  expect(rows).toMatchObject([{ targetId: 'omar', authorId: null, completerId: null }]);
  expect(JSON.stringify(rows)).not.toContain('lena');
});

test('a member who is erased while the platform answers does not come back with the answer', async () => {
  const { desk } = testDesk;
  const [lena, omar] = ['lena', 'omar'].map((targetId) => here.platform.tasks.set({ targetId, authorId: 'lena' }));
  await desk.db.transaction((tx) => forgetMember(tx, desk, { locationId: here.location.id, accountId: 'lena' }));
  await mirror();
  const rows = await desk.db.select().from(tasks).where(eq(tasks.locationId, here.location.id));
  expect(rows).toMatchObject([{ platformId: omar?.id, authorId: null }]);
  expect(lena).toBeDefined();
  // later answers are about a member who joined again with the same account
  pass(24 * 3_600_000);
  await mirror();
  expect(await mirrored()).toHaveLength(2);
});

test('nothing is stored after the lease was lost', async () => {
  here.platform.tasks.set({ targetId: 'lena' });
  const held = holdAnswer();
  here.platform.fault = () => {
    // another process took the lease over while the platform was slow
    void testDesk.desk.db.update(taskSyncs).set({ leaseId: testDesk.desk.newId() }).then(held.release);
    return { status: 200, body: here.platform.tasks.all, after: held.promise };
  };
  await mirror();
  expect(await mirrored()).toEqual([]);
});
