import { expect, test } from 'vitest';
import type { TaskChangeRequest, TaskView } from '#lib/wire/tasks.ts';
import { showWaiting } from './show-waiting.ts';

const me = { name: 'Jonas', isMe: true };
const task: TaskView = {
  id: 't-1',
  name: 'Introduction',
  type: 'GENERAL',
  dueDate: '2026-11-21',
  isCompleted: false,
  completedAt: null,
  author: null,
  completer: null,
  sending: 'sent',
};
const base = { locationId: 'l', staffId: 's', at: Date.parse('2026-11-21T08:00:00Z') };
const options = { accountId: 'lena', me, nameOfTemplate: (template: string) => `the ${template}` };
const show = (requests: TaskChangeRequest[], tasks = [task]) => showWaiting(tasks, requests, options);

test('unchanged tasks are shown as the desk has them', () => {
  expect(show([])).toEqual([{ ...task, isHere: false }]);
});

test('a completed task shows at once as completed by me and waiting here', () => {
  expect(show([{ ...base, changeId: 'c', kind: 'complete', taskId: 't-1' }])).toMatchObject([
    { isCompleted: true, completedAt: '2026-11-21T08:00:00.000Z', completer: me, isHere: true },
  ]);
});

test('changes are applied in order', () => {
  const done = { ...base, changeId: 'c', kind: 'complete', taskId: 't-1' } as const;
  const undone = { ...base, changeId: 'd', kind: 'reopen', taskId: 't-1' } as const;
  expect(show([done, undone])).toMatchObject([{ isCompleted: false, completer: null }]);
  expect(show([undone, done])).toMatchObject([{ isCompleted: true }]);
});

test('the first completer stays', () => {
  const ana = { name: 'Ana', isMe: false };
  const done = { ...task, isCompleted: true, completer: ana };
  expect(show([{ ...base, changeId: 'c', kind: 'complete', taskId: 't-1' }], [done])).toMatchObject([
    { completer: ana },
  ]);
  const late = { ...base, changeId: 'c', kind: 'complete', taskId: 't-1' } as const;
  const undone = { ...base, changeId: 'd', kind: 'reopen', taskId: 't-1', undoes: 'c' } as const;
  expect(show([late, undone], [done])).toMatchObject([{ isCompleted: true, completer: ana }]);
  expect(show([late, undone])).toMatchObject([{ isCompleted: false }]);
});

test('a new task is listed once with its member, even if the desk has it already', () => {
  const create = (accountId: string): TaskChangeRequest => ({
    ...base,
    changeId: 'new',
    kind: 'create',
    accountId,
    what: { template: 'mobility' },
    dueDate: '2026-11-22',
  });
  expect(show([create('lena')])).toMatchObject([{ id: 't-1' }, { id: 'new', name: 'the mobility', author: me }]);
  expect(show([create('omar')])).toHaveLength(1);
  expect(show([create('lena')], [{ ...task, id: 'new' }])).toMatchObject([{ id: 'new', name: 'Introduction' }]);
});

test('an edit changes only its fields', () => {
  const edits = { dueDate: { from: '2026-11-21', to: '2026-11-25' } };
  expect(show([{ ...base, changeId: 'c', kind: 'edit', taskId: 't-1', edits }])).toMatchObject([
    { name: 'Introduction', dueDate: '2026-11-25', isHere: true },
  ]);
});

test('an edit that its user was asked about and has not decided is not shown as if it were done', () => {
  const edits = { dueDate: { from: '2026-11-21', to: '2026-11-28' } };
  const edit = { ...base, changeId: 'c', kind: 'edit', taskId: 't-1', edits } as const;
  expect(show([edit])).toMatchObject([{ dueDate: '2026-11-28', isHere: true }]);
  expect(show([{ ...edit, isUndecided: true }])).toMatchObject([{ dueDate: '2026-11-21', isHere: false }]);
});
