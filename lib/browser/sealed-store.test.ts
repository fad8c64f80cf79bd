import { afterEach, expect, test, vi } from 'vitest';
import { createSealedStore } from './sealed-store.ts';

const options = { database: 'd', store: 's', idKey: 'id', idOf: ({ id }: { id: string }) => id };

afterEach(() => vi.unstubAllGlobals());

test('outside a secure context nothing is kept, and it is known', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const store = createSealedStore(options);
  await store.save({ id: 'a' });
  expect(store.isDurable()).toBe(false);
  expect(await store.load()).toEqual([]);
});

test('a browser that refuses to store is known for it once it has refused', async () => {
  const request = { onerror: () => {}, error: new DOMException('no room', 'QuotaExceededError') };
  vi.stubGlobal('indexedDB', { open: () => request });
  const store = createSealedStore(options);
  expect(store.isDurable()).toBe(true);
  request.onerror();
  await store.save({ id: 'a' });
  expect(store.isDurable()).toBe(false);
});
