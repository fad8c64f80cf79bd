import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DueNotice } from '#lib/server/due/notice.ts';
import { wakeInTime } from './wake-in-time.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

function start() {
  const wake = vi.fn();
  let listener: (notice: DueNotice | null) => void = () => {};
  const subscribeDue = (added: typeof listener) => {
    listener = added;
    return () => {
      listener = () => {};
    };
  };
  const waking = wakeInTime({ clock: Date.now, kind: 'ours', subscribeDue, wake });
  const tell = (inMs: number, kind = 'ours') => listener({ kind, locationId: 'a', at: Date.now() + inMs });
  return { wake, waking, tell, lose: () => listener(null) };
}

/** How often it wakes the worker in this time. */
function wakesIn(ms: number, { wake }: ReturnType<typeof start>): number {
  wake.mockClear();
  vi.advanceTimersByTime(ms);
  return wake.mock.calls.length;
}

test('wakes the worker when a job is due, and again for a while, since it may be due a little later by the database', () => {
  const started = start();
  started.tell(5_000);
  expect(wakesIn(4_999, started)).toBe(0);
  expect(wakesIn(1, started)).toBe(1);
  expect(wakesIn(5_000, started)).toBe(10);
  vi.advanceTimersByTime(10_000);
  expect(wakesIn(60_000, started)).toBe(0);
});

test('each job of a location is woken for, also one that is due later than another', () => {
  const started = start();
  started.tell(60_000);
  started.tell(0);
  expect(wakesIn(59_000, started)).toBeGreaterThan(0);
  expect(wakesIn(999, started)).toBe(0);
  expect(wakesIn(1, started)).toBe(1);
});

test('wakes the worker where notices may have been lost, and not for other work', () => {
  const started = start();
  started.tell(0, 'other');
  expect(wakesIn(1_000, started)).toBe(0);
  started.lose();
  expect(started.wake).toHaveBeenCalledOnce();
});

test('wakes the worker for a retry that has no notice, and no more after its end', () => {
  const started = start();
  started.waking.expect(60_000);
  expect(wakesIn(60_000, started)).toBeGreaterThan(100);
  started.waking.expect(60_000);
  started.tell(1_000);
  started.waking.end();
  expect(wakesIn(60_000, started)).toBe(0);
});
