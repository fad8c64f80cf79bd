import { sql } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { type RunningLiveEvents, startLiveEvents } from '#lib/server/live/live-listener.ts';
import { createTestDesk, type TestDesk } from '#lib/testing/test-desk.ts';
import { until } from '#shared/testing/until.ts';
import { type RunningJobs, type RunningQueue, startJobs } from './boss-jobs.ts';

interface Row {
  locationId: string;
  tapId: string;
}

let testDesk: TestDesk;
let live: RunningLiveEvents;
let jobs: RunningJobs;
/** Hears of nothing, and polls often. */
let polling: RunningJobs;
let queue: RunningQueue<Row>;
const taken: string[] = [];
let clock = Date.now;

const visit = (tapId: string) => ({ locationId: '9a0f3c52-0000-4000-8000-000000000000', tapId });
const soon = () => new Date(Date.now() - 1_000);

beforeAll(async () => {
  testDesk = await createTestDesk(inject('adminDatabaseUrl'));
  live = await startLiveEvents(testDesk.databaseUrl, testDesk.desk.log);
  polling = await startJobs(testDesk.databaseUrl, testDesk.desk.log, { pollEveryS: 0.5 });
  // without polls, only a notice or a failure can wake a worker
  const pollEveryS = 3_600;
  jobs = await startJobs(testDesk.databaseUrl, testDesk.desk.log, { clock: () => clock(), pollEveryS });
  queue = await jobs.open<Row>('test', ({ locationId, tapId }) => ({ locationId, tapId }));
  await queue.work(async ({ tapId }) => {
    taken.push(tapId);
    if (tapId === 'bad') throw new Error('this one always fails');
  }, live.subscribeDue);
});
afterAll(async () => {
  await Promise.all([jobs.stop(), polling.stop()]);
  await live.stop();
  await testDesk.close();
});

test('a job exists if and only if its transaction commits', async () => {
  const { db } = testDesk.desk;
  await db
    .transaction(async (tx) => {
      await queue.enqueue(tx, [visit('rolled back')], soon());
      throw new Error('no');
    })
    .catch(() => {});
  await db.transaction((tx) => queue.enqueue(tx, [visit('committed')], soon()));
  await until(() => expect(taken).toContain('committed'));
  expect(taken).not.toContain('rolled back');
});

test('a job runs when it is due, and not before', async () => {
  const { db } = testDesk.desk;
  await queue.enqueue(db, [visit('in an hour')], new Date(Date.now() + 60 * 60_000));
  await queue.enqueue(db, [visit('now')], soon());
  await queue.enqueue(db, [visit('later')], new Date(Date.now() + 1_500));
  await until(() => expect(taken).toEqual(expect.arrayContaining(['now', 'later'])));
  expect(taken.indexOf('now')).toBeLessThan(taken.indexOf('later'));
  expect(taken).not.toContain('in an hour');
});

test.each([10, -10])(
  'a job waits by the desk’s clock, also where that is %i minutes ahead of the database’s',
  async (minutes) => {
    const { db } = testDesk.desk;
    const name = `ahead-by-${minutes}-minutes`;
    const unworked = await jobs.open<Row>(name, ({ locationId, tapId }) => ({ locationId, tapId }));
    const now = Date.now() + minutes * 60_000;
    clock = () => now;
    await unworked.enqueue(db, [visit('in 2.5 s')], new Date(now + 2_500));
    await unworked.enqueue(db, [visit('overdue')], new Date(now - 5_000));
    clock = Date.now;
    const { rows } = await db.execute(
      sql`select data ->> 'tapId' as "tapId", extract(epoch from start_after - created_on)::float as "waitS"
      from pgboss.job where name = ${name} order by 1`,
    );
    expect(rows).toEqual([
      { tapId: 'in 2.5 s', waitS: 2.5 },
      { tapId: 'overdue', waitS: 0 },
    ]);
  },
);

test('a failing job does not stop others, is logged, and is attempted again', async () => {
  await queue.enqueue(testDesk.desk.db, [visit('bad'), visit('good')], soon());
  await until(() => expect(taken).toContain('good'));
  await until(() => expect(taken.filter((tapId) => tapId === 'bad').length).toBeGreaterThan(1));
  const ofTest = z.object({ queue: z.literal('test') });
  // a slow machine may also lose connections, and log that
  const logged = () => testDesk.logged.filter(([about]) => ofTest.safeParse(about).success);
  await until(() => expect(logged().length).toBeGreaterThan(1));
  expect(new Set(logged().map(([, message]) => message))).toEqual(new Set(['a job could not be attempted']));
});

test('a job that is cut off by the stop of its process is done by another process', async () => {
  const { desk, databaseUrl } = testDesk;
  const keyOf = ({ locationId, tapId }: Row) => ({ locationId, tapId });
  const stopping = await startJobs(databaseUrl, desk.log);
  const cutOff = await stopping.open<Row>('cut-off', keyOf);
  const begun = Promise.withResolvers<void>();
  await cutOff.work(() => {
    begun.resolve();
    return new Promise(() => {});
  }, live.subscribeDue);
  await cutOff.enqueue(desk.db, [visit('cut off')], soon());
  await begun.promise;
  await stopping.stop();
  const done: string[] = [];
  const another = await polling.open<Row>('cut-off', keyOf);
  await another.work(async ({ tapId }) => void done.push(tapId), live.subscribeDue);
  await until(() => expect(done).toEqual(['cut off']));
});

test('a job whose process has died is done by another process, once it has expired', async () => {
  const { desk, databaseUrl } = testDesk;
  const begun = Promise.withResolvers<void>();
  let attempts = 0;
  const dying = await polling.open<Row>('dying', ({ locationId, tapId }) => ({ locationId, tapId }));
  await dying.work(async () => {
    attempts += 1;
    if (attempts > 1) return;
    begun.resolve();
    await new Promise(() => {});
  }, live.subscribeDue);
  await dying.enqueue(desk.db, [visit('dying')], soon());
  await begun.promise;
  await desk.db.execute(sql`update pgboss.job set started_on = started_on - interval '121 s' where name = 'dying'`);
  // another process recovers the job, earlier than this one would
  const supervisor = await new PgBoss(databaseUrl).start();
  await supervisor.supervise('dying');
  await until(() => expect(attempts).toBe(2));
  await supervisor.stop();
});

test('enqueueing no keys does nothing', async () => {
  await queue.enqueue(testDesk.desk.db, [], soon());
});

test('a job whose notice was lost is done at the next poll', async () => {
  const unheard = await polling.open<Row>('unheard', ({ locationId, tapId }) => ({ locationId, tapId }));
  const done: string[] = [];
  await unheard.work(
    async ({ tapId }) => void done.push(tapId),
    () => () => {},
  );
  await unheard.enqueue(testDesk.desk.db, [visit('unheard')], soon());
  await until(() => expect(done).toEqual(['unheard']));
});

test('a job does not wait for the slow ones of another batch', async () => {
  const { desk } = testDesk;
  const slow = await jobs.open<Row>('slow', ({ locationId, tapId }) => ({ locationId, tapId }));
  const begun: string[] = [];
  const end = Promise.withResolvers<void>();
  await slow.work(({ tapId }) => {
    begun.push(tapId);
    return tapId === 'slow' ? end.promise : Promise.resolve();
  }, live.subscribeDue);
  await slow.enqueue(desk.db, [visit('slow')], soon());
  await until(() => expect(begun).toEqual(['slow']));
  await slow.enqueue(desk.db, [visit('next')], soon());
  await until(() => expect(begun).toEqual(['slow', 'next']));
  end.resolve();
});
