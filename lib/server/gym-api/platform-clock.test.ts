import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPlatformClock } from './platform-clock.ts';

const start = Date.parse('2026-11-21T08:41:07.123Z');
const aheadMs = 6 * 60_000;

function setUp() {
  let steady = 5_000;
  /** How far the wall clock has stepped ahead of the monotonic one. */
  let steppedMs = 0;
  const clock = createPlatformClock({ now: () => steady, clock: () => start + steady + steppedMs });
  const platformNow = () => start + steady + aheadMs;
  return {
    clock,
    errorMs: () => Math.abs((clock.read() ?? Number.NaN) - platformNow()),
    pass: (ms: number) => {
      steady += ms;
    },
    step: (ms: number) => {
      steppedMs += ms;
    },
    /** A request and its response; `date` replaces the platform's time. */
    exchange: (thereMs: number, backMs: number, headers?: Record<string, string>, stepMs = 0) => {
      const asked = clock.readMoment();
      steady += thereMs;
      const date = new Date(platformNow()).toUTCString();
      steady += backMs;
      steppedMs += stepMs;
      clock.learn({ asked, received: clock.readMoment(), headers: new Headers(headers ?? { date }) });
    },
  };
}

test('several answers with times in whole seconds determine the clock to 250 ms, also where some of them are slow', () => {
  const delay = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 8_000 }));
  fc.assert(
    fc.property(fc.array(fc.tuple(delay, delay), { maxLength: 20 }), (exchanges) => {
      const { exchange, pass, errorMs } = setUp();
      for (const [thereMs, backMs] of exchanges) exchange(thereMs, backMs);
      // fast answers, staggered: one is near the beginning of a second, one near its end
      for (let count = 0; count < 8; count += 1) {
        pass(1_130);
        exchange(10, 10);
      }
      expect(errorMs()).toBeLessThanOrEqual(250);
    }),
  );
});

test('one fast answer determines it to a second', () => {
  const { exchange, errorMs } = setUp();
  exchange(20, 20);
  expect(errorMs()).toBeLessThanOrEqual(520);
});

describe('an answer with a contradicting time', () => {
  const old = { date: 'Fri, 20 Nov 2026 09:00:00 GMT' };

  test('counts only when a second one confirms it', () => {
    const { exchange, pass, errorMs, clock } = setUp();
    exchange(10, 10);
    exchange(10, 10, old);
    expect(errorMs()).toBeLessThanOrEqual(520);
    pass(500);
    exchange(10, 10, old);
    expect(clock.read()).toBeLessThan(start);
  });

  test('does not count where it was cached', () => {
    const { exchange, errorMs } = setUp();
    exchange(10, 10);
    for (const age of ['1', '2']) exchange(10, 10, { ...old, age });
    expect(errorMs()).toBeLessThanOrEqual(520);
  });
});

test('the time is unknown before the first answer, and where no answer states one', () => {
  const { clock, exchange } = setUp();
  expect(clock.read()).toBeUndefined();
  exchange(10, 10, {});
  expect(clock.read()).toBeNull();
});

describe('after a sleep, or when this machine’s clock was set', () => {
  const minuteMs = 60_000;

  test.each([6 * minuteMs, -6 * minuteMs, 3_000])('by %i ms, nothing is known before the next answer', (ms) => {
    const { clock, exchange, step, errorMs } = setUp();
    exchange(10, 10);
    step(ms);
    expect(clock.read()).toBeUndefined();
    exchange(10, 10);
    expect(errorMs()).toBeLessThanOrEqual(520);
  });

  test('an answer that was in flight then is ignored', () => {
    const { clock, exchange } = setUp();
    exchange(10, 10, undefined, 6 * minuteMs);
    expect(clock.read()).toBeUndefined();
  });

  test('a gradual correction of the clock changes nothing', () => {
    const { exchange, step, errorMs } = setUp();
    for (let count = 0; count < 20; count += 1) {
      exchange(10, 10);
      step(1_500);
    }
    expect(errorMs()).toBeLessThanOrEqual(520);
  });
});
