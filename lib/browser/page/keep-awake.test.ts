import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepAwake } from './keep-awake.ts';

let locks: { released: boolean; release(): Promise<void> }[];
let page: EventTarget & { visibilityState: string };
let refuses: boolean;

const request = async () => {
  if (refuses) throw new DOMException('battery', 'NotAllowedError');
  const lock = {
    released: false,
    release: async () => {
      lock.released = true;
    },
  };
  locks.push(lock);
  return lock;
};
const held = () => locks.filter(({ released }) => !released).length;
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
const turn = async (visibilityState: string) => {
  page.visibilityState = visibilityState;
  // as the browser does
  if (visibilityState === 'hidden') for (const lock of locks) lock.released = true;
  page.dispatchEvent(new Event('visibilitychange'));
  await settle();
};

beforeEach(() => {
  locks = [];
  refuses = false;
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { wakeLock: { request } });
});
afterEach(() => vi.unstubAllGlobals());

test('the wake lock is held while the page is visible, released when hidden, and requested again', async () => {
  const end = keepAwake();
  await settle();
  expect(held()).toBe(1);
  await turn('hidden');
  expect(held()).toBe(0);
  await turn('visible');
  expect(held()).toBe(1);
  page.dispatchEvent(new Event('pointerdown'));
  await settle();
  expect(locks).toHaveLength(2);
  end();
  expect(held()).toBe(0);
  await turn('visible');
  expect(locks).toHaveLength(2);
});

test('a refused wake lock is requested again on the next touch', async () => {
  refuses = true;
  keepAwake();
  await settle();
  expect(held()).toBe(0);
  refuses = false;
  page.dispatchEvent(new Event('pointerdown'));
  await settle();
  expect(held()).toBe(1);
});

test('leaving before the browser has answered releases the wake lock', async () => {
  keepAwake()();
  await settle();
  expect([locks.length, held()]).toEqual([1, 0]);
});

test('a browser without wake locks is not asked', () => {
  vi.stubGlobal('navigator', {});
  expect(() => keepAwake()()).not.toThrow();
});
