import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Stamp } from '#lib/wire/time/moment.ts';
import { createTakeOver } from './take-over.ts';

interface Item {
  id: string;
  stamp?: Stamp;
}

const made = (id: string, { page, agoMs }: { page: number; agoMs: number }): Item => {
  const wall = Date.now() - agoMs;
  return { id, stamp: { wall, steady: wall, page, known: null } };
};

let stored: Item[];
let adopted: string[];

const open = (earlierPage: number | null = null) =>
  createTakeOver<Item>({
    idOf: ({ id }) => id,
    load: async () => ({ items: [...stored], unreadable: [] }),
    adopt: async ({ items }) => void adopted.push(...items.map(({ id }) => id)),
    earlierPage,
  });

beforeEach(() => {
  vi.useFakeTimers();
  stored = [];
  adopted = [];
});
afterEach(() => void vi.useRealTimers());

test('unsent items of other pages are taken over at once, also those of an older version or with a time in the future', async () => {
  stored = [
    made('left', { page: 1, agoMs: 10_000 }),
    { id: 'old version' },
    made('ahead', { page: 1, agoMs: -60_000 }),
  ];
  await open().look();
  expect(adopted).toEqual(['left', 'old version', 'ahead']);
});

test('items in flight at another page are left to it, and taken over if they are still unsent later', async () => {
  stored = [made('sent', { page: 1, agoMs: 100 }), made('lost', { page: 1, agoMs: 9_000 })];
  const { look } = open();
  await look();
  expect(adopted).toEqual([]);
  stored.shift();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(adopted).toEqual(['lost']);
});

test('a reloaded page takes over its own items at once', async () => {
  stored = [made('own', { page: 7, agoMs: 100 }), made('of another', { page: 8, agoMs: 100 })];
  await open(7).look();
  expect(adopted).toEqual(['own']);
});

test('a minute after the desk is back, items of a window that was closed meanwhile are taken over', async () => {
  const { look, lookAgain } = open();
  await look();
  lookAgain();
  stored = [made('left', { page: 1, agoMs: 1_000 })];
  await vi.advanceTimersByTimeAsync(59_000);
  expect(adopted).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(adopted).toEqual(['left']);
});

test('repeated reconnects do not postpone taking over items that were in flight', async () => {
  stored = [made('lost', { page: 1, agoMs: 100 })];
  const { look, lookAgain } = open();
  await look();
  for (let reconnects = 0; reconnects < 5; reconnects += 1) {
    lookAgain();
    await vi.advanceTimersByTimeAsync(2_000);
  }
  expect(adopted).toEqual(['lost']);
  stored.push(made('left', { page: 1, agoMs: 10_000 }));
  for (let reconnects = 0; reconnects < 5; reconnects += 1) {
    lookAgain();
    await vi.advanceTimersByTimeAsync(15_000);
  }
  expect(adopted).toContain('left');
});

test('items that an open page creates after the desk is back are left to it, even after another outage', async () => {
  const { look, lookAgain } = open();
  await look();
  lookAgain();
  await vi.advanceTimersByTimeAsync(25_000);
  stored = [made('of an open page', { page: 1, agoMs: 0 })];
  await vi.advanceTimersByTimeAsync(600_000);
  expect(adopted).toEqual([]);
});

test.each([
  ['has two outages', { backAtMs: [0, 58_000], madeAtMs: 10_000 }],
  ['is back twice within a minute', { backAtMs: [0, 30_000], madeAtMs: 5_000 }],
])('items of a window that was closed while the desk %s are taken over', async (_, { backAtMs, madeAtMs }) => {
  const { lookAgain } = open();
  for (const at of backAtMs) setTimeout(lookAgain, at);
  setTimeout(() => stored.push(made('left', { page: 1, agoMs: 0 })), madeAtMs);
  await vi.advanceTimersByTimeAsync(180_000);
  expect(adopted).toContain('left');
});

test('items left when the desk comes back are taken over, even if a check for items in flight is scheduled', async () => {
  stored = [made('in flight', { page: 1, agoMs: 0 })];
  const { look, lookAgain } = open();
  await look();
  await vi.advanceTimersByTimeAsync(8_000);
  stored = [made('left', { page: 1, agoMs: 0 })];
  lookAgain();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(adopted).toEqual(['left']);
});

test('an item that the user may not send stays in the store, and is taken over for the next user', async () => {
  stored = [{ id: 'of a colleague' }];
  const { look, leaveToOthers, lookForUser } = open();
  leaveToOthers({ id: 'of a colleague' });
  await look();
  expect(adopted).toEqual([]);
  lookForUser();
  await vi.advanceTimersByTimeAsync(0);
  expect(adopted).toEqual(['of a colleague']);
});
