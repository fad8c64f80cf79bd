import { setImmediate } from 'node:timers/promises';
import type { Db, PgBoss } from 'pg-boss';
import { afterEach, expect, test } from 'vitest';
import { createLog } from '#platform/base/log.ts';
import { watchOutbox } from './outbox.ts';

const stops: (() => Promise<void>)[] = [];
/** Ends of readings that hang. */
const ends: (() => void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) end();
  for (const stop of stops.splice(0)) await stop();
});

/**
 * Three tables that count the readings and wakings, and a fake LISTEN connection.
 * @param read reads `webhook_deliveries`
 */
async function watch(read: () => Promise<void> = async () => {}) {
  const taken = { webhook_deliveries: 0, push_notifications: 0, export_jobs: 0 };
  const woken = { webhook_deliveries: 0, push_notifications: 0, export_jobs: 0 };
  const counting = (table: keyof typeof taken) => ({
    queue: async () => {
      taken[table] += 1;
      if (table === 'webhook_deliveries') await read();
    },
    wake: () => {
      woken[table] += 1;
    },
  });
  const heard = Promise.withResolvers<{ announce(table: string): void; reconnect(): void }>();
  const listen: Db['listen'] = async (_, announce, reconnect) => {
    heard.resolve({ announce, reconnect });
    return { close: async () => {} };
  };
  const outbox = await watchOutbox({
    boss: { getDb: () => ({ listen }) } as PgBoss, // safe because: nothing else is asked of it
    log: createLog('silent'),
    sweepEveryMs: 3_600_000,
    tables: {
      webhook_deliveries: counting('webhook_deliveries'),
      push_notifications: counting('push_notifications'),
      export_jobs: counting('export_jobs'),
    },
  });
  stops.push(outbox.stop);
  await setImmediate();
  expect(taken, 'each is asked at the start').toEqual({ webhook_deliveries: 1, push_notifications: 1, export_jobs: 1 });
  return { taken, woken, ...(await heard.promise) };
}

test('a notification of one table only processes that table: a check-in does not look for files', async () => {
  const { taken, announce } = await watch();
  announce('webhook_deliveries');
  await setImmediate();
  expect(taken).toEqual({ webhook_deliveries: 2, push_notifications: 1, export_jobs: 1 });
  announce('export_jobs');
  await setImmediate();
  expect(taken).toEqual({ webhook_deliveries: 2, push_notifications: 1, export_jobs: 2 });
});

test('a table without a consumer is ignored', async () => {
  const { taken, announce } = await watch();
  announce('visits');
  await setImmediate();
  expect(taken).toEqual({ webhook_deliveries: 1, push_notifications: 1, export_jobs: 1 });
});

test('after a lost connection every table is processed, because notifications were missed', async () => {
  const { taken, reconnect } = await watch();
  reconnect();
  await setImmediate();
  expect(taken).toEqual({ webhook_deliveries: 2, push_notifications: 2, export_jobs: 2 });
});

test.each([
  ['fails', () => Promise.reject(new Error('no connection'))],
  ['hangs', () => new Promise<void>((resolve) => ends.push(resolve))],
])('where the reading of a table %s, a scan still fetches its jobs that are due, such as retries', async (_, read) => {
  const { woken, reconnect } = await watch(read);
  const before = woken.webhook_deliveries;
  reconnect();
  expect(woken.webhook_deliveries).toBe(before + 1);
});

test('after a reading that failed, the jobs that are due are fetched', async () => {
  const { taken, woken, announce } = await watch(() => Promise.reject(new Error('no connection')));
  const before = woken.webhook_deliveries;
  announce('webhook_deliveries');
  await setImmediate();
  expect([taken.webhook_deliveries, woken.webhook_deliveries]).toEqual([2, before + 1]);
});
