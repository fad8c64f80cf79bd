import { setImmediate } from 'node:timers/promises';
import type { Db, PgBoss } from 'pg-boss';
import { afterEach, expect, test } from 'vitest';
import { createLog } from '#platform/base/log.ts';
import { watchOutbox } from './outbox.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** Three takers that count their calls, and a fake LISTEN connection. */
async function watch() {
  const taken = { webhook_deliveries: 0, push_notifications: 0, export_jobs: 0 };
  const counting = (table: keyof typeof taken) => async () => {
    taken[table] += 1;
  };
  const heard = Promise.withResolvers<{ announce(table: string): void; reconnect(): void }>();
  const listen: Db['listen'] = async (_, announce, reconnect) => {
    heard.resolve({ announce, reconnect });
    return { close: async () => {} };
  };
  const outbox = await watchOutbox({
    boss: { getDb: () => ({ listen }) } as PgBoss, // safe because: nothing else is asked of it
    log: createLog('silent'),
    sweepEveryMs: 3_600_000,
    take: {
      webhook_deliveries: counting('webhook_deliveries'),
      push_notifications: counting('push_notifications'),
      export_jobs: counting('export_jobs'),
    },
  });
  stops.push(outbox.stop);
  await setImmediate();
  expect(taken, 'each is asked at the start').toEqual({ webhook_deliveries: 1, push_notifications: 1, export_jobs: 1 });
  return { taken, ...(await heard.promise) };
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
