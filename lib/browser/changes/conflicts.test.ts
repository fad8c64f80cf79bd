import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { type ContentChange, conflictsOf, editContent, type TaskContent } from '#lib/wire/task-content.ts';
import type { ChangeOutcome, TaskChangeRequest } from '#lib/wire/tasks.ts';
import { type ChangeStore, hasText } from './change-store.ts';
import { createHeardQueue } from './changes-of-window.ts';
import type { Decision } from './conflicts.ts';
import type { DecisionChannel } from './decision-channel.ts';

type EditRequest = Extract<TaskChangeRequest, { kind: 'edit' }>;

const place = { locationId: 'l-1', staffId: 's-1' };
const introduction = { name: 'Introduction', type: null, dueDate: '2026-11-24' };
/** The desk's tasks. */
let tasks: Record<string, TaskContent>;
let recorded: Set<string>;
let stored: Map<string, TaskChangeRequest>;
let holdSaves: Promise<void>;
let holdAnswers: Promise<void>;
let open: ReturnType<typeof createHeardQueue>[];
const windows = new Set<(decision: Decision) => void>();

beforeEach(() => {
  tasks = { 't-1': introduction, 't-2': introduction };
  recorded = new Set();
  stored = new Map();
  holdSaves = Promise.resolve();
  holdAnswers = Promise.resolve();
  open = [];
  windows.clear();
});
afterEach(() => {
  for (const { queue } of open) queue.dispose();
});

/** As the desk records an edit. */
async function send(request: TaskChangeRequest): Promise<ActionResult<ChangeOutcome>> {
  if (request.kind !== 'edit') throw new Error('Only edits are made here.');
  await holdAnswers;
  const { changeId, taskId, edits, isUndecided } = request;
  const current = tasks[taskId] ?? introduction;
  if (!recorded.has(changeId) && conflictsOf(current, edits, isUndecided).length > 0) {
    return { ok: true, value: { kind: 'changedMeanwhile', current, member: 'Lena Vogt' } };
  }
  recorded.add(changeId);
  tasks[taskId] = editContent(current, edits);
  return { ok: true, value: { kind: 'recorded' } };
}

function openStore(): ChangeStore {
  const kept = new Set<string>();
  return {
    keeps: ({ changeId }) => kept.has(changeId),
    async save(request) {
      if (hasText(request)) return;
      await holdSaves;
      stored.set(request.changeId, request);
      kept.add(request.changeId);
    },
    remove: async (changeId) => void stored.delete(changeId),
    load: async () => ({ items: [...stored.values()], unreadable: [] }),
  };
}

/** A window hears what the others tell. */
function joinWindows(): DecisionChannel {
  let own = (_: Decision) => {};
  return {
    tell: (decision) => {
      for (const hear of windows) if (hear !== own) hear(decision);
    },
    listen: (listener) => {
      own = listener;
      windows.add(listener);
    },
  };
}

function openWindow() {
  const heard = createHeardQueue({ store: openStore(), send, otherWindows: joinWindows() });
  open.push(heard);
  return heard;
}
type Window = ReturnType<typeof openWindow>;
const asked = ({ conflicts }: Window) => conflicts.getState().map(({ changeId, edits }) => [changeId, edits]);
/** All that is under way in the windows is done: their desk and their store answer at once. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Edits of one user, in the order of their times. */
const edit = (changeId: string, edits: ContentChange, at = 1, taskId = 't-1'): EditRequest => ({
  ...place,
  changeId,
  kind: 'edit',
  taskId,
  edits,
  at,
});
const due = (from: string, to: string) => ({ dueDate: { from, to } });
/** A colleague had set another day. */
const conflicting = (changeId: string, at = 1, taskId = 't-1') =>
  edit(changeId, due('2026-11-20', '2026-11-21'), at, taskId);

async function openAsked() {
  const window = openWindow();
  void window.queue.add(conflicting('a'));
  await settle();
  expect(asked(window)).toEqual([['a', due('2026-11-20', '2026-11-21')]]);
  return window;
}

test('conflicts are kept until each is decided, however many arise at once and whichever page listens', async () => {
  const { queue, conflicts, listen } = openWindow();
  void queue.add(conflicting('a'));
  void queue.add(conflicting('b', 1, 't-2'));
  await settle();
  listen(() => {});
  const seen: string[][] = [];
  conflicts.subscribe(() => seen.push(conflicts.getState().map(({ changeId }) => changeId)));
  const kept = { ...place, current: introduction, member: 'Lena Vogt' };
  expect(conflicts.getState()).toMatchObject([
    { ...kept, taskId: 't-1' },
    { ...kept, taskId: 't-2' },
  ]);
  conflicts.end('a');
  conflicts.end('b');
  expect(seen).toEqual([['b'], []]);
});

test('two edits of one task that conflict are one question: the later value, and the task as it is now', async () => {
  const { queue, conflicts } = await openAsked();
  const now = { ...introduction, dueDate: '2026-11-26' };
  tasks['t-1'] = now;
  void queue.add(edit('b', due('2026-11-21', '2026-11-22'), 2));
  void queue.add({ ...conflicting('c'), staffId: 's-2' });
  await settle();
  expect(conflicts.getState()).toMatchObject([
    { changeId: 'a', staffId: 's-1', edits: due('2026-11-20', '2026-11-22'), current: now },
    { changeId: 'c', staffId: 's-2', edits: { dueDate: { to: '2026-11-21' } } },
  ]);
  conflicts.end('a');
  expect(conflicts.getState()).toMatchObject([{ changeId: 'c' }]);
});

test('an edit that conflicts stays stored until it is decided, and the next page asks again', async () => {
  const first = await openAsked();
  first.queue.dispose();
  expect([...stored.keys()]).toEqual(['a']);
  const next = openWindow();
  await next.queue.restore();
  // asked once, however often it is looked for
  await next.queue.restore();
  next.queue.noteSignIn();
  await settle();
  expect(next.conflicts.getState()).toMatchObject([{ changeId: 'a' }]);
  next.conflicts.end('a');
  await settle();
  expect([next.conflicts.getState(), stored.size]).toEqual([[], 0]);
});

test('the next page asks again also where the task has its former value again meanwhile', async () => {
  (await openAsked()).queue.dispose();
  tasks['t-1'] = { ...introduction, dueDate: '2026-11-20' };
  const next = openWindow();
  await next.queue.restore();
  await settle();
  expect([asked(next), tasks['t-1']?.dueDate]).toEqual([[['a', due('2026-11-20', '2026-11-21')]], '2026-11-20']);
});

test('a later edit of the same field by its user, made here or in another window, ends the question', async () => {
  const first = await openAsked();
  const second = openWindow();
  await second.queue.restore();
  await settle();
  expect(asked(second)).toHaveLength(1);
  void second.queue.add(edit('b', due('2026-11-24', '2026-11-30'), 2));
  await settle();
  expect([asked(first), asked(second), stored.size, tasks['t-1']?.dueDate]).toEqual([[], [], 0, '2026-11-30']);
});

test('a later edit of one field leaves the question about another one, and about edits of colleagues', async () => {
  tasks['t-1'] = { ...introduction, type: 'STRENGTH' };
  const first = openWindow();
  const both = { ...due('2026-11-20', '2026-11-21'), type: { from: null, to: 'GENERAL' } };
  void first.queue.add(edit('a', both));
  void first.queue.add({ ...conflicting('c'), staffId: 's-2' });
  await settle();
  void first.queue.add(edit('b', due('2026-11-24', '2026-11-30'), 2));
  await settle();
  const left = [
    ['a', { type: { from: null, to: 'GENERAL' } }],
    ['c', due('2026-11-20', '2026-11-21')],
  ];
  expect(asked(first)).toEqual(left);
  const next = openWindow();
  await next.queue.restore();
  await settle();
  expect(asked(next)).toEqual(left);
});

test('a decision in one window ends the question in the others, also in one that asks the desk at that moment', async () => {
  const first = await openAsked();
  const second = openWindow();
  await second.queue.restore();
  await settle();
  expect(asked(second)).toHaveLength(1);
  const third = openWindow();
  const answering = Promise.withResolvers<void>();
  holdAnswers = answering.promise;
  const restoring = third.queue.restore();
  await settle();
  first.conflicts.end('a');
  await settle();
  answering.resolve();
  await restoring;
  await settle();
  expect([first, second, third].map(asked)).toEqual([[], [], []]);
  expect(stored.size).toBe(0);
});

test('a decision in another window leaves the question about a later edit that only this window has', async () => {
  const first = await openAsked();
  const second = openWindow();
  await second.queue.restore();
  await settle();
  void second.queue.add(edit('b', due('2026-11-21', '2026-11-22'), 2));
  await settle();
  first.conflicts.end('a');
  await settle();
  expect([asked(first), second.conflicts.getState().map(({ requests }) => requests.map((r) => r.changeId))]).toEqual([
    [],
    [['b']],
  ]);
});

test('an edit that is restored after a later one of its task counts as the earlier one', async () => {
  stored.set('a', conflicting('a'));
  const { queue, conflicts } = openWindow();
  void queue.add(edit('b', due('2026-11-21', '2026-11-22'), 2));
  await settle();
  await queue.restore();
  await settle();
  expect(conflicts.getState()).toMatchObject([
    { requests: [{ changeId: 'a' }, { changeId: 'b' }], edits: due('2026-11-20', '2026-11-22') },
  ]);
});

test('an answer that arrives after the decision of another window asks nothing', async () => {
  const first = await openAsked();
  const late = Promise.withResolvers<void>();
  const store = openStore();
  const second = createHeardQueue({
    store,
    send: async (request) => {
      await late.promise;
      return send(request);
    },
    otherWindows: joinWindows(),
  });
  open.push(second);
  const restoring = second.queue.restore();
  await settle();
  first.conflicts.end('a');
  await settle();
  late.resolve();
  await restoring;
  await settle();
  expect([asked(second), stored.size]).toEqual([[], 0]);
});

test('the edit that replaces a conflict is stored before what it replaces is removed, here and in other windows', async () => {
  const first = await openAsked();
  const second = openWindow();
  await second.queue.restore();
  await settle();
  const saving = Promise.withResolvers<void>();
  holdSaves = saving.promise;
  // the desk is away
  const unsent = createHeardQueue({
    store: openStore(),
    send: () => Promise.reject(new TypeError()),
    otherWindows: joinWindows(),
  });
  open.push(unsent);
  first.conflicts.end('a', unsent.queue.add(edit('b', due('2026-11-24', '2026-11-21'), 2)));
  await settle();
  expect([asked(first), [...stored.keys()]]).toEqual([[], ['a']]);
  saving.resolve();
  await settle();
  expect([asked(second), [...stored.keys()]]).toEqual([[], ['b']]);
});

test('where the browser stores nothing, what it replaces is removed once the desk has answered', async () => {
  const first = await openAsked();
  const rename = { ...due('2026-11-24', '2026-11-21'), name: { from: 'Introduction', to: 'Knee' } };
  const answering = Promise.withResolvers<void>();
  holdAnswers = answering.promise;
  first.conflicts.end('a', first.queue.add(edit('b', rename, 2)));
  await settle();
  expect([...stored.keys()]).toEqual(['a']);
  answering.resolve();
  await settle();
  expect([stored.size, tasks['t-1']]).toEqual([0, { name: 'Knee', type: null, dueDate: '2026-11-21' }]);
});
