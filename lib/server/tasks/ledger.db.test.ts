import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { staffLocations } from '#lib/server/db/schema/staff.ts';
import { taskChanges } from '#lib/server/db/schema/tasks.ts';
import { upsertMember } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { chooseDue } from '#lib/server/due/claim-due.ts';
import { claim, dueAttempts } from '#lib/server/ledger/attempt.ts';
import { freeStuck, releaseClaims } from '#lib/server/ledger/recover.ts';
import { startLiveEvents } from '#lib/server/live/live-listener.ts';
import { forgetMember } from '#lib/server/members/forget-member.ts';
import type { FakeRequest, Reply } from '#lib/testing/fake-platform.ts';
import { holdAnswer, holdDeadlines } from '#lib/testing/hold-answer.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import type { TaskContent } from '#lib/wire/task-content.ts';
import { type TaskChangeInput, taskChangeInput } from '#lib/wire/tasks.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { until } from '#shared/testing/until.ts';
import { acknowledgeRefusal } from './acknowledge.ts';
import { forgetOldChanges, taskLedger } from './ledger.ts';
import { mirrorTasks } from './mirror.ts';
import { readTasksOf } from './read-tasks.ts';
import { recordTaskChange } from './record-change.ts';
import { sendTaskChange } from './send-change.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
let lena: string;

const ownAccount = 'account-of-mira';

beforeEach(async () => {
  here = await testDesk.openLocation();
  await link(ownAccount);
  const member = inventMember();
  lena = member.account.accountId;
  await upsertMember(testDesk.desk.db, {
    locationId: here.location.id,
    member: memberOf(member.account),
    askedAt: new Date(testDesk.clock.now),
  });
});

const link = (accountId: string | null) =>
  testDesk.desk.db.update(staffLocations).set({ accountId }).where(eq(staffLocations.locationId, here.location.id));

const base = () => ({
  changeId: randomUUID(),
  locationId: here.location.id,
  staffId: here.actor.staffId,
  at: testDesk.clock.now,
  sentAt: testDesk.clock.now,
});
const nameOf = (template: string) => `the ${template}`;
const record = (input: TaskChangeInput, desk = testDesk.desk) =>
  recordTaskChange({ desk, actor: here.actor }, { change: input, nameOfTemplate: nameOf });

async function create(what: { template: 'introduction' } = { template: 'introduction' }) {
  const input = { ...base(), kind: 'create', accountId: lena, what, dueDate: '2026-11-21' } as const;
  expect(await record(input)).toEqual({ kind: 'recorded' });
  return input;
}
const setStatus = (kind: 'complete' | 'reopen', taskId: string) => record({ ...base(), kind, taskId });
const edit = (taskId: string, edits: Extract<TaskChangeInput, { kind: 'edit' }>['edits']) =>
  record({ ...base(), kind: 'edit', taskId, edits });

/** A mirrored task of another author. */
async function known(fields: { name?: string; type?: string; dueDate?: string; completed?: boolean } = {}) {
  const task = here.platform.tasks.set({ targetId: lena, ...fields });
  await mirrorTasks({ desk: testDesk.desk, actor: here.actor });
  const { tasks: views } = await view();
  const id = views.at(-1)?.id ?? '';
  return { platformId: task.id, id };
}
const view = () => readTasksOf({ desk: testDesk.desk, actor: here.actor }, { accountId: lena });
const onlyTask = async () => {
  const { tasks } = await view();
  expect(tasks).toHaveLength(1);
  return tasks[0];
};
const changes = () => {
  const of = eq(taskChanges.locationId, here.location.id);
  return testDesk.desk.db.select().from(taskChanges).where(of).orderBy(asc(taskChanges.number));
};
const states = async () => (await changes()).map(({ state }) => state);
const dueHere = () => {
  const { db } = testDesk.desk;
  const choice = { now: new Date(testDesk.clock.now), atMost: 9, of: [here.location.id] };
  return chooseDue(db, dueAttempts(db, taskLedger(testDesk.desk)), choice);
};
const written = () => here.platform.requests.filter(({ method }) => method !== 'GET').map(({ method }) => method);
const isCreate = ({ method, path }: FakeRequest) => method === 'POST' && path === '/api/v2/tasks';
/** Creates a task that the platform lists in other words before it answers, so that the mirror has it as another task. */
async function createAndMirror() {
  here.platform.dialect = ({ body, ...reply }) => ({
    ...reply,
    body: JSON.parse(JSON.stringify(body ?? null).replace('the introduction', 'THE INTRODUCTION')),
  });
  const held = holdAnswer();
  here.platform.fault = (request) => {
    if (!isCreate(request)) return null;
    here.platform.tasks.answer(request);
    return { status: 201, body: here.platform.tasks.all.at(-1), after: held.promise };
  };
  const { changeId } = await create();
  const sent = here.pass(0);
  await until(() => expect(here.platform.tasks.all).toHaveLength(1));
  await mirrorTasks({ desk: testDesk.desk, actor: here.actor });
  const mirrored = (await view()).tasks.find(({ id }) => id !== changeId);
  expect(mirrored).toMatchObject({ name: 'THE INTRODUCTION' });
  const answer = () => {
    held.release();
    return sent;
  };
  return { changeId, mirroredId: mirrored?.id ?? '', answer };
}
/** The platform carries out the request, and its answer is lost. */
function loseAnswersOf(isLost: (request: FakeRequest) => boolean, times = 1) {
  let left = times;
  here.platform.fault = (request) => {
    if (left === 0 || !isLost(request)) return null;
    left -= 1;
    here.platform.tasks.answer(request);
    return 'reset';
  };
}

describe('creating a task', () => {
  test('shows it at once, and sends it with the person’s own account as author', async () => {
    await create();
    expect(await onlyTask()).toMatchObject({
      name: 'the introduction',
      author: { name: 'Mira Sommer', isMe: true },
      sending: 'waiting',
    });
    await here.pass(0);
    expect(here.platform.tasks.all).toMatchObject([
      { name: 'the introduction', type: 'GENERAL', dueDate: '2026-11-21', authorId: ownAccount, targetId: lena },
    ]);
    expect(await onlyTask()).toMatchObject({ sending: 'sent' });
    await mirrorTasks({ desk: testDesk.desk, actor: here.actor });
    expect(await onlyTask()).toMatchObject({ name: 'the introduction' });
  });

  test('is idempotent by the id of the change, even with concurrent requests', async () => {
    const input = await create();
    expect(await Promise.all([record(input), record(input, testDesk.another())])).toEqual([
      { kind: 'recorded' },
      { kind: 'recorded' },
    ]);
    await here.pass(0);
    expect(here.platform.tasks.all).toHaveLength(1);
    expect(await onlyTask()).toBeDefined();
  });

  test('is idempotent also when its change was deleted since, after 90 days', async () => {
    const input = await create();
    await here.pass(0);
    testDesk.clock.now += 91 * dayMs;
    await forgetOldChanges(testDesk.desk.db, testDesk.clock.now);
    expect(await states()).toEqual([]);
    expect(await record(input)).toEqual({ kind: 'recorded' });
    expect([await states(), here.platform.tasks.all]).toMatchObject([[], [{ targetId: lena }]]);
  });

  test('is one task where the platform lists it in other words before it answers, with what was done to it meanwhile', async () => {
    const { changeId, mirroredId, answer } = await createAndMirror();
    await setStatus('complete', mirroredId);
    await answer();
    expect(await onlyTask()).toMatchObject({ id: changeId, name: 'THE INTRODUCTION', isCompleted: true });
    await here.pass(300_000);
    expect(written()).toEqual(['POST', 'PUT']);
    expect(here.platform.tasks.all).toMatchObject([{ completed: true, completerId: ownAccount }]);
    await mirrorTasks({ desk: testDesk.desk, actor: here.actor });
    expect(await onlyTask()).toMatchObject({ isCompleted: true, sending: 'sent' });
  });

  test('and is open again where the completion of its row in other words is undone once it is one task', async () => {
    const { changeId, mirroredId, answer } = await createAndMirror();
    const completion = { ...base(), kind: 'complete', taskId: mirroredId } as const;
    await record(completion);
    await answer();
    const undo = { ...base(), kind: 'reopen', taskId: mirroredId, undoes: completion.changeId } as const;
    expect(await record(undo)).toEqual({ kind: 'recorded' });
    await here.pass(300_000);
    expect(await onlyTask()).toMatchObject({ id: changeId, isCompleted: false, sending: 'sent' });
    expect(written()).toEqual(['POST']);
  });

  test('is refused without a linked account, for an unknown member, or for another person', async () => {
    const input = {
      ...base(),
      kind: 'create',
      accountId: lena,
      what: { template: 'mobility' },
      dueDate: '2026-11-21',
    } as const;
    expect(await record({ ...input, accountId: 'account-of-a-stranger' })).toEqual({ kind: 'memberUnknown' });
    expect(await record({ ...input, staffId: randomUUID() })).toEqual({ kind: 'otherPerson' });
    await link(null);
    expect(await record(input)).toEqual({ kind: 'notLinked' });
    expect(await view()).toMatchObject({ isLinked: false, tasks: [] });
  });
});

describe('a lost answer to a new task', () => {
  test('is found again at the platform and not sent twice', async () => {
    loseAnswersOf(isCreate);
    await create();
    await here.pass(0);
    expect(await states()).toEqual(['waiting']);
    await here.pass(2_000);
    expect(written()).toEqual(['POST']);
    expect(here.platform.tasks.all).toHaveLength(1);
    expect(await states()).toEqual(['sent']);
    expect(await onlyTask()).toMatchObject({ sending: 'sent' });
  });

  test.each([-10, -6, 6, 10])('is found with clocks that differ by %i minutes', async (aheadMin) => {
    const there = () => testDesk.clock.now + aheadMin * 60_000;
    Object.assign(here.platform, { clock: there });
    here.platform.tasks.clock = there;
    loseAnswersOf(isCreate);
    await create();
    await here.pass(0);
    await here.pass(2_000);
    expect(written()).toEqual(['POST']);
    expect(await states()).toEqual(['sent']);
  });

  test.each<Reply>(['silence', 'reset', { status: 503, body: {} }, { status: 502, body: '<p>Bad gateway</p>' }])(
    'is found, and the task not sent again, where the platform creates it seconds after %j',
    async (reply) => {
      // a silent request ends at once
      const start = AbortSignal.timeout.bind(AbortSignal);
      holdDeadlines(() => start(1));
      const received: FakeRequest[] = [];
      here.platform.fault = (request) => {
        if (!isCreate(request)) return null;
        received.push(request);
        return reply;
      };
      await create();
      await here.pass(0);
      await here.pass(2_000);
      testDesk.clock.now += 6_000;
      for (const request of received) here.platform.tasks.answer(request);
      await here.pass(54_000);
      expect(written()).toEqual(['POST']);
      expect(await states()).toEqual(['sent']);
      expect(here.platform.tasks.all).toHaveLength(1);
    },
  );

  test('control: if the list does not show it for a minute, it is sent again and there are two', async () => {
    loseAnswersOf(isCreate);
    await create();
    await here.pass(0);
    here.platform.fault = ({ method }) => (method === 'GET' ? { status: 200, body: [] } : null);
    await here.pass(2_000);
    expect(written()).toEqual(['POST']);
    await here.pass(58_000);
    expect(written()).toEqual(['POST', 'POST']);
    expect(here.platform.tasks.all).toHaveLength(2);
  });

  test('is not sent again where the platform created it, without an id, in other words: the refusal is shown', async () => {
    here.platform.dialect = (reply, request) => (isCreate(request) ? { status: 201, body: {} } : reply);
    const { changeId } = await create();
    await here.pass(0);
    const [task] = here.platform.tasks.all;
    here.platform.tasks.change(task?.id ?? '', { name: 'THE INTRODUCTION' });
    for (let time = 0; time < 20; time += 1) await here.pass(300_000);
    expect(written()).toEqual(['POST']);
    expect(await states()).toEqual(['refused']);
    const isHere = eq(taskChanges.locationId, here.location.id);
    // as a manager does with "Try again"
    await testDesk.desk.db
      .update(taskChanges)
      .set({ state: 'waiting', nextAttemptAt: new Date(0) })
      .where(isHere);
    await here.pass(300_000);
    expect(written()).toEqual(['POST']);
    expect(await states()).toEqual(['refused']);
    expect((await view()).tasks).toContainEqual(expect.objectContaining({ sending: { refused: 'createdElsewhere' } }));
    await mirrorTasks({ desk: testDesk.desk, actor: here.actor });
    await acknowledgeRefusal({ desk: testDesk.desk, actor: here.actor }, { taskId: changeId });
    expect(await onlyTask()).toMatchObject({ name: 'THE INTRODUCTION', sending: 'sent' });
  });

  test('is given up where the desk itself fails at it again and again after the platform created it without an id', async () => {
    here.platform.dialect = (reply, request) => (isCreate(request) ? { status: 201, body: {} } : reply);
    await create();
    await here.pass(0);
    // an error of the desk: a new task always has content
    await testDesk.desk.db
      .update(taskChanges)
      .set({ content: null })
      .where(eq(taskChanges.locationId, here.location.id));
    await here.pass(300_000);
    expect(await states()).toEqual(['waiting']);
    for (let time = 0; time < 40; time += 1) await here.pass(300_000);
    expect(written()).toEqual(['POST']);
    expect(await states()).toEqual(['refused']);
  });

  test('is found where the platform created it without an id, also after the list failed', async () => {
    here.platform.dialect = (reply, request) => (isCreate(request) ? { status: 201, body: {} } : reply);
    await create();
    await here.pass(0);
    here.platform.fault = ({ method }) => (method === 'GET' ? { status: 503, body: {} } : null);
    await here.pass(300_000);
    here.platform.fault = () => null;
    await here.pass(300_000);
    expect(written()).toEqual(['POST']);
    expect(await states()).toEqual(['sent']);
    expect(await onlyTask()).toMatchObject({ name: 'the introduction', sending: 'sent' });
  });

  test('is sent again if it never arrived', async () => {
    let isFirst = true;
    here.platform.fault = (request) => {
      if (!isCreate(request) || !isFirst) return null;
      isFirst = false;
      return 'reset';
    };
    await create();
    await here.pass(0);
    await here.pass(2_000);
    expect(here.platform.tasks.all).toEqual([]);
    await here.pass(58_000);
    expect(here.platform.tasks.all).toHaveLength(1);
    expect(await states()).toEqual(['sent']);
  });

  test('is sent again without that wait where there was no connection', async () => {
    await here.platform.stop();
    await create();
    await here.pass(0);
    expect(await states()).toEqual(['waiting']);
    await here.platform.start();
    await here.pass(2_000);
    expect(written()).toEqual(['POST']);
    expect(await states()).toEqual(['sent']);
  });

  test('is only searched for where its process stopped before the answer', async () => {
    const held = holdAnswer();
    here.platform.fault = (request) =>
      isCreate(request) && written().length === 1 ? { status: 503, body: {}, after: held.promise } : null;
    await create();
    const late = here.pass(0);
    await until(() => expect(written()).toEqual(['POST']));
    await releaseClaims(testDesk.desk.db, taskLedger(testDesk.desk), await changes());
    const [key] = await dueHere();
    if (!key) throw new Error('It is due again.');
    await sendTaskChange(testDesk.another(), { key });
    expect([written(), await states()]).toEqual([['POST'], ['waiting']]);
    held.release();
    await late;
  });

  test('is not sent by an attempt that goes on after its claim was freed and another attempt has sent it', async () => {
    await create();
    const [key] = await dueHere();
    if (!key) throw new Error('It is due.');
    const [claimed, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const frozen = sendTaskChange(testDesk.another(), {
      key,
      claimRow: async (set) => {
        const row = await claim(testDesk.desk.db, taskLedger(testDesk.desk), { key, set });
        claimed.resolve();
        await goOn.promise;
        return row;
      },
    });
    await claimed.promise;
    testDesk.clock.now += 61_000;
    await freeStuck(testDesk.desk.db, taskLedger(testDesk.desk));
    await here.pass(0);
    expect(await states()).toEqual(['sent']);
    goOn.resolve();
    await frozen;
    expect(written()).toEqual(['POST']);
    expect(here.platform.tasks.all).toHaveLength(1);
  });

  test('is not mistaken for an equal task that another person created before', async () => {
    const theirs = here.platform.tasks.set({
      targetId: lena,
      name: 'the introduction',
      type: 'GENERAL',
      dueDate: '2026-11-21',
      authorId: ownAccount,
    });
    await mirrorTasks({ desk: testDesk.desk, actor: here.actor });
    here.platform.fault = (request) => (isCreate(request) ? 'reset' : null);
    await create();
    await here.pass(0);
    here.platform.fault = () => null;
    await here.pass(2_000);
    await here.pass(58_000);
    expect(here.platform.tasks.all).toHaveLength(2);
    expect((await view()).tasks).toHaveLength(2);
    expect(theirs.id).toBe('1000');
  });

  test('and the mirror, which reads the task first, adds no second one', async () => {
    loseAnswersOf(isCreate);
    await create();
    await here.pass(0);
    await mirrorTasks({ desk: testDesk.desk, actor: here.actor });
    await onlyTask();
    await here.pass(2_000);
    await mirrorTasks({ desk: testDesk.desk, actor: here.actor });
    expect(await onlyTask()).toMatchObject({ sending: 'sent' });
    expect(here.platform.tasks.all).toHaveLength(1);
  });

  test('two equal tasks stay two, even if both answers are lost', async () => {
    loseAnswersOf(isCreate, 2);
    await create();
    await create();
    await here.pass(0);
    await here.pass(2_000);
    await mirrorTasks({ desk: testDesk.desk, actor: here.actor });
    expect(here.platform.tasks.all).toHaveLength(2);
    expect((await view()).tasks).toHaveLength(2);
  });

  test('two equal tasks stay two where only one has arrived and both are searched for at the same time', async () => {
    loseAnswersOf(isCreate);
    await create();
    await here.pass(0);
    here.platform.fault = (request) => (isCreate(request) ? 'reset' : null);
    await create();
    await here.pass(0);
    testDesk.clock.now += 10_000;
    const [asked, bothAsked] = [[] as FakeRequest[], Promise.withResolvers<void>()];
    holdDeadlines();
    here.platform.fault = async (request) => {
      if (request.path !== '/api/v2/tasks') return null;
      asked.push(request);
      if (asked.length === 2) bothAsked.resolve();
      await bothAsked.promise;
      return null;
    };
    const [first, second] = await dueHere();
    if (!first || !second) throw new Error('Both are due.');
    await Promise.all([
      sendTaskChange(testDesk.desk, { key: first }),
      sendTaskChange(testDesk.another(), { key: second }),
    ]);
    here.platform.fault = () => null;
    expect([(await states()).toSorted(), (await view()).tasks.length]).toEqual([['sent', 'waiting'], 2]);
    await here.pass(300_000);
    expect([await states(), here.platform.tasks.all.length]).toEqual([['sent', 'sent'], 2]);
    await mirrorTasks({ desk: testDesk.desk, actor: here.actor });
    expect((await view()).tasks).toHaveLength(2);
  });
});

describe('completing', () => {
  test('is shown at once with completer and time, and sent once it can no longer be undone', async () => {
    const task = await known();
    const at = new Date(testDesk.clock.now).toISOString();
    await setStatus('complete', task.id);
    expect(await onlyTask()).toMatchObject({
      isCompleted: true,
      completedAt: at,
      completer: { name: 'Mira Sommer', isMe: true },
    });
    await here.pass(9_999);
    expect(written()).toEqual([]);
    await here.pass(1);
    expect(here.platform.tasks.all).toMatchObject([{ completed: true, completerId: ownAccount }]);
    expect(here.platform.tasks.all[0]?.authorId).toBe('account-of-trainer');
    expect(await onlyTask()).toMatchObject({ completedAt: at, sending: 'sent' });
  });

  test('is never sent if it is undone in time', async () => {
    const task = await known();
    await setStatus('complete', task.id);
    await setStatus('reopen', task.id);
    expect(await onlyTask()).toMatchObject({ isCompleted: false, sending: 'sent' });
    await here.pass(60_000);
    expect(written()).toEqual([]);
    expect(await states()).toEqual(['undone', 'undone']);
  });

  test('is reopened at the platform if it is undone after an attempt', async () => {
    const task = await known();
    loseAnswersOf(({ method }) => method === 'PUT');
    await setStatus('complete', task.id);
    await here.pass(10_000);
    expect(here.platform.tasks.all).toMatchObject([{ completed: true }]);
    await setStatus('reopen', task.id);
    await here.pass(60_000);
    expect(here.platform.tasks.all).toMatchObject([{ completed: false }]);
    expect(await onlyTask()).toMatchObject({ isCompleted: false, sending: 'sent' });
    expect(await states()).toEqual(['sent', 'sent']);
  });

  test('keeps the first completer of a task that is completed already, here and at the platform', async () => {
    const task = await known();
    here.platform.tasks.change(task.platformId, { completed: true, completerId: 'account-of-jonas' });
    await setStatus('complete', task.id);
    await here.pass(10_000);
    expect(written()).toEqual([]);
    expect(here.platform.tasks.all).toMatchObject([{ completerId: 'account-of-jonas' }]);
    expect(await setStatus('complete', task.id)).toEqual({ kind: 'recorded' });
    await here.pass(10_000);
    expect(written()).toEqual([]);
  });

  test('a repeated request after a reopening does not complete the task again', async () => {
    const task = await known({ completed: true });
    const input = { ...base(), kind: 'complete', taskId: task.id } as const;
    await record(input);
    await setStatus('reopen', task.id);
    await record(input);
    expect(await onlyTask()).toMatchObject({ isCompleted: false });
  });

  test('stays shown where a list was asked for before it was sent, and is stored after it', async () => {
    const task = await known();
    await setStatus('complete', task.id);
    const [asked, late] = [Promise.withResolvers<void>(), holdAnswer()];
    const list = { status: 200, body: structuredClone(here.platform.tasks.all), after: late.promise };
    let mirrored: Promise<void> | undefined;
    here.platform.fault = async ({ method, path }) => {
      if (path === '/api/v2/tasks') {
        asked.resolve();
        return list;
      }
      if (method !== 'PUT') return null;
      testDesk.clock.now += 1_000;
      mirrored = mirrorTasks({ desk: testDesk.another(), actor: here.actor });
      await asked.promise;
      testDesk.clock.now += 1_000;
      return null;
    };
    await here.pass(10_000);
    late.release();
    await mirrored;
    expect(here.platform.tasks.all).toMatchObject([{ completed: true }]);
    expect(await onlyTask()).toMatchObject({ isCompleted: true, sending: 'sent' });
  });

  test('of a task that the platform does not have yet waits for it', async () => {
    here.platform.fault = (request) => (isCreate(request) ? { status: 503, body: {} } : null);
    const { changeId } = await create();
    await setStatus('complete', changeId);
    await here.pass(20_000);
    expect(here.platform.tasks.all).toEqual([]);
    here.platform.fault = () => null;
    await here.pass(600_000);
    expect(here.platform.tasks.all).toMatchObject([{ completed: true }]);
    expect(await states()).toEqual(['sent', 'sent']);
  });

  test('is attempted once by two concurrent workers', async () => {
    const task = await known();
    await setStatus('complete', task.id);
    testDesk.clock.now += 10_000;
    const [change] = await dueHere();
    if (!change) throw new Error('Nothing is due.');
    await Promise.all([
      sendTaskChange(testDesk.desk, { key: change }),
      sendTaskChange(testDesk.another(), { key: change }),
    ]);
    expect(written()).toEqual(['PUT']);
  });
});

describe('editing', () => {
  test('changes of two people to different fields are merged', async () => {
    const task = await known({ name: 'Test', dueDate: '2026-11-21' });
    here.platform.tasks.change(task.platformId, { dueDate: '2026-12-01' });
    await edit(task.id, { name: { from: 'Test', to: 'Strength' } });
    await here.pass(0);
    expect(here.platform.tasks.all).toMatchObject([{ name: 'Strength', dueDate: '2026-12-01' }]);
    expect(await onlyTask()).toMatchObject({ name: 'Strength', dueDate: '2026-12-01', sending: 'sent' });
  });

  test('of two people at this desk, the later one is shown the first one’s edit', async () => {
    const task = await known({ dueDate: '2026-11-21' });
    await edit(task.id, { dueDate: { from: '2026-11-21', to: '2026-11-25' } });
    expect(await edit(task.id, { dueDate: { from: '2026-11-21', to: '2026-11-28' } })).toMatchObject({
      kind: 'changedMeanwhile',
      current: { dueDate: '2026-11-25' },
      member: expect.stringMatching(/^Lena Vogt\d+$/),
    });
    expect(await edit(task.id, { dueDate: { from: '2026-11-25', to: '2026-11-28' } })).toEqual({ kind: 'recorded' });
    await here.pass(0);
    expect(here.platform.tasks.all).toMatchObject([{ dueDate: '2026-11-28' }]);
  });

  test('an edit that its user was asked about is not recorded without a decision, also where the former value is back', async () => {
    const task = await known({ dueDate: '2026-11-21' });
    const undecided = { ...base(), kind: 'edit', taskId: task.id, isUndecided: true } as const;
    const edits = { dueDate: { from: '2026-11-21', to: '2026-11-28' } };
    expect(await record({ ...undecided, edits })).toMatchObject({
      kind: 'changedMeanwhile',
      current: { dueDate: '2026-11-21' },
    });
    expect(await onlyTask()).toMatchObject({ dueDate: '2026-11-21', sending: 'sent' });
    // where the task is as the user wanted it, nothing is left to decide
    await edit(task.id, edits);
    expect(await record({ ...undecided, edits })).toEqual({ kind: 'recorded' });
  });

  test('an edit made elsewhere is not overwritten, and the conflict is shown until it is acknowledged', async () => {
    const task = await known({ name: 'Test' });
    here.platform.tasks.change(task.platformId, { name: 'Theirs' });
    await edit(task.id, { name: { from: 'Test', to: 'Mine' } });
    expect(await onlyTask()).toMatchObject({ name: 'Mine', sending: 'waiting' });
    await here.pass(0);
    expect(here.platform.tasks.all).toMatchObject([{ name: 'Theirs' }]);
    expect(await onlyTask()).toMatchObject({ name: 'Theirs', sending: { refused: 'changedMeanwhile' } });
    await acknowledgeRefusal({ desk: testDesk.desk, actor: here.actor }, { taskId: task.id });
    expect(await onlyTask()).toMatchObject({ name: 'Theirs', sending: 'sent' });
  });

  test('a task of another platform with a longer name and type than the desk allows is shown and changed', async () => {
    const long = { name: 'n'.repeat(5_000), type: 'T'.repeat(200) };
    const { id } = await known({ ...long, dueDate: '2026-11-20' });
    expect(await onlyTask()).toMatchObject(long);
    const edits = {
      type: { from: long.type, to: 'GENERAL' },
      dueDate: { from: '2026-11-20', to: '2026-11-23' },
    };
    expect(await record(taskChangeInput.parse({ ...base(), kind: 'edit', taskId: id, edits }))).toEqual({
      kind: 'recorded',
    });
    await here.pass(0);
    const changed = { name: long.name, type: 'GENERAL', dueDate: '2026-11-23' };
    expect(here.platform.tasks.all).toMatchObject([changed]);
    expect(await onlyTask()).toMatchObject({ ...changed, sending: 'sent' });
  });

  test('does not change whether a task is completed', async () => {
    const task = await known();
    here.platform.tasks.change(task.platformId, { completed: true, completerId: 'account-of-jonas' });
    await edit(task.id, { name: { from: 'Introduction', to: 'Intro' } });
    await here.pass(0);
    expect(here.platform.tasks.all).toMatchObject([
      { name: 'Intro', completed: true, completerId: 'account-of-jonas' },
    ]);
  });

  test('a lost answer does not conflict with the change itself', async () => {
    const task = await known();
    loseAnswersOf(({ method }) => method === 'PUT');
    await edit(task.id, { name: { from: 'Introduction', to: 'Intro' } });
    await here.pass(0);
    await here.pass(2_000);
    expect(written()).toEqual(['PUT']);
    expect(await states()).toEqual(['sent']);
  });
});

describe('a change that the platform will never accept', () => {
  test('is shown at the task until it is acknowledged', async () => {
    here.platform.fault = (request) =>
      isCreate(request) ? { status: 404, body: { errorCode: 'notFound', metadata: { entity: 'ACCOUNT' } } } : null;
    const { changeId } = await create();
    await setStatus('complete', changeId);
    await here.pass(20_000);
    expect(await states()).toEqual(['refused', 'refused']);
    testDesk.clock.now += 48 * 3_600_000;
    await mirrorTasks({ desk: testDesk.desk, actor: here.actor });
    expect(await onlyTask()).toMatchObject({ sending: { refused: 'taskGone' } });
    await acknowledgeRefusal({ desk: testDesk.desk, actor: here.actor }, { taskId: changeId });
    expect((await view()).tasks).toEqual([]);
  });

  test('is refused for a new task whose author was erased before it was sent', async () => {
    await create();
    const { desk } = testDesk;
    await desk.db.transaction((tx) => forgetMember(tx, desk, { locationId: here.location.id, accountId: ownAccount }));
    await here.pass(0);
    expect(written()).toEqual([]);
    expect(await onlyTask()).toMatchObject({ sending: { refused: 'accountUnknown' } });
    testDesk.clock.now += 120_000;
    await freeStuck(desk.db, taskLedger(desk));
    await here.pass(0);
    expect(await states()).toEqual(['refused']);
  });

  test('is given up after repeated errors of the desk itself, while changes of other tasks are sent', async () => {
    const { changeId } = await create();
    const noContent = { name: 'no day', type: 'GENERAL' } as TaskContent; // safe because: an invalid value is intended here
    await testDesk.desk.db.update(taskChanges).set({ content: noContent }).where(eq(taskChanges.changeId, changeId));
    testDesk.logged.length = 0;
    await here.pass(0);
    expect(await states()).toEqual(['waiting']);
    await create();
    await here.pass(0);
    expect(here.platform.tasks.all).toHaveLength(1);
    for (let attempt = 1; attempt < 30; attempt += 1) await here.pass(300_000);
    expect(await states()).toEqual(['refused', 'sent']);
    expect(testDesk.logged.map(([, message]) => message)).toEqual([
      ...Array(29).fill('a change of a task could not be attempted'),
      'a change of a task is given up',
    ]);
  });

  test('is refused for a task that is gone', async () => {
    const task = await known();
    here.platform.tasks.all.length = 0;
    await setStatus('complete', task.id);
    await here.pass(10_000);
    expect(await onlyTask()).toMatchObject({ sending: { refused: 'taskGone' } });
    expect(await setStatus('reopen', randomUUID())).toEqual({ kind: 'taskGone' });
  });

  test.each([[{}], [{ metadata: {} }], [{ metadata: { entity: 'GYM_LOCATION' } }]])(
    'a task that the platform does not know is gone also where it answers %j, and is removed once that is seen',
    async (told) => {
      const task = await known();
      here.platform.fault = ({ method, path }) =>
        method === 'GET' && path.endsWith(task.platformId)
          ? { status: 404, body: { errorCode: 'notFound', ...told } }
          : null;
      await setStatus('complete', task.id);
      await here.pass(10_000);
      expect(await onlyTask()).toMatchObject({ sending: { refused: 'taskGone' } });
      await acknowledgeRefusal({ desk: testDesk.desk, actor: here.actor }, { taskId: task.id });
      expect((await view()).tasks).toEqual([]);
    },
  );

  test('a person whom the platform does not know is told as such, also where it does not name them', async () => {
    const task = await known();
    here.platform.fault = ({ method }) => (method === 'PUT' ? { status: 404, body: { errorCode: 'notFound' } } : null);
    await setStatus('complete', task.id);
    await here.pass(10_000);
    expect(await onlyTask()).toMatchObject({ sending: { refused: 'accountUnknown' } });
  });
});

describe('nothing is lost', () => {
  test('while the platform is unavailable: changes wait, and are sent once when it is back', async () => {
    const task = await known();
    await here.platform.stop();
    await setStatus('complete', task.id);
    await create();
    await here.pass(15_000);
    expect(await states()).toEqual(['waiting', 'waiting']);
    await here.platform.start();
    await here.pass(300_000);
    expect(here.platform.tasks.all).toMatchObject([{ completed: true }, { name: 'the introduction' }]);
    expect(written().toSorted()).toEqual(['POST', 'PUT']);
  });

  test('when a process dies during an attempt', async () => {
    const { changeId } = await create();
    const of = eq(taskChanges.changeId, changeId);
    const claimedAt = new Date(testDesk.clock.now);
    await testDesk.desk.db.update(taskChanges).set({ state: 'sending', claimedAt, attempts: 1 }).where(of);
    await freeStuck(testDesk.desk.db, taskLedger(testDesk.desk));
    expect(await dueHere()).toEqual([]);
    testDesk.clock.now += 61_000;
    await freeStuck(testDesk.desk.db, taskLedger(testDesk.desk));
    await here.pass(0);
    expect(here.platform.tasks.all).toHaveLength(1);
  });

  test('when there is no notice that it is due', async () => {
    await create();
    await here.pass(0);
    expect(here.platform.tasks.all).toHaveLength(1);
  });
});

test('open windows are notified of a change when it is recorded and when it is sent', async () => {
  const live = await startLiveEvents(testDesk.databaseUrl, testDesk.desk.log);
  onTestFinished(() => live.stop());
  const heard: string[] = [];
  live.subscribe(here.location.id, (event) => heard.push(event));
  await create();
  await until(() => expect(heard).toEqual(['tasks']));
  await here.pass(0);
  await until(() => expect(heard).toEqual(['tasks', 'tasks']));
});

test('a change has the time of the desk’s clock, even from a tablet whose clock is wrong', async () => {
  const task = await known();
  const wrong = testDesk.clock.now - 3_600_000;
  await record({ ...base(), kind: 'complete', taskId: task.id, at: wrong - 60_000, sentAt: wrong });
  expect(await onlyTask()).toMatchObject({ completedAt: new Date(testDesk.clock.now - 60_000).toISOString() });
});
