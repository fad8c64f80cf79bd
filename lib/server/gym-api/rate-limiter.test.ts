import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createRateLimiter, type RateLimiter, type Urgency } from './rate-limiter.ts';
import type { TokenBucket } from './token-bucket.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

const never = new AbortController().signal;

/** Enters `count` requests. @returns when each was admitted, in milliseconds */
function enter(rateLimiter: RateLimiter, urgency: Urgency, count: number): number[] {
  const admittedAt: number[] = [];
  for (let i = 0; i < count; i += 1) void rateLimiter.enter(urgency, never).then(() => admittedAt.push(Date.now()));
  return admittedAt;
}
const limiterOf = (options: { reserve?: number; capacity?: number } = {}) =>
  createRateLimiter({ now: () => Date.now(), reserve: 0, ...options });

test('sixty are admitted at once, then six a second', async () => {
  const admittedAt = enter(limiterOf(), 'interactive', 72);
  await vi.advanceTimersByTimeAsync(0);
  expect(admittedAt).toHaveLength(60);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(admittedAt).toHaveLength(66);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(admittedAt).toHaveLength(72);
});

test('the bucket refills during a pause, up to its size', async () => {
  const rateLimiter = limiterOf();
  enter(rateLimiter, 'interactive', 60);
  await vi.advanceTimersByTimeAsync(3_600_000);
  const admittedAt = enter(rateLimiter, 'interactive', 61);
  await vi.advanceTimersByTimeAsync(0);
  expect(admittedAt).toHaveLength(60);
});

test('people come before background work, also where that waits longer', async () => {
  const rateLimiter = limiterOf({ capacity: 1 });
  enter(rateLimiter, 'interactive', 1);
  const background = enter(rateLimiter, 'background', 3);
  const people = enter(rateLimiter, 'interactive', 2);
  await vi.advanceTimersByTimeAsync(340);
  expect([people.length, background.length]).toEqual([2, 0]);
  await vi.advanceTimersByTimeAsync(510);
  expect(background).toHaveLength(3);
});

test('background work leaves the reserve for people', async () => {
  const rateLimiter = limiterOf({ reserve: 10 });
  const background = enter(rateLimiter, 'background', 60);
  await vi.advanceTimersByTimeAsync(0);
  expect(background).toHaveLength(50);
  const people = enter(rateLimiter, 'interactive', 10);
  await vi.advanceTimersByTimeAsync(0);
  expect(people).toHaveLength(10);
});

test('a smaller remaining limit of the platform counts', async () => {
  const rateLimiter = limiterOf();
  enter(rateLimiter, 'interactive', 1);
  await vi.advanceTimersByTimeAsync(0);
  rateLimiter.leave(2);
  const admittedAt = enter(rateLimiter, 'interactive', 5);
  await vi.advanceTimersByTimeAsync(0);
  expect(admittedAt).toHaveLength(2);
});

test('a wait that the platform asked for is kept, whatever answers to earlier requests say', async () => {
  const rateLimiter = limiterOf();
  enter(rateLimiter, 'interactive', 3);
  await vi.advanceTimersByTimeAsync(0);
  rateLimiter.leave(1 - 10 * 6);
  rateLimiter.leave(57);
  const admittedAt = enter(rateLimiter, 'interactive', 2);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(admittedAt).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(admittedAt).toEqual([10_000, 10_167]);
});

test('a larger remaining limit of the platform does not raise our own count', async () => {
  const rateLimiter = limiterOf({ capacity: 2 });
  enter(rateLimiter, 'interactive', 2);
  await vi.advanceTimersByTimeAsync(0);
  rateLimiter.leave(60);
  const admittedAt = enter(rateLimiter, 'interactive', 1);
  await vi.advanceTimersByTimeAsync(0);
  expect(admittedAt).toHaveLength(0);
});

test('an aborted request takes no token', async () => {
  const rateLimiter = limiterOf({ capacity: 1 });
  enter(rateLimiter, 'interactive', 1);
  const impatient = new AbortController();
  const admitted = rateLimiter.enter('interactive', impatient.signal);
  const patient = enter(rateLimiter, 'interactive', 1);
  impatient.abort();
  expect(await admitted).toBe(false);
  await vi.advanceTimersByTimeAsync(170);
  expect(patient).toHaveLength(1);
});

describe('over the limit', () => {
  const lastsS = 60;

  const readingCount = 10;

  /**
   * Eight scans a second with 1.5 s to wait, and as many visits at a time as there are workers.
   * @param read done ten times meanwhile
   */
  async function overload(ledger: Urgency, read?: (enter: (urgency: Urgency, ms: number) => Promise<boolean>) => void) {
    const rateLimiter = limiterOf({ reserve: 10 });
    const counted = { people: 0, unconfirmed: 0, visits: 0 };
    const within = (ms: number) => {
      const leaving = new AbortController();
      setTimeout(() => leaving.abort(), ms);
      return leaving.signal;
    };
    const scan = async () => {
      if (await rateLimiter.enter('interactive', within(1_500))) counted.people += 1;
      else counted.unconfirmed += 1;
    };
    const work = async (): Promise<void> => {
      if (await rateLimiter.enter(ledger, within(8_000))) counted.visits += 1;
      return work();
    };
    for (let workers = 0; workers < 40; workers += 1) void work();
    for (let scans = 0; scans < 8 * lastsS; scans += 1) {
      void scan();
      if (scans % ((8 * lastsS) / readingCount) === 0) read?.((urgency, ms) => rateLimiter.enter(urgency, within(ms)));
      await vi.advanceTimersByTimeAsync(125);
    }
    if (read) await vi.advanceTimersByTimeAsync(8_000);
    return counted;
  }

  test('a quarter goes to the ledger, three quarters to people', async () => {
    const { people, visits } = await overload('ledger');
    expect(visits).toBeGreaterThan(1.4 * lastsS);
    expect(people).toBeGreaterThan(4.4 * lastsS);
  });

  test.each([
    ['the reading of changes is admitted at the next turn of the ledger, before its visits', 'changes', true],
    ['control: in the queue of the visits, it is not always admitted in time', 'ledger', false],
  ] as const)('%s', async (_, urgency, isAlways) => {
    const readings: boolean[] = [];
    await overload('ledger', async (enter) => void readings.push(await enter(urgency, 8_000)));
    expect(readings).toHaveLength(readingCount);
    expect(readings.every(Boolean)).toBe(isAlways);
  });

  test('control: as background work, no visit is sent while people wait', async () => {
    const { people, visits } = await overload('background');
    // from the initial content of the bucket
    expect(visits).toBeLessThanOrEqual(50);
    expect(people).toBeGreaterThan(5.9 * lastsS);
  });
});

test('a visit waits for at most three interactive requests', async () => {
  const rateLimiter = limiterOf({ capacity: 1 });
  enter(rateLimiter, 'ledger', 1);
  await vi.advanceTimersByTimeAsync(0);
  const people = enter(rateLimiter, 'interactive', 9);
  const visit = enter(rateLimiter, 'ledger', 1);
  await vi.advanceTimersByTimeAsync(680);
  expect([people.length, visit.length]).toEqual([3, 1]);
});

describe('a spare request', () => {
  test('is admitted above half of the reserve', async () => {
    const rateLimiter = limiterOf({ capacity: 7, reserve: 10 });
    const admitted = [];
    for (let i = 0; i < 3; i += 1) admitted.push(await rateLimiter.enterIfFree(never));
    expect(admitted).toEqual([true, true, false]);
    const people = enter(rateLimiter, 'interactive', 5);
    await vi.advanceTimersByTimeAsync(0);
    expect(people).toHaveLength(5);
  });

  test('is not admitted while a person waits', async () => {
    const rateLimiter = limiterOf({ capacity: 12, reserve: 10 });
    enter(rateLimiter, 'interactive', 13);
    await vi.advanceTimersByTimeAsync(0);
    expect(await rateLimiter.enterIfFree(never)).toBe(false);
    await vi.advanceTimersByTimeAsync(170 * 7);
    expect(await rateLimiter.enterIfFree(never)).toBe(true);
  });

  test('goes before background work that waits', async () => {
    const rateLimiter = limiterOf({ reserve: 10 });
    const background = enter(rateLimiter, 'background', 110);
    await vi.advanceTimersByTimeAsync(0);
    expect(background).toHaveLength(50);
    expect(await rateLimiter.enterIfFree(never)).toBe(true);
  });

  test('leaves the ledger its turn', async () => {
    const rateLimiter = limiterOf({ reserve: 10 });
    const visits = enter(rateLimiter, 'ledger', 52);
    await vi.advanceTimersByTimeAsync(0);
    for (let i = 0; i < 3; i += 1) expect(await rateLimiter.enterIfFree(never)).toBe(true);
    await rateLimiter.enterIfFree(never);
    expect(visits).toHaveLength(51);
  });

  test('shares the count with those that come meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const asked: number[] = [];
    const bucket: TokenBucket = {
      take: async ({ wanted }) => {
        asked.push(wanted);
        await promise;
        return { taken: wanted, left: 30 };
      },
    };
    const rateLimiter = createRateLimiter({ now: () => Date.now(), bucket });
    const spares = Promise.all(Array.from({ length: 4 }, () => rateLimiter.enterIfFree(never)));
    await vi.advanceTimersByTimeAsync(0);
    resolve();
    expect(await spares).toEqual([true, true, true, true]);
    expect(asked).toEqual([1, 3]);
  });

  test('is given up at its deadline while the count lasts', async () => {
    const bucket: TokenBucket = { take: () => new Promise(() => {}) };
    const rateLimiter = createRateLimiter({ now: () => Date.now(), bucket });
    const leaving = new AbortController();
    const admitted = rateLimiter.enterIfFree(leaving.signal);
    leaving.abort();
    expect(await admitted).toBe(false);
  });

  test('is not admitted after its deadline, and takes no token', async () => {
    const rateLimiter = limiterOf({ capacity: 6, reserve: 10 });
    expect(await rateLimiter.enterIfFree(AbortSignal.abort())).toBe(false);
    expect(await rateLimiter.enterIfFree(never)).toBe(true);
  });
});

describe('with a bucket that counts slowly', () => {
  test('tokens of those who gave up are not kept, except a few', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let taken = 0;
    const bucket: TokenBucket = {
      take: async ({ wanted }) => {
        taken += wanted;
        if (wanted > 20) await promise;
        return { taken: wanted, left: 0 };
      },
    };
    const rateLimiter = createRateLimiter({ now: () => Date.now(), bucket });
    const leaving = new AbortController();
    for (let i = 0; i < 30; i += 1) void rateLimiter.enter('interactive', leaving.signal);
    await vi.advanceTimersByTimeAsync(0);
    expect(taken).toBe(30);
    leaving.abort();
    resolve();
    await vi.advanceTimersByTimeAsync(0);
    const before = taken;
    enter(rateLimiter, 'interactive', 6);
    await vi.advanceTimersByTimeAsync(0);
    expect(taken).toBeGreaterThan(before);
  });

  test('a smaller remaining limit is not replaced by an older answer with a larger one', async () => {
    const told: (number | null)[] = [];
    const bucket: TokenBucket = {
      take: async ({ wanted, heard }) => {
        told.push(heard);
        return { taken: wanted, left: 0 };
      },
    };
    const rateLimiter = createRateLimiter({ now: () => Date.now(), bucket });
    enter(rateLimiter, 'interactive', 3);
    await vi.advanceTimersByTimeAsync(0);
    rateLimiter.leave(0);
    rateLimiter.leave(30);
    enter(rateLimiter, 'interactive', 1);
    await vi.advanceTimersByTimeAsync(0);
    expect(told.at(-1)).toBe(0);
  });
});

test('a place that was given back is that of the next one at once', async () => {
  const rateLimiter = limiterOf({ capacity: 1 });
  const admittedAt = enter(rateLimiter, 'interactive', 3);
  await vi.advanceTimersByTimeAsync(0);
  expect(admittedAt).toHaveLength(1);
  rateLimiter.giveBack();
  await vi.advanceTimersByTimeAsync(0);
  expect(admittedAt).toEqual([0, 0]);
  await vi.advanceTimersByTimeAsync(167);
  expect(admittedAt).toHaveLength(3);
});
