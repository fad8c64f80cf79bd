import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { createTestDesk, type TestDesk } from '#lib/testing/test-desk.ts';
import { liveEventNames } from '#lib/wire/live.ts';
import { until } from '#shared/testing/until.ts';
import { type RunningLiveEvents, startLiveEvents } from './live-listener.ts';

let testDesk: TestDesk;
let live: RunningLiveEvents;

beforeAll(async () => {
  testDesk = await createTestDesk(inject('adminDatabaseUrl'));
  live = await startLiveEvents(testDesk.databaseUrl, testDesk.desk.log);
});
afterAll(async () => {
  await live.stop();
  await testDesk.close();
});

function listen(locationId: string) {
  const received: string[] = [];
  const end = live.subscribe(locationId, (event) => received.push(event));
  return { received, end };
}

test('a notification reaches every process, at its location only', async () => {
  const other = await startLiveEvents(testDesk.databaseUrl, testDesk.desk.log);
  const elsewhere: string[] = [];
  other.subscribe('l-1', (event) => elsewhere.push(event));
  const here = listen('l-1');
  const there = listen('l-2');
  await notifyLive(testDesk.desk.db, { locationId: 'l-1', event: 'presence' });
  await until(() => expect([here.received, elsewhere]).toEqual([['presence'], ['presence']]));
  expect(there.received).toEqual([]);
  await other.stop();
});

test('a notification is sent when its transaction commits, and not after a rollback', async () => {
  const { received } = listen('l-3');
  await testDesk.desk.db
    .transaction(async (tx) => {
      await notifyLive(tx, { locationId: 'l-3', event: 'presence' });
      throw new Error('rolled back');
    })
    .catch(() => {});
  await testDesk.desk.db.transaction((tx) => notifyLive(tx, { locationId: 'l-3', event: 'status' }));
  await until(() => expect(received).toEqual(['status']));
});

test('an unsubscribed listener gets no events', async () => {
  const { received, end } = listen('l-4');
  const stays = listen('l-4');
  end();
  await notifyLive(testDesk.desk.db, { locationId: 'l-4', event: 'presence' });
  await until(() => expect(stays.received).toEqual(['presence']));
  expect(received).toEqual([]);
});

test('after a broken connection all windows refetch, and get further events', async () => {
  const { received } = listen('l-5');
  await testDesk.desk.db.execute(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'front-desk live' and datname = current_database()`,
  );
  await until(() => expect(received).toEqual([...liveEventNames]));
  await notifyLive(testDesk.desk.db, { locationId: 'l-5', event: 'presence' });
  await until(() => expect(received).toEqual([...liveEventNames, 'presence']));
});
