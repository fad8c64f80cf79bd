import { setTimeout as pause } from 'node:timers/promises';
import { eq, type SQL, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { keyBuckets } from '#lib/server/db/schema/key-buckets.ts';
import { ping } from '#lib/server/gym-api/accounts.ts';
import { createRateLimiter, type RateLimiter, type Urgency } from '#lib/server/gym-api/rate-limiter.ts';
import { createTokenBucket } from '#lib/server/gym-api/token-bucket.ts';
import { setLocation } from '#lib/server/locations/set-location.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { until } from '#shared/testing/until.ts';
import { type BucketTime, createSharedBucket, realTime } from './shared-bucket.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
let processes: [DeskContext, DeskContext];

beforeEach(async () => {
  here = await testDesk.openLocation();
  processes = [testDesk.desk, testDesk.another()];
});

const patient = { waitForLate: () => new Promise<null>(() => {}) };
const standing = { ...patient, now: () => 0, inDatabase: sql`'2026-06-03T10:00:00Z'::timestamptz` };

const bucketIn =
  (time: BucketTime) =>
  ({ secret, db, log }: DeskContext, apiKey = 'the key') =>
    createSharedBucket({ locationId: here.location.id, apiKey, secret, db, log, time });
const bucketOf = bucketIn(standing);
const { now } = realTime;
const limiterOf = (desk: DeskContext) =>
  createRateLimiter({ now, bucket: bucketIn({ ...realTime, ...patient })(desk) });
const ownLimiter = () => createRateLimiter({ now });
const take = { wanted: 1, leave: 0, heard: null } as const;
const isHere = () => eq(keyBuckets.locationId, here.location.id);
const never = new AbortController().signal;

/** The platform's own bucket: counts what it refuses with 429, and says what remains. */
function startPlatform(time: Pick<BucketTime, 'now'>) {
  const bucket = createTokenBucket(time);
  const counted = { accepted: 0, refused: 0 };
  const ask = async (rateLimiter: RateLimiter, urgency: Urgency) => {
    await rateLimiter.enter(urgency, never);
    await pause(1);
    const { taken, left } = await bucket.take(take);
    counted[taken === 1 ? 'accepted' : 'refused'] += 1;
    await pause(1);
    rateLimiter.leave(Math.floor(left));
  };
  return { counted, ask };
}

describe('a key that replaces another', () => {
  test('begins with its whole limit in every process, also where the former one is refused afterwards and requests with it wait', async () => {
    const [first, second] = processes;
    const former = createRateLimiter({ now: standing.now, bucket: bucketOf(first, 'former') });
    await former.enter('interactive', never);
    const ending = new AbortController();
    const waiting = Array.from({ length: 60 }, () => former.enter('interactive', ending.signal));
    former.leave(1 - 360);
    await until(async () => {
      expect(await testDesk.desk.db.select().from(keyBuckets).where(isHere())).toMatchObject([{ tokens: -359 }]);
    });
    expect(await bucketOf(first, 'another').take({ ...take, wanted: 20 })).toMatchObject({ taken: 25 });
    expect(await bucketOf(second, 'another').take({ ...take, wanted: 20 })).toMatchObject({ taken: 20, left: 5 });
    ending.abort();
    await Promise.all(waiting);
  });

  test('is counted apart, and a key that stays at another address goes on', async () => {
    const buckets = () => testDesk.desk.db.$count(keyBuckets, isHere());
    const requestAfter = async (change: Parameters<typeof setLocation>[1]['change']) => {
      const location = await setLocation(testDesk.desk, { locationId: here.location.id, change, by: null });
      await Promise.all(processes.map((desk) => ping(desk.gymClientOf(location))));
    };
    await requestAfter({});
    expect(await buckets()).toBe(1);
    await requestAfter({ apiUrl: here.platform.url.replace('127.0.0.1', 'localhost') });
    expect(await buckets(), 'the same key').toBe(1);
    await requestAfter({ apiKey: 'another' });
    expect(await buckets()).toBe(2);
    const longAgo = sql`now() - interval '11 minutes'`;
    await testDesk.desk.db.update(keyBuckets).set({ countedAt: longAgo }).where(isHere());
    await requestAfter({ apiKey: here.platform.apiKey });
    expect(await buckets(), 'full ones are deleted').toBe(1);
  });
});

describe('the limit of a key', () => {
  /** Each process has more to send than the whole limit. */
  async function overload(rateLimiters: readonly RateLimiter[], time: Pick<BucketTime, 'now'>) {
    const platform = startPlatform(time);
    const each = 84 / rateLimiters.length;
    await Promise.all(
      rateLimiters.flatMap((limiter) => Array.from({ length: each }, () => platform.ask(limiter, 'interactive'))),
    );
    return platform.counted;
  }

  test('is kept by two processes together: none of their requests is refused', async () => {
    expect(await overload(processes.map(limiterOf), realTime)).toEqual({ accepted: 84, refused: 0 });
  });

  test('control: with a bucket in each process, requests are refused', async () => {
    expect((await overload(processes.map(ownLimiter), standing)).refused).toBeGreaterThan(0);
  });

  test('leaves people of one process what the background work of another one must not take', async () => {
    const [first, second] = processes.map((desk) => bucketOf(desk));
    expect(await first?.take({ wanted: 60, leave: 10, heard: null })).toMatchObject({ taken: 40 });
    expect(await second?.take({ ...take, wanted: 10 })).toMatchObject({ taken: 10 });
  });
});

describe('the bucket', () => {
  test('gives a few more while it is more than half full, so that the next requests need no statement', async () => {
    const bucket = bucketOf(testDesk.desk);
    expect(await bucket.take(take)).toMatchObject({ taken: 6 });
    expect(await bucket.take(take)).toMatchObject({ taken: 6 });
    await bucket.take({ ...take, wanted: 20 });
    expect(await bucket.take(take)).toMatchObject({ taken: 1 });
  });

  test('gives nothing below what has to be left', async () => {
    const bucket = bucketOf(testDesk.desk);
    await bucket.take({ ...take, wanted: 45 });
    expect(await bucket.take({ ...take, leave: 10 })).toMatchObject({ taken: 0 });
    expect(await bucket.take(take)).toMatchObject({ taken: 1 });
  });

  test('has no more than the platform says, for every process', async () => {
    const [first, second] = processes.map((desk) => bucketOf(desk));
    await first?.take(take);
    expect(await first?.take({ ...take, wanted: 5, heard: 2.5 })).toMatchObject({ taken: 2 });
    expect(await second?.take({ ...take, wanted: 30 })).toMatchObject({ taken: 0 });
  });

  test('keeps a wait that the platform asked for, for every process, also from the first statement on', async () => {
    const [first, second] = processes.map((desk) => bucketOf(desk));
    expect(await first?.take({ ...take, heard: 1 - 30 * 6 })).toMatchObject({ taken: 0, left: -179 });
    expect(await second?.take(take)).toMatchObject({ taken: 0, left: -179 });
  });

  test('has no more than the platform says, from the first statement on', async () => {
    expect(await bucketOf(testDesk.desk).take({ ...take, wanted: 5, heard: 2.5 })).toMatchObject({ taken: 2 });
  });

  test('refills by six a second of the database’s clock, and is never more than full', async () => {
    const bucket = bucketOf(testDesk.desk);
    await bucket.take({ ...take, wanted: 50 });
    const setBack = (interval: string) =>
      testDesk.desk.db
        .update(keyBuckets)
        .set({ tokens: 0, countedAt: sql`${standing.inDatabase} - ${interval}::interval` })
        .where(isHere());
    await setBack('3 seconds');
    expect(await bucket.take({ ...take, wanted: 50 })).toMatchObject({ taken: 18, left: 0 });
    await setBack('1 hour');
    expect(await bucket.take({ ...take, wanted: 70 })).toMatchObject({ taken: 50, left: 0 });
  });

  test('goes on after the database’s clock was set back', async () => {
    const bucket = bucketOf(testDesk.desk);
    await bucket.take(take);
    const ahead = { tokens: 0, countedAt: sql`${standing.inDatabase} + interval '1 hour'` };
    await testDesk.desk.db.update(keyBuckets).set(ahead).where(isHere());
    expect(await bucket.take(take)).toMatchObject({ taken: 0 });
    const since = { countedAt: sql`${keyBuckets.countedAt} - interval '1 second'` };
    await testDesk.desk.db.update(keyBuckets).set(since).where(isHere());
    expect(await bucket.take(take)).toMatchObject({ taken: 1 });
  });

  test('counts by itself from what it knows while the database cannot be asked, and reports it', async () => {
    let isBroken = false;
    const execute = (query: SQL) =>
      isBroken ? Promise.reject(new Error('no database')) : testDesk.desk.db.execute(query);
    const bucket = bucketOf({ ...testDesk.desk, db: { execute } as unknown as DeskContext['db'] });
    await bucket.take(take);
    isBroken = true;
    expect(await bucket.take({ ...take, wanted: 30 })).toMatchObject({ taken: 30 });
    expect(testDesk.logged.at(-1)).toMatchObject([{ locationId: here.location.id }, expect.any(String)]);
    expect(await bucket.take({ ...take, wanted: 2, heard: 1 })).toMatchObject({ taken: 1 });
  });

  test('gives nothing at once where the database could not be asked yet, as other processes may have used it up', async () => {
    const broken = { execute: () => Promise.reject(new Error('no database')) } as unknown as DeskContext['db'];
    expect(await bucketOf({ ...testDesk.desk, db: broken }).take({ ...take, leave: 10 })).toMatchObject({ taken: 0 });
  });

  test('does not wait for a row that is locked, and tells it afterwards what was sent and heard', async () => {
    let { waitForLate }: Pick<BucketTime, 'waitForLate'> = patient;
    const bucket = bucketIn({ ...standing, waitForLate: (signal) => waitForLate(signal) })(testDesk.desk);
    await bucket.take(take);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: isLocked, resolve: lock } = Promise.withResolvers<void>();
    const holder = testDesk.another().db.transaction(async (tx) => {
      await tx.select().from(keyBuckets).where(isHere()).for('update');
      lock();
      await released;
    });
    await isLocked;
    ({ waitForLate } = realTime);
    expect(await bucket.take({ ...take, wanted: 3 })).toMatchObject({ taken: 3 });
    expect(await bucket.take({ ...take, wanted: 15 })).toMatchObject({ taken: 15 });
    expect(await bucket.take({ ...take, heard: -1_000 })).toMatchObject({ taken: 0 });
    release();
    await holder;
    await until(async () => {
      await bucket.take({ ...take, wanted: 0 });
      const [row] = await testDesk.desk.db.select().from(keyBuckets).where(isHere());
      expect(row?.tokens).toBeLessThan(0);
    });
  });
});
