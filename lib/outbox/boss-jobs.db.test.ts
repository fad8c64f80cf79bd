import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { createTestDesk, type TestDesk } from '#lib/testing/test-desk.ts';
import { type RunningJobs, type RunningQueue, startJobs } from './boss-jobs.ts';

interface Row {
  locationId: string;
  tapId: string;
}

let testDesk: TestDesk;
let jobs: RunningJobs;
let queue: RunningQueue<Row>;
const taken: string[] = [];

const visit = (tapId: string) => ({ locationId: '9a0f3c52-0000-4000-8000-000000000000', tapId });
const soon = () => new Date(Date.now() - 1_000);

beforeAll(async () => {
  testDesk = await createTestDesk(inject('adminDatabaseUrl'));
  jobs = await startJobs(testDesk.databaseUrl, testDesk.desk.log);
  queue = await jobs.open<Row>('test', ({ locationId, tapId }) => ({ locationId, tapId }));
  await queue.work(async ({ tapId }) => {
    if (tapId === 'bad') throw new Error('this one always fails');
    taken.push(tapId);
  });
});
afterAll(async () => {
  await jobs.stop();
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
  await vi.waitFor(() => expect(taken).toContain('committed'), { timeout: 5_000 });
  expect(taken).not.toContain('rolled back');
});

test('a job comes when its time has come', async () => {
  await queue.enqueue(testDesk.desk.db, [visit('later')], new Date(Date.now() + 1_500));
  await queue.enqueue(testDesk.desk.db, [visit('now')], soon());
  await vi.waitFor(() => expect(taken).toContain('now'), { timeout: 5_000 });
  expect(taken).not.toContain('later');
  await vi.waitFor(() => expect(taken).toContain('later'), { timeout: 5_000 });
});

test('a job that fails stops no other, and is told in the log without what it was about', async () => {
  await queue.enqueue(testDesk.desk.db, [visit('bad'), visit('good')], soon());
  await vi.waitFor(() => expect(taken).toContain('good'), { timeout: 5_000 });
  await vi.waitFor(() => expect(testDesk.logged).toHaveLength(1));
  expect(testDesk.logged[0]?.[1]).toBe('a job could not be attempted');
});

test('no visits, no jobs', async () => {
  await queue.enqueue(testDesk.desk.db, [], soon());
});
