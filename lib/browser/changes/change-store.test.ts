import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeIndexedDb } from '#lib/testing/fake-indexed-db.ts';
import type { TaskChangeRequest } from '#lib/wire/tasks.ts';
import { until } from '#shared/testing/until.ts';
import { createChangeQueue } from './change-queue.ts';
import { createBrowserChangeStore } from './change-store.ts';

const change = { changeId: 'c', locationId: 'l', staffId: 's', at: 1 };
const complete = { ...change, kind: 'complete', taskId: 't' } as const;

beforeEach(() => vi.stubGlobal('indexedDB', fakeIndexedDb().indexedDB));
afterEach(() => vi.unstubAllGlobals());

test('every stored change is restored, in the order they were made', async () => {
  const moment = { wall: 1, steady: 2 };
  const stamp = { ...moment, page: 3, known: { ms: 4, errorMs: 5, taken: moment } };
  const day = { from: null, to: '2026-11-24' };
  const kept: TaskChangeRequest[] = [
    {
      ...change,
      changeId: 'd',
      at: 1,
      kind: 'create',
      accountId: 'm',
      what: { template: 'mobility' },
      dueDate: day.to,
    },
    {
      ...change,
      changeId: 'c',
      at: 2,
      kind: 'edit',
      taskId: 't',
      edits: { dueDate: day, type: { from: null, to: 'X' } },
    },
    { ...complete, changeId: 'b', at: 3, stamp },
    { ...complete, changeId: 'a', at: 4, kind: 'reopen', stamp: { ...stamp, known: null } },
    { ...complete, changeId: 'e', at: 5, kind: 'reopen', undoes: 'b' },
  ];
  for (const request of kept.toReversed()) await createBrowserChangeStore().save(request);
  expect(await createBrowserChangeStore().load()).toEqual({ items: kept, unreadable: [] });
});

test.each<[string, object]>([
  ['names no location', { ...complete, locationId: undefined }],
  ['names nobody', { ...complete, staffId: undefined }],
  ['names no task', { ...complete, taskId: undefined }],
  ['has no time', { ...complete, at: null }],
  ['undoes no known kind of thing', { ...complete, kind: 'reopen', undoes: 1 }],
  [
    'is set from a template that this page does not know',
    { ...change, kind: 'create', accountId: 'm', what: { template: 'yoga' }, dueDate: '2026-11-24' },
  ],
  ['changes a field to something else', { ...change, kind: 'edit', taskId: 't', edits: { type: { from: 1, to: 2 } } }],
])('one that %s is not sent, and is reported as unreadable', async (_, kept) => {
  const store = createBrowserChangeStore();
  await store.save(kept as never); // safe because: another version of the page has saved it
  expect(await store.load()).toEqual({ items: [], unreadable: ['c'] });
});

test('a change that the page before left is stored again when the data of the site is cleared', async () => {
  const { indexedDB, clear, endConnections } = fakeIndexedDb();
  vi.stubGlobal('indexedDB', indexedDB);
  await createBrowserChangeStore().save(complete);
  // that page is closed
  endConnections({ withEvent: false });
  const store = createBrowserChangeStore();
  const send = () => Promise.reject(new TypeError('Failed to fetch'));
  const queue = createChangeQueue({ send, onAnswer: () => {}, store });
  await queue.restore();
  await until(() => expect(queue.getState().requests).toEqual([complete]));
  clear();
  endConnections();
  await until(async () => expect((await createBrowserChangeStore().load()).items).toEqual([complete]));
  queue.dispose();
});
