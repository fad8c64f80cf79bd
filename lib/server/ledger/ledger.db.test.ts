import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { Queryable } from '#lib/server/db/client.ts';
import { attemptColumns, instant } from '#lib/server/db/schema/columns.ts';
import { chooseDue } from '#lib/server/due/claim-due.ts';
import type { DueNotice } from '#lib/server/due/notice.ts';
import { startLiveEvents } from '#lib/server/live/live-listener.ts';
import { createTestDesk, nowAheadOfDatabase, type TestDesk } from '#lib/testing/test-desk.ts';
import { until } from '#shared/testing/until.ts';
import { claim, dueAttempts, type Settlement, settle } from './attempt.ts';
import type { Ledger } from './ledger.ts';
import { freeStuck, releaseClaims, retryWaiting } from './recover.ts';

// all that a further ledger has to define: a table, the key and the order of its rows, and how one of them is sent

const letters = pgTable(
  'letters',
  {
    locationId: uuid().notNull(),
    letterId: uuid().notNull(),
    to: text().notNull(),
    writtenAt: instant().notNull(),
    state: text().notNull(),
    ...attemptColumns(),
  },
  (table) => [primaryKey({ columns: [table.locationId, table.letterId] })],
);
interface LetterKey {
  locationId: string;
  letterId: string;
}

const letterLedger: Ledger<typeof letters> = {
  name: 'letters',
  table: letters,
  id: 'letterId',
  inOrder: { of: 'to', by: 'writtenAt' },
  madeAt: 'writtenAt',
  clock: () => now,
};

async function sendLetter(db: Queryable, key: LetterKey, post: (to: string) => Promise<Settlement>): Promise<void> {
  const letter = await claim(db, letterLedger, { key });
  if (!letter) return;
  const settlement = await post(letter.to);
  await db.transaction((tx) => settle(tx, letterLedger, { row: letter, settlement }));
}

let testDesk: TestDesk;
let db: Queryable;
let now: number;
let locationId: string;

beforeAll(async () => {
  testDesk = await createTestDesk(inject('adminDatabaseUrl'));
  ({ db } = testDesk.desk);
  await db.execute(sql`
    create table letters (location_id uuid, letter_id uuid, "to" text, written_at timestamptz(3), state text,
      attempts int default 0, next_attempt_at timestamptz(3), claimed_at timestamptz(3), last_error text,
      primary key (location_id, letter_id))`);
});
afterAll(() => testDesk.close());
beforeEach(async () => {
  now = nowAheadOfDatabase();
  ({ id: locationId } = (await testDesk.openLocation()).location);
  await db.delete(letters);
});

async function write(to: string, { state = 'waiting', dueInMs = 0 } = {}): Promise<LetterKey> {
  const key = { locationId, letterId: randomUUID() };
  const at = { writtenAt: new Date(now), nextAttemptAt: new Date(now + dueInMs) };
  await db.insert(letters).values({ ...key, to, state, ...at });
  now += 1;
  return key;
}
const read = async ({ letterId }: LetterKey) =>
  (await db.select().from(letters).where(eq(letters.letterId, letterId)))[0];
const queued = async () => {
  const due = await chooseDue(db, dueAttempts(db, letterLedger), { now: new Date(now), atMost: 99 });
  return due.map(({ letterId }) => letterId);
};
const arrives = async () => ({ kind: 'sent' }) as const;

describe('a ledger of any table', () => {
  test('sends each row once, whichever process claims it', async () => {
    const key = await write('lena');
    const posted: string[] = [];
    const post = async (to: string) => {
      posted.push(to);
      return arrives();
    };
    await Promise.all([db, testDesk.another().db, db].map((process) => sendLetter(process, key, post)));
    expect([posted, await read(key)]).toMatchObject([['lena'], { state: 'sent', attempts: 1, lastError: null }]);
  });

  test('sends the rows of one addressee in order, and those of others in parallel', async () => {
    const [first, second, other] = [await write('lena'), await write('lena'), await write('omar')];
    for (const key of [second, other]) await sendLetter(db, key, arrives);
    expect([await read(second), await read(other)]).toMatchObject([{ state: 'waiting' }, { state: 'sent' }]);
    await sendLetter(db, first, arrives);
    expect(await queued()).toEqual([second.letterId]);
    await sendLetter(db, second, arrives);
    expect(await read(second)).toMatchObject({ state: 'sent' });
  });

  test('retries a row after the delay that follows a failure', async () => {
    const key = await write('lena');
    await sendLetter(db, key, async () => ({ kind: 'waiting', because: 'slow', delayMs: 2_000 }));
    expect(await read(key)).toMatchObject({
      state: 'waiting',
      lastError: 'slow',
      nextAttemptAt: new Date(now + 2_000),
    });
    expect(await queued()).toEqual([]);
    await sendLetter(db, key, arrives);
    expect(await read(key)).toMatchObject({ state: 'waiting', attempts: 1 });
    now += 2_000;
    await sendLetter(db, key, arrives);
    expect(await read(key)).toMatchObject({ state: 'sent', attempts: 2 });
  });

  test('keeps a refused row, and sends those that waited for it', async () => {
    const [refused, next] = [await write('lena'), await write('lena')];
    await sendLetter(db, refused, async () => ({ kind: 'refused', because: 'unknown' }));
    expect(await read(refused)).toMatchObject({ state: 'refused', lastError: 'unknown' });
    expect(await queued()).toEqual([next.letterId]);
  });

  test('announces when the next row of the same addressee is due, and no row of others', async () => {
    const live = await startLiveEvents(testDesk.databaseUrl, testDesk.desk.log);
    const told: (DueNotice | null)[] = [];
    const end = live.subscribeDue((notice) => told.push(notice));
    try {
      const [first] = [await write('lena'), await write('omar'), await write('lena', { state: 'sent' })];
      const at = now + 60_000;
      const [second] = [await write('lena', { dueInMs: 60_000 }), await write('lena')];
      await sendLetter(db, first, arrives);
      await until(() => expect(told).toEqual([{ kind: 'letters', locationId, at }]));
      await sendLetter(db, second, async () => ({ kind: 'waiting', because: 'slow', delayMs: 2_000 }));
      expect(told).toHaveLength(1);
      now = at;
      await sendLetter(db, second, async () => ({ kind: 'waiting', because: 'slow', delayMs: 2_000 }));
      await until(() => expect(told[1]).toEqual({ kind: 'letters', locationId, at: at + 2_000 }));
    } finally {
      end();
      await live.stop();
    }
  });

  test('does not send a row before its time', async () => {
    const key = await write('lena', { state: 'held', dueInMs: 10_001 });
    await sendLetter(db, key, arrives);
    expect([await queued(), await read(key)]).toMatchObject([[], { state: 'held' }]);
  });

  test('drops the outcome of an attempt that was presumed dead', async () => {
    const key = await write('lena');
    await sendLetter(db, key, async () => {
      now += 60_001;
      await freeStuck(db, letterLedger);
      await sendLetter(db, key, async () => ({ kind: 'waiting', because: 'slow', delayMs: 5_000 }));
      now += 5_000;
      // a third attempt is under way when the first one ends
      await claim(db, letterLedger, { key });
      return { kind: 'refused', because: 'unknown' };
    });
    expect(await read(key)).toMatchObject({ state: 'sending', attempts: 3, lastError: 'slow' });
  });

  test('drops that outcome even before the next attempt has begun', async () => {
    const key = await write('lena');
    await sendLetter(db, key, async () => {
      now += 60_001;
      await freeStuck(db, letterLedger);
      return { kind: 'refused', because: 'unknown' };
    });
    expect(await read(key)).toMatchObject({ state: 'waiting', attempts: 1, lastError: null });
  });

  test('does not wait for times that a clock wrote before it was set back: held, waiting and sending rows', async () => {
    const held = await write('lena', { state: 'held', dueInMs: 10_000 });
    const [failed, stuck] = [await write('omar'), await write('mira')];
    await sendLetter(db, failed, async () => ({ kind: 'waiting', because: 'slow', delayMs: 2_000 }));
    await claim(db, letterLedger, { key: stuck });
    now -= 3_600_000;
    await freeStuck(db, letterLedger);
    expect((await queued()).toSorted()).toEqual([held, failed, stuck].map(({ letterId }) => letterId).toSorted());
    for (const key of [held, failed, stuck]) {
      await sendLetter(db, key, arrives);
      expect(await read(key)).toMatchObject({ state: 'sent' });
    }
  });

  test('attempts such a row once and then with the usual delay, not at every poll', async () => {
    const key = await write('lena', { state: 'held', dueInMs: 10_000 });
    now -= 3_600_000;
    await sendLetter(db, key, async () => ({ kind: 'waiting', because: 'slow', delayMs: 2_000 }));
    await freeStuck(db, letterLedger);
    await sendLetter(db, key, arrives);
    expect(await read(key)).toMatchObject({ state: 'waiting', attempts: 1 });
    expect(await queued()).toEqual([]);
  });

  test('waits for the time of a row on a machine whose clock is half a minute behind', async () => {
    const key = await write('lena', { state: 'held', dueInMs: 10_000 });
    now -= 30_000;
    await freeStuck(db, letterLedger);
    expect(await queued()).toEqual([]);
    await sendLetter(db, key, arrives);
    expect(await read(key)).toMatchObject({ state: 'held' });
  });

  test('waits for the time of a row where this machine’s clock is behind those of the others and of the database', async () => {
    now = Date.now();
    const held = await write('lena', { state: 'held', dueInMs: 10_000 });
    const sending = await write('omar');
    await claim(db, letterLedger, { key: sending });
    now -= 90_000;
    await freeStuck(db, letterLedger);
    expect(await queued()).toEqual([]);
    await sendLetter(db, held, arrives);
    expect(await read(held)).toMatchObject({ state: 'held' });
    expect(await read(sending)).toMatchObject({ state: 'sending' });
  });

  test('frees a row after a minute whose process died while it sent it', async () => {
    const stuck = await write('lena');
    await claim(db, letterLedger, { key: stuck });
    now += 59_999;
    await freeStuck(db, letterLedger);
    expect(await queued()).toEqual([]);
    now += 2;
    await freeStuck(db, letterLedger);
    expect(await queued()).toEqual([stuck.letterId]);
    expect(await read(stuck)).toMatchObject({ state: 'waiting', attempts: 1 });
  });

  test('does not send a row that waits for an earlier one before that is sent', async () => {
    const [first, behind] = [await write('lena', { dueInMs: 3_600_000 }), await write('lena')];
    now += 60_000;
    await freeStuck(db, letterLedger);
    expect(await queued()).toEqual([]);
    now += 3_600_000;
    await freeStuck(db, letterLedger);
    expect(await queued()).toEqual([first.letterId]);
    await sendLetter(db, first, arrives);
    expect(await queued()).toEqual([behind.letterId]);
  });

  test('has capacity for every location, however many rows of another have been due for longer', async () => {
    const lost = Array.from({ length: 600 }, (_, index) => ({
      locationId,
      letterId: randomUUID(),
      to: `member ${index}`,
      state: 'waiting',
      writtenAt: new Date(now),
      nextAttemptAt: new Date(now),
    }));
    await db.insert(letters).values(lost);
    ({ id: locationId } = (await testDesk.openLocation()).location);
    now += 1_000;
    const here = await write('lena');
    now += 60_000;
    expect(await queued()).toContain(here.letterId);
  });

  test('makes the waiting rows of a location due, and none that are held or elsewhere', async () => {
    const dueAt = new Date(now + 60_000);
    const there = await write('lena', { dueInMs: 60_000 });
    ({ id: locationId } = (await testDesk.openLocation()).location);
    const here = await write('lena', { dueInMs: 60_000 });
    await write('omar', { state: 'held', dueInMs: 60_000 });
    await retryWaiting(db, letterLedger, { locationId });
    expect(await queued()).toEqual([here.letterId]);
    expect([await read(here), await read(there)]).toMatchObject([
      { nextAttemptAt: new Date(now) },
      { nextAttemptAt: dueAt },
    ]);
  });

  test('makes rows due at a stop that are being sent, and none that have arrived', async () => {
    const claimed: (typeof letters.$inferSelect)[] = [];
    for (const to of ['lena', 'omar']) {
      const letter = await claim(db, letterLedger, { key: await write(to) });
      if (letter) claimed.push(letter);
    }
    const [sending, sent] = claimed;
    if (!sending || !sent) throw new Error('They are not claimed.');
    await settle(db, letterLedger, { row: sent, settlement: { kind: 'sent' } });
    await releaseClaims(db, letterLedger, claimed);
    expect([await read(sending), await read(sent)]).toMatchObject([{ state: 'waiting' }, { state: 'sent' }]);
  });

  test('leaves rows alone at a stop that another process has claimed since', async () => {
    const key = await write('lena');
    const first = await claim(db, letterLedger, { key });
    now += 60_001;
    await freeStuck(db, letterLedger);
    const second = await claim(testDesk.another().db, letterLedger, { key });
    if (!first || !second) throw new Error('It is not claimed.');
    await releaseClaims(db, letterLedger, [first]);
    expect(await read(key)).toMatchObject({ state: 'sending', attempts: 2 });
    await releaseClaims(db, letterLedger, [second]);
    expect(await read(key)).toMatchObject({ state: 'waiting', attempts: 2 });
  });
});
