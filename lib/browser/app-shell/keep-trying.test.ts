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
  let load = () => {};
  const unwatch = vi.fn();
  const watchFiles = (onLoaded: () => void) => {
    load = onLoaded;
    return unwatch;
  };
  const end = keepTrying({ keep, watchFiles, onChange: (isKept) => told.push(isKept) });
  return { keep, told, end, unwatch, load: () => load() };
}

test('the shell is stored once, and again after the page has loaded more of its files, however late', async () => {
  const { keep, told, load } = begin(succeeds);
  await vi.advanceTimersByTimeAsync(10 * aMinute);
  expect(keep).toHaveBeenCalledTimes(1);
  load();
  load();
  await vi.advanceTimersByTimeAsync(10 * aMinute);
  expect(keep).toHaveBeenCalledTimes(2);
  expect(told).not.toContain(false);
});

test('what is loaded while the shell is being stored is added too', async () => {
  let load = () => {};
  const begun = begin(async () => {
    if (begun.keep.mock.calls.length === 1) load();
    return true;
  });
  ({ load } = begun);
  await vi.advanceTimersByTimeAsync(10 * aMinute);
  expect(begun.keep).toHaveBeenCalledTimes(2);
});

test('storing the shell is retried until it succeeds, and the first failures are not reported', async () => {
  const { keep, told } = begin(fails, fails, succeeds);
  await vi.advanceTimersByTimeAsync(10 * aMinute);
  expect(keep).toHaveBeenCalledTimes(3);
  expect(told).not.toContain(false);
});

test('Retry-After of the desk is honoured', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 503, headers: { 'retry-after': '45' } }));
  const isFull = () => readJson('/ready', (answer): answer is boolean => answer === true, new AbortController().signal);
  const { keep } = begin(isFull, async () => false);
  await vi.advanceTimersByTimeAsync(45_000);
  expect(keep).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(24_000);
  expect(keep).toHaveBeenCalledTimes(2);
});

test('repeated failures are reported, and so is the later success', async () => {
  const { told } = begin(fails, fails, fails, fails, fails, succeeds);
  await vi.advanceTimersByTimeAsync(10 * aMinute);
  expect(told).toEqual([false, true]);
});

test('a stored shell is not reported as missing because a later update fails', async () => {
  const { told, load } = begin(succeeds, fails);
  await vi.advanceTimersByTimeAsync(aMinute);
  load();
  await vi.advanceTimersByTimeAsync(10 * aMinute);
  expect(told).toEqual([true]);
});

test.each([
  ['nobody is signed in any more', async () => false],
  ['the page has gone', null],
])('it ends when %s', async (_, signedOut) => {
  const { keep, end, load, unwatch } = begin(signedOut ?? fails);
  await vi.advanceTimersByTimeAsync(600);
  if (!signedOut) end();
  expect(unwatch).toHaveBeenCalled();
  load();
  await vi.advanceTimersByTimeAsync(10 * aMinute);
  expect(keep).toHaveBeenCalledTimes(1);
});
