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
// `returns.test.ts` covers when a return is due
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
  // biome-ignore lint/correctness/useHookAtTopLevel: nothing is rendered; the test calls what React would call
  useReturn({ answer, onBack, mayGo: () => isQuiet });
  leave = effects.pop()?.();
}

test('a slow page is requested once, and not again while it loads', () => {
  open('back');
  expect(onBack).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(60_000);
  expect(reload).toHaveBeenCalledOnce();
});

test('the service worker stays registered, for a desk that is too busy to render pages', async () => {
  open('back');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(unregister).not.toHaveBeenCalled();
});

test('the return waits for pending taps and verdicts in use', () => {
  isQuiet = false;
  open('back');
  vi.advanceTimersByTime(60_000);
  expect(reload).not.toHaveBeenCalled();
  isQuiet = true;
  vi.advanceTimersByTime(60_000);
  expect(reload).toHaveBeenCalledOnce();
});

test('there is no return while the desk is unreachable', () => {
  open('away');
  vi.advanceTimersByTime(60_000);
  expect([onBack, reload].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
});
