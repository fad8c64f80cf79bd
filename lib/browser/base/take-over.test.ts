import { afterEach, expect, test, vi } from 'vitest';
import type { Stamp } from '#lib/wire/time/moment.ts';
import { until } from '#shared/testing/until.ts';
import { takeOver } from './take-over.ts';

const stampOf = (page: number): Stamp => ({ wall: 0, steady: 0, page, known: null });
const item = (id: string, page?: number) => ({ id, ...(page !== undefined && { stamp: stampOf(page) }) });
type Item = ReturnType<typeof item>;

/** The locks of one browser, as a page of it sees them. */
function newBrowser() {
  const held = new Set<string>();
  const queues = new Map<string, (() => void)[]>();
  const request = async (name: string, { ifAvailable }: LockOptions, hold: (lock: Lock | null) => unknown) => {
    if (held.has(name) && ifAvailable) return hold(null);
    if (held.has(name)) await new Promise<void>((granted) => queues.set(name, [...(queues.get(name) ?? []), granted]));
    held.add(name);
    return hold({ name, mode: 'exclusive' });
  };
  return {
    request,
    open: (page: number) => held.add(`front-desk page ${page}`),
    close: (page: number) => {
      held.delete(`front-desk page ${page}`);
      queues.get(`front-desk page ${page}`)?.shift()?.();
    },
  };
}

const storeOf = (items: Item[]) => ({ load: async () => ({ items: [...items], unreadable: [] }) });

async function adoptAll(items: Item[]) {
  const adopted: string[][] = [];
  await takeOver(storeOf(items), async (kept) => void adopted.push(kept.items.map(({ id }) => id)));
  return adopted;
}

afterEach(() => void vi.unstubAllGlobals());

test('what closed pages left is taken over together, in its order, and what an older version left too', async () => {
  vi.stubGlobal('navigator', { locks: newBrowser() });
  expect(await adoptAll([item('a', 11), item('b', 12), item('c', 11), item('d')])).toEqual([['a', 'b', 'c', 'd']]);
});

test('an open page sends its own items: they are taken over when it closes, without those that it has sent', async () => {
  const browser = newBrowser();
  vi.stubGlobal('navigator', { locks: browser });
  browser.open(21);
  const items = [item('a', 21), item('b', 22), item('c', 21)];
  const adopted = await adoptAll(items);
  expect(adopted).toEqual([['b']]);
  items.splice(0, 2);
  browser.close(21);
  await until(() => expect(adopted).toEqual([['b'], ['c']]));
});

test('two queues of one page take over the same closed page', async () => {
  vi.stubGlobal('navigator', { locks: newBrowser() });
  const [taps, changes] = await Promise.all([adoptAll([item('a', 31)]), adoptAll([item('b', 31)])]);
  expect([taps, changes].map((adopted) => adopted.flat())).toEqual([['a'], ['b']]);
});

test.each([
  ['has no locks', undefined],
  ['refuses locks', { request: () => Promise.reject(new DOMException('not here', 'SecurityError')) }],
])('everything is taken over where a browser %s', async (_, locks) => {
  vi.stubGlobal('navigator', { locks });
  expect(await adoptAll([item('a', 41)])).toEqual([['a']]);
});
