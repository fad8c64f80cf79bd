import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ForeignAnswer } from '#lib/browser/base/ask-desk.ts';
import { foreignAnswers } from '#lib/testing/foreign-answers.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { ChangeOutcome, TaskChangeRequest } from '#lib/wire/tasks.ts';
import { longestWaitMs } from '#shared/testing/limits.ts';
import { type ChangeQueue, createChangeQueue } from './change-queue.ts';
import { type ChangeStore, hasText } from './change-store.ts';
import { createHeardQueue } from './changes-of-window.ts';
import { holdsPage } from './holds-page.ts';
import { sendChange } from './send-change.ts';

type Answer = ActionResult<ChangeOutcome>;
const recorded: Answer = { ok: true, value: { kind: 'recorded' } };
const broken: Answer = {
  ok: false,
  error: { code: 'unexpected', message: '', requestId: 'r', retryable: true },
};
const signedOut: Answer = {
  ok: false,
  error: { code: 'signedOut', message: '', requestId: 'r', retryable: false },
};

let answer: (request: TaskChangeRequest) => Promise<Answer>;
let sent: string[];
let answered: string[];
let stored: Map<string, TaskChangeRequest>;
let queue: ChangeQueue;

const place = { locationId: 'l-1', staffId: 's-1' };
const change = (changeId: string, kind: 'complete' | 'reopen' = 'complete', taskId = 't-1'): TaskChangeRequest => ({
  ...place,
  changeId,
  kind,
  taskId,
  at: sent.length + stored.size + 1,
});
const waiting = () => queue.getState().requests.map(({ changeId }) => changeId);

function openStore(): ChangeStore {
  return {
    keeps: (request) => !hasText(request),
    save: async (request) => void (hasText(request) || stored.set(request.changeId, request)),
    remove: async (changeId) => void stored.delete(changeId),
    load: async () => ({ items: [...stored.values()], unreadable: [] }),
  };
}
const send = (request: TaskChangeRequest) => {
  sent.push(request.changeId);
  return answer(request);
};

const openHeard = () =>
  createHeardQueue({ store: openStore(), send, otherWindows: { tell: () => {}, listen: () => {} } });

function openQueue() {
  return createChangeQueue({
    store: openStore(),
    send,
    onAnswer: ({ changeId }, result) =>
      answered.push(`${changeId} ${result.ok ? result.value.kind : result.error.code}`),
  });
}

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  sent = [];
  answered = [];
  stored = new Map();
  answer = async () => recorded;
  queue = openQueue();
});
afterEach(() => {
  queue.dispose();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const away = () => Promise.reject(new TypeError('Failed to fetch'));

test('changes are sent one after the other, in the order they were made', async () => {
  let release = () => {};
  answer = () =>
    new Promise((resolve) => {
      release = () => resolve(recorded);
    });
  queue.add(change('a'));
  queue.add(change('b', 'reopen'));
  await pass(0);
  expect(sent).toEqual(['a']);
  release();
  await pass(0);
  expect(sent).toEqual(['a', 'b']);
  expect(waiting()).toEqual(['b']);
});

test('Retry-After of the desk is honoured', async () => {
  const asked = vi.fn(async () => new Response(null, { status: 503, headers: { 'retry-after': '30' } }));
  vi.stubGlobal('fetch', asked);
  answer = (request) => sendChange(request, new AbortController().signal);
  queue.add(change('a'));
  queue.add(change('b'));
  await pass(29_900);
  expect(sent).toEqual(['a']);
  answer = async () => recorded;
  await pass(15_200);
  expect([sent, waiting()]).toEqual([['a', 'a', 'b'], []]);
  expect(asked).toHaveBeenCalledOnce();
});

test('while the desk is unreachable changes wait, and are retried in order', async () => {
  answer = away;
  queue.add(change('a'));
  await pass(0);
  queue.add(change('b', 'reopen'));
  await pass(499);
  expect(sent).toEqual(['a']);
  expect(queue.getState()).toMatchObject({
    cause: 'deskUnreachable',
    requests: [{ changeId: 'a' }, { changeId: 'b' }],
  });
  answer = async () => recorded;
  await pass(1_501);
  expect(sent).toEqual(['a', 'a', 'b']);
  expect(queue.getState()).toMatchObject({ requests: [], cause: null });
  expect(stored.size).toBe(0);
});

test('a change that fails holds up only its own task', async () => {
  answer = async ({ changeId }) => (changeId === 'bad' ? broken : recorded);
  queue.add(change('bad'));
  queue.add(change('after', 'reopen'));
  queue.add(change('other', 'complete', 't-2'));
  await pass(0);
  expect(sent).toEqual(['bad', 'other']);
  expect(waiting()).toEqual(['bad', 'after']);
  answer = async () => recorded;
  await pass(2_000);
  expect(sent).toEqual(['bad', 'other', 'bad', 'after']);
});

test.each(foreignAnswers)(
  'if another server answers in place of the desk (%s), changes wait, are listed, and are retried',
  async (_, foreign) => {
    let isForeign = true;
    vi.stubGlobal('fetch', async () => (isForeign ? foreign() : Response.json(recorded)));
    answer = (request) => sendChange(request, AbortSignal.timeout(longestWaitMs));
    queue.add(change('a'));
    await pass(0);
    queue.add(change('b', 'reopen'));
    await pass(20_000);
    expect(queue.getState()).toMatchObject({
      cause: 'deskUnreachable',
      requests: [{ changeId: 'a' }, { changeId: 'b' }],
    });
    expect([answered, [...stored.keys()]]).toEqual([[], ['a', 'b']]);

    isForeign = false;
    await pass(120_000);
    expect(queue.getState()).toEqual({ requests: [], cause: null, unreadable: [], notUnderstood: [] });
    expect([answered, stored.size]).toEqual([['a recorded', 'b recorded'], 0]);
  },
);

const ofNewerDesk = async (): Promise<Answer> => {
  throw new ForeignAnswer('of a newer desk');
};
const isPageHeld = () => holdsPage(queue.getState().requests, queue.getState().notUnderstood);

test('a response that this page cannot parse holds up only its own task, and no reload', async () => {
  answer = async ({ changeId }) => (changeId === 'new' ? ofNewerDesk() : recorded);
  queue.add(change('new'));
  expect(isPageHeld()).toBe(true);
  queue.add(change('after', 'reopen'));
  queue.add(change('other', 'complete', 't-2'));
  await pass(0);
  expect(sent).toEqual(['new', 'other']);
  expect(waiting()).toEqual(['new', 'after']);
  expect(queue.getState()).toMatchObject({ cause: 'deskUnreachable', notUnderstood: ['new', 'after'] });
  expect(isPageHeld()).toBe(false);

  // now the desk is unreachable: this page itself may send them later
  answer = away;
  await pass(2_000);
  expect(queue.getState().notUnderstood).toEqual([]);
  expect(isPageHeld()).toBe(true);
  answer = async () => recorded;
  await pass(120_000);
  expect(queue.getState()).toEqual({ requests: [], cause: null, unreadable: [], notUnderstood: [] });
});

test('a change with typed text whose response cannot be parsed holds up a reload, as it is stored nowhere else', async () => {
  answer = ofNewerDesk;
  const edits = { name: { from: 'a', to: 'b' } };
  queue.add({ ...place, changeId: 'typed', kind: 'edit', taskId: 't-1', edits, at: 1 });
  queue.add(change('after'));
  await pass(60_000);
  expect(queue.getState().notUnderstood).toEqual(['after']);
  expect(isPageHeld()).toBe(true);
});

test('a desk that cannot write is distinguished from an unreachable one, as long as it lasts', async () => {
  answer = async () => ({ ok: false, error: { code: 'storageFailed', message: '', requestId: 'r', retryable: true } });
  queue.add(change('a'));
  queue.add(change('b', 'complete', 't-2'));
  await pass(0);
  expect(queue.getState()).toMatchObject({ cause: 'storageFailed', requests: [{ changeId: 'a' }, { changeId: 'b' }] });
  answer = away;
  await pass(20_000);
  expect(queue.getState().cause).toBe('deskUnreachable');
  answer = async () => recorded;
  await pass(20_000);
  expect(queue.getState()).toMatchObject({ cause: null, requests: [] });
});

test('a final refusal removes the change from the queue and is reported', async () => {
  answer = async () => ({ ok: true, value: { kind: 'taskGone' } });
  queue.add(change('a'));
  await pass(0);
  expect(answered).toEqual(['a taskGone']);
  expect(waiting()).toEqual([]);
});

test('a sign-out loses no change', async () => {
  answer = async () => signedOut;
  queue.add(change('a'));
  await pass(0);
  expect(answered).toEqual(['a signedOut']);
  expect(waiting()).toEqual(['a']);
  expect([...stored.keys()]).toEqual(['a']);
});

test('a stored change that cannot be decrypted holds up no other, and stays until it is removed', async () => {
  const removed: string[] = [];
  queue.dispose();
  queue = createChangeQueue({
    send,
    onAnswer: () => {},
    store: {
      ...openStore(),
      remove: async (changeId) => void removed.push(changeId),
      load: async () => ({ items: [change('a')], unreadable: ['broken'] }),
    },
  });
  await queue.restore();
  expect(sent).toEqual(['a']);
  expect(queue.getState()).toEqual({ requests: [], cause: null, unreadable: ['broken'], notUnderstood: [] });
  expect(removed).toEqual(['a']);
  queue.removeUnreadable();
  expect(queue.getState().unreadable).toEqual([]);
  expect(removed).toEqual(['a', 'broken']);
});

test('another page takes over stored changes and sends them before its own', async () => {
  answer = away;
  queue.add(change('a'));
  await pass(0);
  queue.dispose();
  queue = openQueue();
  answer = async () => recorded;
  await queue.restore();
  expect(sent).toEqual(['a', 'a']);
  expect(stored.size).toBe(0);
});

test('changes of a closed window are sent in order of their time, together with those of this page', async () => {
  answer = away;
  const earlier = change('a');
  queue.add({ ...change('b', 'reopen'), at: earlier.at + 1 });
  await pass(0);
  stored.set('a', earlier);
  answer = async () => recorded;
  await queue.restore();
  expect(sent).toEqual(['b', 'a', 'b']);
});

test('typed text is never stored', async () => {
  answer = away;
  const typed = { name: 'Knee of Mr. X', type: 'GENERAL' } as const;
  queue.add({ ...place, changeId: 'a', kind: 'create', accountId: 'm', what: typed, dueDate: '2026-11-21', at: 1 });
  const edits = { name: { from: 'a', to: 'b' } };
  queue.add({ ...place, changeId: 'b', kind: 'edit', taskId: 't', edits, at: 2 });
  queue.add({
    ...place,
    changeId: 'c',
    kind: 'create',
    accountId: 'm',
    what: { template: 'mobility' },
    dueDate: '2026-11-21',
    at: 3,
  });
  await pass(0);
  expect([...stored.keys()]).toEqual(['c']);
  expect(waiting()).toEqual(['a', 'b', 'c']);
});

test('an outcome that arrived between two pages is reported once by the next one', async () => {
  const heard = openHeard();
  const leave = heard.listen(() => {});
  leave();
  answer = async () => ({ ok: true, value: { kind: 'taskGone' } });
  heard.queue.add(change('a'));
  await pass(0);
  const told: string[] = [];
  const part = (name: string) =>
    heard.listen(({ changeId }, _, tells) => void told.push(`${name} ${changeId}${tells ? ' tells' : ''}`));
  part('one');
  part('two');
  heard.queue.add(change('b'));
  await pass(0);
  expect(told).toEqual(['one a tells', 'one b tells', 'two b']);
  heard.queue.dispose();
});

const notAllowed: Answer = {
  ok: false,
  error: { code: 'notAllowed', message: '', requestId: 'r', retryable: false },
};

test('a stored change of a colleague that this user may not send is not lost, and is sent for the next user', async () => {
  stored.set('a', change('a'));
  answer = async () => notAllowed;
  queue.setUser('s-2');
  await queue.restore();
  await pass(0);
  expect([sent, waiting(), answered, [...stored.keys()]]).toEqual([['a'], [], [], ['a']]);
  await queue.restore();
  await pass(0);
  expect(sent).toEqual(['a']);
  answer = async () => recorded;
  queue.setUser('s-1');
  await pass(0);
  expect([sent, answered, [...stored.keys()]]).toEqual([['a', 'a'], ['a recorded'], []]);
});

test('a change of one’s own that is not allowed is reported, and kept: another user may be signed in by now', async () => {
  answer = async () => notAllowed;
  queue.setUser('s-1');
  queue.add(change('a'));
  await pass(60_000);
  expect([sent, waiting(), answered, [...stored.keys()]]).toEqual([['a'], [], ['a notAllowed'], ['a']]);
  answer = async () => recorded;
  queue.noteSignIn();
  await pass(0);
  expect([sent, answered, stored.size]).toEqual([['a', 'a'], ['a notAllowed', 'a recorded'], 0]);
});

test('an own change that is still not allowed after 14 days is given up, and one of a colleague waits on', async () => {
  answer = async () => notAllowed;
  queue.setUser('s-1');
  queue.add(change('a'));
  queue.add({ ...change('b', 'complete', 't-2'), staffId: 's-2' });
  await pass(13 * 86_400_000);
  queue.noteSignIn();
  await pass(0);
  expect([...stored.keys()]).toEqual(['a', 'b']);
  await pass(2 * 86_400_000);
  queue.noteSignIn();
  await pass(0);
  expect([waiting(), [...stored.keys()]]).toEqual([[], ['b']]);
});

test('typed text that is not allowed waits in this window for a user who may send it, with later changes of its task', async () => {
  const typed = { name: 'Knee', type: 'GENERAL' } as const;
  answer = away;
  queue.setUser('s-1');
  queue.add({ ...place, changeId: 'a', kind: 'create', accountId: 'm', what: typed, dueDate: '2026-11-21', at: 1 });
  queue.add(change('b', 'complete', 'a'));
  queue.setUser('s-2');
  answer = async ({ staffId }) => (staffId === 's-2' ? recorded : notAllowed);
  queue.add({ ...change('c', 'complete', 't-2'), staffId: 's-2' });
  await pass(60_000);
  expect([waiting(), answered, queue.getState().cause]).toEqual([['a', 'b'], ['c recorded'], null]);
  const tries = () => sent.filter((changeId) => changeId === 'a').length;
  const before = tries();
  await pass(600_000);
  expect([tries(), vi.getTimerCount()]).toEqual([before, 0]);

  answer = async () => recorded;
  queue.setUser('s-1');
  await pass(0);
  expect([waiting(), answered.slice(1), stored.size]).toEqual([[], ['a recorded', 'b recorded'], 0]);
});

test('a stored change that was left to others is sent before typed text of the same task', async () => {
  answer = async () => notAllowed;
  queue.setUser('s-2');
  queue.add(change('a'));
  queue.add({ ...place, changeId: 'b', kind: 'edit', taskId: 't-1', edits: { name: { from: 'x', to: 'y' } }, at: 2 });
  await pass(0);
  expect([sent, waiting(), [...stored.keys()]]).toEqual([['a'], ['b'], ['a']]);
  answer = async () => recorded;
  queue.setUser('s-1');
  await pass(0);
  expect(answered).toEqual(['a recorded', 'b recorded']);
});

test('a refusal that arrives after a change of user has the change sent again as the present user', async () => {
  const late = Promise.withResolvers<Answer>();
  answer = () => late.promise;
  queue.setUser('s-2');
  queue.add(change('a'));
  await pass(0);
  queue.setUser('s-1');
  answer = async () => recorded;
  late.resolve(notAllowed);
  await pass(0);
  expect([sent, answered, stored.size]).toEqual([['a', 'a'], ['a recorded'], 0]);
});

test('a refusal that no page has heard is not reported to the next one, as the change is kept', async () => {
  const heard = openHeard();
  answer = async () => notAllowed;
  heard.queue.setUser('s-1');
  heard.queue.add(change('a'));
  await pass(0);
  const told: string[] = [];
  heard.listen(({ changeId }, result) => void told.push(`${changeId} ${result.ok}`));
  answer = async () => recorded;
  heard.queue.noteSignIn();
  await pass(0);
  expect(told).toEqual(['a true']);
  heard.queue.dispose();
});
