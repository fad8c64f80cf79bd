import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readJson } from '#lib/browser/base/ask-desk.ts';
import { keepTrying } from './keep-trying.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const aMinute = 60_000;
const fails = async (): Promise<boolean> => {
  throw new Error('The desk is busy.');
};
const succeeds = async () => true;

/** The outcomes of the attempts, in order; the last one repeats. */
function begin(...attempts: (() => Promise<boolean>)[]) {
  const told: boolean[] = [];
  const keep = vi.fn(() => (attempts.length > 1 ? attempts.shift() : attempts[0])?.() ?? fails());
  const end = keepTrying({ keep, onChange: (isKept) => told.push(isKept) });
  return { keep, told, end };
}

test('what is kept is kept once more, for what the page has fetched since, and then left alone', async () => {
  const { keep, told } = begin(succeeds);
  await vi.advanceTimersByTimeAsync(10 * aMinute);
  expect(keep).toHaveBeenCalledTimes(2);
  expect(told).not.toContain(false);
});

test('what could not be kept is tried again until it is, and nobody is troubled with the first failures', async () => {
  const { keep, told } = begin(fails, fails, succeeds);
  await vi.advanceTimersByTimeAsync(10 * aMinute);
  expect(keep).toHaveBeenCalledTimes(4);
  expect(told).not.toContain(false);
});

test('a desk that says when to come again is not asked before', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 503, headers: { 'retry-after': '45' } }));
  const isFull = () => readJson('/ready', (answer): answer is boolean => answer === true, new AbortController().signal);
  const { keep } = begin(isFull, async () => false);
  await vi.advanceTimersByTimeAsync(45_000);
  expect(keep).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(24_000);
  expect(keep).toHaveBeenCalledTimes(2);
});

test('a browser that fails again and again is told of, and told of again once it is kept after all', async () => {
  const { told } = begin(fails, fails, fails, fails, fails, succeeds);
  await vi.advanceTimersByTimeAsync(10 * aMinute);
  expect(told).toEqual([false, true, true]);
});

test('a page that is kept is not called missing since a part of it fails', async () => {
  const { told } = begin(succeeds, fails);
  await vi.advanceTimersByTimeAsync(10 * aMinute);
  expect(told).toEqual([true]);
});

test.each([
  ['nobody is signed in any more', async () => false],
  ['the page has gone', null],
])('it ends when %s', async (_, signedOut) => {
  const { keep, end } = begin(signedOut ?? fails);
  await vi.advanceTimersByTimeAsync(600);
  if (!signedOut) end();
  await vi.advanceTimersByTimeAsync(10 * aMinute);
  expect(keep).toHaveBeenCalledTimes(1);
});
