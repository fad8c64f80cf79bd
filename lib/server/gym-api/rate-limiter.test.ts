import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createRateLimiter, type RateLimiter, type Urgency } from './rate-limiter.ts';

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

  /** Eight scans a second with 1.5 s to wait, and as many visits at a time as there are workers. */
  async function overload(ledger: Urgency) {
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
      await vi.advanceTimersByTimeAsync(125);
    }
    return counted;
  }

  test('a quarter goes to the ledger, three quarters to people', async () => {
    const { people, visits } = await overload('ledger');
    expect(visits).toBeGreaterThan(1.4 * lastsS);
    expect(people).toBeGreaterThan(4.4 * lastsS);
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
  test('is admitted above the reserve', async () => {
    const rateLimiter = limiterOf({ capacity: 12, reserve: 10 });
    const admitted = [];
    for (let i = 0; i < 3; i += 1) admitted.push(await rateLimiter.enterIfFree(never));
    expect(admitted).toEqual([true, true, false]);
    const people = enter(rateLimiter, 'interactive', 10);
    await vi.advanceTimersByTimeAsync(0);
    expect(people).toHaveLength(10);
  });

  test('is not admitted while anybody waits', async () => {
    const rateLimiter = limiterOf({ capacity: 12, reserve: 10 });
    enter(rateLimiter, 'ledger', 3);
    await vi.advanceTimersByTimeAsync(0);
    expect(await rateLimiter.enterIfFree(never)).toBe(false);
    await vi.advanceTimersByTimeAsync(170);
    expect(await rateLimiter.enterIfFree(never)).toBe(false);
    await vi.advanceTimersByTimeAsync(170);
    expect(await rateLimiter.enterIfFree(never)).toBe(true);
  });

  test('is not admitted after its deadline, and takes no token', async () => {
    const rateLimiter = limiterOf({ capacity: 11, reserve: 10 });
    expect(await rateLimiter.enterIfFree(AbortSignal.abort())).toBe(false);
    expect(await rateLimiter.enterIfFree(never)).toBe(true);
  });
});
