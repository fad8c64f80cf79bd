import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DeskAnswer } from './use-desk-answer.ts';
import { useReturn } from './use-return.ts';

const effects: (() => (() => void) | undefined)[] = [];
vi.mock('react', async (original) => ({
  ...(await original<object>()),
  useEffect: (effect: () => (() => void) | undefined) => effects.push(effect),
  useEffectEvent: (event: unknown) => event,
  useState: (value: unknown) => [value, () => {}],
}));
vi.mock('#lib/browser/version/use-reload.ts', () => ({ isInUse: () => false }));
vi.mock('#lib/browser/page/page-leaving.ts', () => ({ mayUnload: () => true }));
// when it is due, the tests of returns say
vi.mock('#lib/browser/app-shell/returns.ts', () => ({ mayReturn: () => true, noteReturn: () => {} }));

const reload = vi.fn();
const unregister = vi.fn();
const onBack = vi.fn();
let isQuiet = true;
let leave: (() => void) | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  isQuiet = true;
  vi.stubGlobal('window', { location: { reload } });
  vi.stubGlobal('navigator', { serviceWorker: { getRegistrations: async () => [{ unregister }] } });
});
afterEach(() => {
  leave?.();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(answer: DeskAnswer) {
  // biome-ignore lint/correctness/useHookAtTopLevel: a test draws nothing; what React would call is called below
  useReturn({ answer, onBack, mayGo: () => isQuiet });
  leave = effects.pop()?.();
}

test('a page that comes slowly is asked for once, and not anew while it is on its way', () => {
  open('back');
  expect(onBack).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(60_000);
  expect(reload).toHaveBeenCalledOnce();
});

test('the worker stays, for a desk that is too full for pages', async () => {
  open('back');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(unregister).not.toHaveBeenCalled();
});

test('what waits or is being read is waited for', () => {
  isQuiet = false;
  open('back');
  vi.advanceTimersByTime(60_000);
  expect(reload).not.toHaveBeenCalled();
  isQuiet = true;
  vi.advanceTimersByTime(60_000);
  expect(reload).toHaveBeenCalledOnce();
});

test('a desk that is away is not gone back to', () => {
  open('away');
  vi.advanceTimersByTime(60_000);
  expect([onBack, reload].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
});
