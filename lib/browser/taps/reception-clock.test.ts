import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openCounter, verdictOf } from '#lib/testing/test-counter.ts';
import type { DeskClockSample, Stamp } from '#lib/wire/time/moment.ts';

const start = Date.parse('2026-11-20T09:00:00Z');
const hour = 3_600_000;

beforeEach(() => vi.useFakeTimers({ now: start }));
afterEach(() => vi.useRealTimers());

/** A counter on a device whose wall clock is wrong by `wallErrorMs`; its other clock runs like the desk's, and stops during a sleep. */
function counterWithClock(wallErrorMs: number) {
  const clock = { wallErrorMs, sleptMs: 0, known: null as DeskClockSample | null };
  const moment = () => ({ wall: Date.now() + clock.wallErrorMs, steady: Date.now() - clock.sleptMs });
  const stamp = (): Stamp => ({ ...moment(), page: 1, known: clock.known });
  const counter = openCounter({ stamp });
  return {
    ...counter,
    set: (errorMs: number) => {
      clock.wallErrorMs = errorMs;
    },
    sleep: (ms: number) => {
      vi.setSystemTime(Date.now() + ms);
      clock.sleptMs += ms;
    },
    compare: () => {
      clock.known = { ms: 0, errorMs: 20, taken: moment() };
      counter.reception.readClock();
    },
    /** The desk answers with the time at which it was really tapped. */
    answerAt: async (n: number, at: number) => {
      const tap = counter.sent[n];
      tap?.answer.resolve({ ok: true, value: verdictOf(tap.request.tapId, 'admitted', at) });
      await vi.advanceTimersByTimeAsync(0);
    },
    aheadMs: () => counter.state().clockAheadMs,
  };
}

test('an answer tells how far the clock of the window is off', async () => {
  const { scan, answerAt, aheadMs } = counterWithClock(3 * hour);
  scan('0x04A2');
  await answerAt(0, start);
  expect(aheadMs()).toBe(-3 * hour);
});

test('an answer to a tap from before the clock was set right says nothing about the clock now', async () => {
  const { scan, set, answerAt, aheadMs } = counterWithClock(3 * hour);
  scan('0x04A2');
  vi.setSystemTime(start + 60_000);
  set(0);
  await answerAt(0, start);
  expect(aheadMs()).toBe(0);
});

test('nor does one to a tap that an earlier page stored', async () => {
  const { reception, sent } = openCounter({
    stamp: () => ({ wall: Date.now(), steady: Date.now(), page: 2, known: null }),
    store: {
      keeps: () => true,
      save: async () => {},
      remove: async () => {},
      load: async () => ({
        items: [
          {
            kind: 'lookUp',
            source: 'scan',
            value: '0x04A2',
            tapId: 'a',
            locationId: 'west',
            staffId: 'ana',
            tappedAt: start + 3 * hour,
            stamp: { wall: start + 3 * hour, steady: start, page: 1, known: null },
          },
        ],
        unreadable: [],
      }),
    },
  });
  void reception.restore();
  await vi.advanceTimersByTimeAsync(15_000);
  sent[0]?.answer.resolve({ ok: true, value: verdictOf('a', 'admitted', start) });
  await vi.advanceTimersByTimeAsync(0);
  expect(reception.stateAt('west').history.verdicts).toHaveLength(1);
  expect(reception.stateAt('west').clockAheadMs).toBe(0);
});

test('a clock that was set is known again with the next comparison, without a tap', async () => {
  const { scan, set, answerAt, compare, aheadMs, reception } = counterWithClock(3 * hour);
  scan('0x04A2');
  await answerAt(0, start);
  const onChange = vi.fn();
  reception.subscribe(onChange);
  set(0);
  compare();
  expect(aheadMs()).toBe(0);
  expect(onChange).toHaveBeenCalledOnce();
  compare();
  expect(onChange).toHaveBeenCalledOnce();
  set(-2 * hour);
  expect(aheadMs()).toBe(0);
  compare();
  expect(aheadMs()).toBe(2 * hour);
});

test('a comparison from before the clock was set says nothing about the clock now', () => {
  const { set, compare, aheadMs, reception } = counterWithClock(0);
  compare();
  set(3 * hour);
  reception.readClock();
  expect(aheadMs()).toBe(0);
});

test.each([
  ['ahead', 24, 0],
  ['behind', -24, 0],
  ['behind, to about a minute', -24, -40_000],
])(
  'a clock a day %s that is set right while the desk does not answer leaves the time by the desk as it was',
  (_, hours, leftMs) => {
    const { set, compare, reception, scan, state } = counterWithClock(hours * hour);
    compare();
    expect(reception.clockAheadMs()).toBe(-hours * hour);
    vi.setSystemTime(start + 60_000);
    set(leftMs);
    expect(reception.clockAheadMs()).toBe(0 - leftMs);
    scan('0x04A2');
    vi.advanceTimersByTime(20_000);
    expect(state().history.verdicts[0]?.tappedAt).toBe(new Date(start + 60_000).toISOString());
  },
);

test('after a sleep of the device the clock of the window is off as before', () => {
  const { sleep, compare, reception } = counterWithClock(-3 * hour);
  compare();
  sleep(8 * hour);
  expect(reception.clockAheadMs()).toBe(3 * hour);
});
