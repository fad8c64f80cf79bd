import { afterEach, expect, test, vi } from 'vitest';
import { aheadOfWindow } from './ahead-of-window.ts';
import { clockOfWindow } from './clock-of-window.ts';

afterEach(() => {
  clockOfWindow().stop();
  vi.unstubAllGlobals();
});

test('a window whose clock is a day behind knows the time of the desk', async () => {
  expect(aheadOfWindow()).toBe(0);
  vi.stubGlobal('window', {});
  const dayMs = 24 * 3_600_000;
  vi.stubGlobal('fetch', async () => Response.json({ now: Date.now() + dayMs }));
  await clockOfWindow().compare();
  expect(Math.round(aheadOfWindow() / dayMs)).toBe(1);
});
