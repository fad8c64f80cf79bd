import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadAgain } from './load-again.ts';

const longMs = 24 * 60 * 60_000;
let asked: string[];
let isThere: boolean;

beforeEach(() => {
  asked = [];
  isThere = false;
  vi.useFakeTimers();
  vi.stubGlobal(
    'Image',
    class {
      onload: (() => void) | null = null;
      onerror: (() => void) | null = null;
      set src(url: string) {
        asked.push(url);
        if (isThere) this.onload?.();
        else this.onerror?.();
      }
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a picture that is missing is asked for a few times, and not for ever', async () => {
  const onLoaded = vi.fn();
  loadAgain('/lena', onLoaded);
  await vi.advanceTimersByTimeAsync(longMs);
  expect(asked).toEqual(Array(5).fill('/lena'));
  expect(onLoaded).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

test('once a picture is there, it is asked for no more', async () => {
  const onLoaded = vi.fn();
  loadAgain('/lena', onLoaded);
  await vi.advanceTimersToNextTimerAsync();
  isThere = true;
  await vi.advanceTimersByTimeAsync(longMs);
  expect(asked).toHaveLength(2);
  expect(onLoaded).toHaveBeenCalledOnce();
});

test('a picture that is shown no more is asked for no more', async () => {
  const stop = loadAgain('/lena', () => {});
  await vi.advanceTimersToNextTimerAsync();
  stop();
  await vi.advanceTimersByTimeAsync(longMs);
  expect(asked).toHaveLength(1);
});
