import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { reckonTime } from '#lib/server/base/browser-time.ts';
import type { Moment, Stamp } from '#lib/wire/time/moment.ts';
import { createPageClock } from './page-clock.ts';

const start = Date.parse('2026-11-21T08:41:07.123Z');
const second = 1_000;
const hour = 3_600 * second;
const allowedMs = 250;

/** Events of a browser, its network and the desk. */
type Event =
  /** A request, including the pauses of browser and desk. */
  | { kind: 'compare'; thereMs: number; backMs: number }
  | { kind: 'wait'; ms: number }
  | { kind: 'setClock'; byMs: number }
  | { kind: 'sleep'; ms: number }
  /** The steady clock of the next page starts at the time of the wall clock. */
  | { kind: 'reload' }
  /** As in Firefox, where the origin of pages is that of their process. */
  | { kind: 'reloadInProcess' };

interface Sent {
  stamp: Stamp;
  wall: number;
}

/** Simulates a browser and a desk with a known true time; the desk's clock is right. */
function openWorld(wallErrorMs: number) {
  const world = { now: start, wallErrorMs, steadyErrorMs: wallErrorMs, thereMs: 5, backMs: 5, isAway: false };
  const readMoment = (): Moment => ({ wall: world.now + world.wallErrorMs, steady: world.now + world.steadyErrorMs });
  const openPage = () =>
    createPageClock({
      readMoment,
      page: world.now + world.steadyErrorMs,
      askDesk: async () => {
        world.now += world.thereMs;
        if (world.isAway) throw new TypeError('Failed to fetch');
        const read = world.now;
        world.now += world.backMs;
        return read;
      },
    });
  let page = openPage();

  async function happen(event: Event): Promise<void> {
    switch (event.kind) {
      case 'compare':
        Object.assign(world, { thereMs: event.thereMs, backMs: event.backMs });
        await page.compare();
        Object.assign(world, { thereMs: 5, backMs: 5 });
        return;
      case 'wait':
        world.now += event.ms;
        return;
      case 'setClock':
        world.wallErrorMs += event.byMs;
        return;
      case 'sleep':
        world.now += event.ms;
        world.steadyErrorMs -= event.ms;
        return;
      case 'reload':
      case 'reloadInProcess':
        if (event.kind === 'reload') world.steadyErrorMs = world.wallErrorMs;
        world.now += 1;
        page = openPage();
        await page.compare();
        return;
    }
  }

  return {
    world,
    happen,
    tap: () => ({ stamp: page.stamp(), wall: readMoment().wall, at: world.now }),
    /** Sends a tap, and returns its time as the desk computes it if the tap arrives after `travelMs`. */
    send: async ({ stamp, wall }: Sent, travelMs: number) => {
      const time = await page.timeToSend(stamp);
      world.now += travelMs;
      return reckonTime({ at: wall, ...time }, world.now);
    },
    /** What an older page sends, which knows only the wall clock. */
    sendAsBefore: ({ wall }: Sent, travelMs: number) => {
      const sentAt = readMoment().wall;
      world.now += travelMs;
      return reckonTime({ at: wall, sentAt }, world.now);
    },
  };
}

const delayMs = fc.oneof(fc.integer({ min: 0, max: 150 }), fc.integer({ min: 0, max: 70 * second }));
const byMs = fc.oneof(
  fc.integer({ min: -3 * hour, max: 3 * hour }),
  fc.constantFrom(-60 * second, -6 * 365 * 24 * hour),
);
const compare = fc.record({ kind: fc.constant('compare' as const), thereMs: delayMs, backMs: delayMs });
const wait = fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: hour / 6 }) });
const setClock = fc.record({ kind: fc.constant('setClock' as const), byMs });
const sleep = fc.record({ kind: fc.constant('sleep' as const), ms: fc.integer({ min: second, max: 9 * hour }) });

/** Replays events before and after a tap, in a page that compared its clock once when it was opened. */
async function errorOfTap(given: { wallErrorMs: number; before: Event[]; after: Event[]; travelMs: number }) {
  const { happen, tap, send } = openWorld(given.wallErrorMs);
  await happen({ kind: 'compare', thereMs: 40, backMs: 40 });
  for (const event of given.before) await happen(event);
  const made = tap();
  for (const event of given.after) await happen(event);
  const { at, isInDoubt } = await send(made, given.travelMs);
  return { errorMs: Math.abs(at - made.at), isInDoubt };
}
const played = (event: fc.Arbitrary<Event>) =>
  fc.record({
    wallErrorMs: byMs,
    before: fc.array(event, { maxLength: 6 }),
    after: fc.array(event, { maxLength: 6 }),
    travelMs: delayMs,
  });

describe('the time of a tap is exact to 250 ms, and not in doubt', () => {
  test('for any pauses, slow requests, and changes of the wall clock while it waits', async () => {
    await fc.assert(
      fc.asyncProperty(played(fc.oneof(compare, wait, setClock)), async (given) => {
        const { errorMs, isInDoubt } = await errorOfTap(given);
        expect(errorMs).toBeLessThanOrEqual(allowedMs);
        expect(isInDoubt).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  test('for any number of times that the device sleeps', async () => {
    await fc.assert(
      fc.asyncProperty(played(fc.oneof(compare, wait, sleep)), async (given) => {
        const { errorMs, isInDoubt } = await errorOfTap(given);
        expect(errorMs).toBeLessThanOrEqual(allowedMs);
        expect(isInDoubt).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['a minute ahead', 60 * second],
    ['three hours ahead', 3 * hour],
    ['three hours behind', -3 * hour],
    ['of 2020', -6 * 365 * 24 * hour],
  ])('with the clock set %s before it, and corrected while it waits', async (_, byMs) => {
    const compareAgain: Event = { kind: 'compare', thereMs: 40, backMs: 40 };
    const given = { wallErrorMs: 0, travelMs: 60 * second };
    const before: Event[] = [{ kind: 'setClock', byMs }, compareAgain];
    const after: Event[] = [{ kind: 'wait', ms: 60 * second }, { kind: 'setClock', byMs: -byMs }, compareAgain];
    expect(await errorOfTap({ ...given, before, after })).toEqual({
      errorMs: expect.closeTo(0, -2.4),
      isInDoubt: false,
    });
  });

  test.each<[string, Event[]]>([
    ['alone', []],
    ['with the clock set back by a minute', [{ kind: 'setClock', byMs: -60 * second }]],
    ['with the clock set ahead by three hours', [{ kind: 'setClock', byMs: 3 * hour }]],
    ['with the date corrected on a tablet that booted in 2020', [{ kind: 'setClock', byMs: 6 * 365 * 24 * hour }]],
  ])('across a reload of the page %s', async (_, events) => {
    for (const after of [[...events, { kind: 'reload' }] as const, [{ kind: 'reload' }, ...events] as const]) {
      const given = { wallErrorMs: -6 * 365 * 24 * hour, before: [], after: [...after], travelMs: 60 * second };
      expect(await errorOfTap(given)).toEqual({ errorMs: expect.closeTo(0, -2.4), isInDoubt: false });
    }
  });
});

test('control: by the wall clock alone, a long pause and a correction make it wrong', async () => {
  const errors: number[] = [];
  for (const [byMs, travelMs] of [
    [0, 3 * 60 * second],
    [3 * hour, 5],
  ] as const) {
    const { happen, tap, sendAsBefore } = openWorld(0);
    const made = tap();
    await happen({ kind: 'wait', ms: hour });
    await happen({ kind: 'setClock', byMs });
    errors.push(Math.abs(sendAsBefore(made, travelMs).at - made.at));
  }
  expect(errors.every((errorMs) => errorMs > allowedMs)).toBe(true);
});

test('if a clock correction looks the same as a sleep, the tap is in doubt, and never in the future', async () => {
  await fc.assert(
    fc.asyncProperty(played(fc.oneof(compare, wait, setClock, sleep)), async (given) => {
      const { world, happen, tap, send } = openWorld(given.wallErrorMs);
      await happen({ kind: 'compare', thereMs: 40, backMs: 40 });
      for (const event of given.before) await happen(event);
      const made = tap();
      for (const event of given.after) await happen(event);
      const { at } = await send(made, given.travelMs);
      expect(at).toBeLessThanOrEqual(world.now);
    }),
    { numRuns: 1_000 },
  );
  const twice: Event[] = [
    { kind: 'sleep', ms: hour },
    { kind: 'setClock', byMs: 2 * hour },
  ];
  const given = { wallErrorMs: 0, before: twice, after: twice, travelMs: 5 };
  expect(await errorOfTap(given)).toMatchObject({ isInDoubt: true });
});

test('a page that never reached the desk sends the age of the tap, and the desk accepts its wall clock', async () => {
  const { world, happen, tap, send } = openWorld(30);
  world.isAway = true;
  const made = tap();
  await happen({ kind: 'wait', ms: hour });
  expect(await send(made, 70 * second)).toEqual({ at: made.wall, isInDoubt: false });
});

test.each([
  ['right', 0, false],
  ['three hours behind', -3 * hour, true],
])(
  'a tap of a page that was reloaded before it reached the desk, on a device whose clock is %s',
  async (_, wallErrorMs, isInDoubt) => {
    const { happen, tap, send } = openWorld(wallErrorMs);
    const made = tap();
    await happen({ kind: 'wait', ms: hour });
    await happen({ kind: 'reload' });
    expect(await send(made, 60 * second)).toEqual({ at: expect.closeTo(made.at, -2.4), isInDoubt });
  },
);

test('the same is in doubt where the clock was set after the reload, so that it was wrong before', async () => {
  const { world, happen, tap, send } = openWorld(-8 * hour);
  world.isAway = true;
  const made = tap();
  await happen({ kind: 'reload' });
  await happen({ kind: 'wait', ms: hour });
  await happen({ kind: 'setClock', byMs: 8 * hour });
  world.isAway = false;
  expect(await send(made, 60 * second)).toMatchObject({ isInDoubt: true });
});

test('the same is not in doubt where the device slept before the first of these pages was opened', async () => {
  const { world, happen, tap, send } = openWorld(0);
  await happen({ kind: 'sleep', ms: 9 * hour });
  world.isAway = true;
  await happen({ kind: 'reloadInProcess' });
  const made = tap();
  await happen({ kind: 'reloadInProcess' });
  world.isAway = false;
  expect(await send(made, 60 * second)).toEqual({ at: expect.closeTo(made.at, -2.4), isInDoubt: false });
});

test('a slow network alone does not put a tap in doubt', async () => {
  const { world, happen, tap, send } = openWorld(-300);
  await happen({ kind: 'compare', thereMs: 1_500, backMs: 1_500 });
  const made = tap();
  world.isAway = true;
  expect(await send(made, 5)).toEqual({ at: made.wall, isInDoubt: false });
});

test('comparisons with a slow desk back off, and become exact again soon after it is fast', async () => {
  vi.useFakeTimers();
  let asked = 0;
  let isSlow = true;
  const page = createPageClock({
    readMoment: () => ({ wall: Date.now(), steady: Date.now() }),
    page: 1,
    askDesk: async () => {
      asked += 1;
      if (isSlow) await new Promise((resolve) => setTimeout(resolve, 2_000));
      return Date.now();
    },
  });
  page.start();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(asked).toBeGreaterThan(10);
  expect(asked).toBeLessThan(50);
  isSlow = false;
  await vi.advanceTimersByTimeAsync(80_000);
  expect(page.stamp().known?.errorMs).toBeLessThan(100);
  page.stop();
  vi.useRealTimers();
});

test('tells its subscribers of each comparison that counts', async () => {
  let isAway = false;
  const page = createPageClock({
    readMoment: () => ({ wall: start, steady: start }),
    page: 1,
    askDesk: async () => {
      if (isAway) throw new Error('The desk is away.');
      return start;
    },
  });
  const known: unknown[] = [];
  const unsubscribe = page.subscribe(() => known.push(page.stamp().known?.ms));
  await page.compare();
  isAway = true;
  await page.compare();
  expect(known).toEqual([0]);
  isAway = false;
  unsubscribe();
  await page.compare();
  expect(known).toEqual([0]);
});

test('after the clock was set it is compared at once, and while the desk is away less and less often', async () => {
  vi.useFakeTimers();
  let asked = 0;
  let isAway = false;
  let setByMs = 0;
  const page = createPageClock({
    readMoment: () => ({ wall: Date.now() + setByMs, steady: Date.now() }),
    page: 1,
    askDesk: async () => {
      asked += 1;
      if (isAway) throw new Error('The desk is away.');
      return Date.now();
    },
  });
  page.start();
  await vi.advanceTimersByTimeAsync(5_000);
  [asked, isAway, setByMs] = [0, true, 60 * 60_000];
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(asked).toBeGreaterThan(8);
  expect(asked).toBeLessThan(30);
  isAway = false;
  await vi.advanceTimersByTimeAsync(80_000);
  expect(page.stamp().known?.taken.wall).toBeGreaterThan(Date.now());
  page.stop();
  vi.useRealTimers();
});
