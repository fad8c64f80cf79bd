import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetReturn, mayReturn, noteReturn } from './returns.ts';

const now = Date.parse('2026-11-21T08:00:00Z');

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test('the shell reloads at once, and not again within a minute if the shell comes back', () => {
  expect(mayReturn(now)).toBe(true);
  noteReturn(now);
  expect(mayReturn(now + 1_000)).toBe(false);
  expect(mayReturn(now + 59_999)).toBe(false);
  expect(mayReturn(now + 60_000)).toBe(true);
});

test('after a page of the desk has loaded, the next shell reloads at once', () => {
  noteReturn(now);
  forgetReturn();
  expect(mayReturn(now + 1_000)).toBe(true);
});

test('a clock that was set back does not delay the reload', () => {
  noteReturn(now);
  expect(mayReturn(now - 3_600_000)).toBe(true);
});
