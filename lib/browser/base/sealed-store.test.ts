import { afterEach, describe, expect, test, vi } from 'vitest';
import { fakeIndexedDb } from '#lib/testing/fake-indexed-db.ts';
import { isText, objectOf } from '#lib/wire/answers/shape.ts';
import { until } from '#shared/testing/until.ts';
import { createSealedStore } from './sealed-store.ts';

const isItem = objectOf<{ id: string }>({ id: isText });
const options = { database: 'd', store: 's', idKey: 'id', idOf: ({ id }: { id: string }) => id, isItem };

afterEach(() => vi.unstubAllGlobals());

test('outside a secure context nothing is stored, which is reported', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const store = createSealedStore(options);
  await store.save({ id: 'a' });
  expect(store.keeps('a')).toBe(false);
  expect(await store.load()).toEqual({ items: [], unreadable: [] });
});

test('a browser that refuses to store keeps nothing, and nothing before it has answered', async () => {
  const request = { onerror: () => {}, error: new DOMException('no room', 'QuotaExceededError') };
  vi.stubGlobal('indexedDB', { open: () => request });
  const store = createSealedStore(options);
  const saved = store.save({ id: 'a' });
  expect(store.keeps('a')).toBe(false);
  request.onerror();
  await saved;
  expect(store.keeps('a')).toBe(false);
});

describe('an item is kept from the moment when its transaction is committed', () => {
  test('until it is removed, in each page that has read it', async () => {
    vi.stubGlobal('indexedDB', fakeIndexedDb().indexedDB);
    const store = createSealedStore(options);
    const saved = store.save({ id: 'a' });
    expect(store.keeps('a')).toBe(false);
    await saved;
    expect([store.keeps('a'), store.keeps('b')]).toEqual([true, false]);
    const next = createSealedStore(options);
    await next.load();
    expect(next.keeps('a')).toBe(true);
    await store.remove('a');
    expect(store.keeps('a')).toBe(false);
  });

  test('not on a full disk, where each write succeeds before its transaction is aborted', async () => {
    const { indexedDB, disk } = fakeIndexedDb();
    vi.stubGlobal('indexedDB', indexedDB);
    const store = createSealedStore(options);
    await store.save({ id: 'before' });
    disk.isFull = true;
    await store.save({ id: 'a' });
    expect([store.keeps('before'), store.keeps('a')]).toEqual([true, false]);
    expect((await store.load()).items).toEqual([{ id: 'before' }]);
    disk.isFull = false;
    await store.save({ id: 'a' });
    expect(store.keeps('a')).toBe(true);
  });

  test('not where the key could not be stored, without which nobody could read it', async () => {
    const { indexedDB, disk } = fakeIndexedDb();
    vi.stubGlobal('indexedDB', indexedDB);
    disk.isFull = true;
    const store = createSealedStore(options);
    await store.save({ id: 'a' });
    expect(store.keeps('a')).toBe(false);
    expect(await store.load()).toEqual({ items: [], unreadable: [] });
  });
});

describe('the browser is asked to keep what is stored', () => {
  const store = async (userAgent: string, persist: () => Promise<boolean>) => {
    vi.stubGlobal('indexedDB', fakeIndexedDb().indexedDB);
    vi.stubGlobal('navigator', { userAgent, storage: { persist } });
    const kept = createSealedStore(options);
    await kept.load();
    expect(persist).not.toHaveBeenCalled();
    for (const id of ['a', 'b']) await kept.save({ id });
    return kept;
  };

  test('once, when the first item is stored, and may refuse or fail', async () => {
    for (const persist of [vi.fn(async () => false), vi.fn(() => Promise.reject(new TypeError('opaque origin')))]) {
      const kept = await store('Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0.0.0', persist);
      expect([persist.mock.calls.length, kept.keeps('b')]).toEqual([1, true]);
    }
  });

  test('not where it would ask the user', async () => {
    const persist = vi.fn(async () => true);
    await store('Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', persist);
    expect(persist).not.toHaveBeenCalled();
  });
});

test('an item that is removed while it is still being encrypted is not stored afterwards', async () => {
  vi.stubGlobal('indexedDB', fakeIndexedDb(new Set()).indexedDB);
  const store = createSealedStore(options);
  const saved = store.save({ id: 'a' });
  await store.remove('a');
  await saved;
  expect((await store.load()).items).toEqual([]);
  // later ones with the same id are
  await store.save({ id: 'a' });
  expect((await store.load()).items).toEqual([{ id: 'a' }]);
});

describe('when the browser has ended the connection', () => {
  async function openStore() {
    const { indexedDB, openConnections, endConnections, clear, disk } = fakeIndexedDb();
    vi.stubGlobal('indexedDB', indexedDB);
    const store = createSealedStore(options);
    await store.save({ id: 'a' });
    return { store, openConnections, endConnections, clear, disk };
  }

  test.each([true, false])('later items are stored all the same (told by an event: %s)', async (withEvent) => {
    const { store, endConnections } = await openStore();
    endConnections({ withEvent });
    await store.save({ id: 'b' });
    expect(store.keeps('b')).toBe(true);
    await until(async () => expect((await store.load()).items).toEqual([{ id: 'a' }, { id: 'b' }]));
  });

  test('the items that this page holds are stored again, and those it has removed are not', async () => {
    const { store, endConnections, clear } = await openStore();
    await store.save({ id: 'removed' });
    await store.remove('removed');
    clear();
    endConnections();
    expect(store.keeps('a')).toBe(false);
    await until(() => expect(store.keeps('a')).toBe(true));
    expect((await store.load()).items).toEqual([{ id: 'a' }]);
  });

  test('a store that was closed stores nothing again, and opens at its next use', async () => {
    const { store, openConnections } = await openStore();
    await store.close();
    expect(openConnections()).toBe(0);
    await store.save({ id: 'b' });
    expect((await store.load()).items).toEqual([{ id: 'a' }, { id: 'b' }]);
  });

  test('what could not be stored is stored once the disk takes something again', async () => {
    const { store, disk } = await openStore();
    disk.isFull = true;
    await store.save({ id: 'b' });
    expect(store.keeps('b')).toBe(false);
    disk.isFull = false;
    await store.save({ id: 'c' });
    await until(() => expect(store.keeps('b')).toBe(true));
  });
});

describe('an unreadable item hides no other, is reported by its id, and stays stored', () => {
  const damaged = new Set<string>();
  const openStore = async () => {
    const { indexedDB, rowsOf } = fakeIndexedDb(damaged);
    vi.stubGlobal('indexedDB', indexedDB);
    const store = createSealedStore(options);
    for (const id of ['a', 'b', 'c']) await store.save({ id });
    return { store, rows: rowsOf('d', 's'), keys: rowsOf('d', 'keys') };
  };
  afterEach(() => damaged.clear());

  test.each([
    [
      'because it was changed',
      (rows: Map<string, object>) => rows.set('b', { ...rows.get('b'), sealed: new ArrayBuffer(40) }),
    ],
    ['because it was stored unencrypted', (rows: Map<string, object>) => rows.set('b', { id: 'b' })],
    ['because the browser cannot read it', () => damaged.add('b')],
  ])('%s', async (_, damage) => {
    const { store, rows } = await openStore();
    damage(rows);
    const { items, unreadable } = await store.load();
    expect(items).toEqual([{ id: 'a' }, { id: 'c' }]);
    expect(unreadable).toEqual(['b']);
    expect([...rows.keys()]).toEqual(['a', 'b', 'c']);
    // new items are still stored
    await store.save({ id: 'd' });
    expect(store.keeps('d')).toBe(true);
    expect((await store.load()).items).toContainEqual({ id: 'd' });
    await store.remove('b');
    expect((await store.load()).unreadable).toEqual([]);
  });

  test('because another version of the page stored it in another shape', async () => {
    const { store } = await openStore();
    const older = createSealedStore({
      ...options,
      idOf: () => 'b',
      isItem: objectOf<{ number: string }>({ number: isText }),
    });
    await older.save({ number: '7' });
    const { items, unreadable } = await store.load();
    expect(items).toEqual([{ id: 'a' }, { id: 'c' }]);
    expect(unreadable).toEqual(['b']);
  });

  test('also if this concerns all items, because the key was replaced', async () => {
    const { store, rows, keys } = await openStore();
    keys.clear();
    expect(await store.load()).toEqual({ items: [], unreadable: ['a', 'b', 'c'] });
    expect(rows.size).toBe(3);
  });
});
