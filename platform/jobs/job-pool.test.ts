import type { Job, PgBoss } from 'pg-boss';
import { expect, test } from 'vitest';
import { createLog } from '#platform/base/log.ts';
import { until } from '#shared/testing/until.ts';
import { startJobPool } from './job-pool.ts';

const queue = 'webhook-deliveries';

/** A queue whose database answers fetches when the test says so. */
function slowBoss() {
  const fetches: ((jobs: Job<object>[]) => void)[] = [];
  const failed: string[] = [];
  const boss = {
    fetch: () => new Promise((resolve) => fetches.push(resolve)),
    fail: async (_: string, jobs: Job<object>[]) => void failed.push(...jobs.map(({ id }) => id)),
  } as unknown as PgBoss; // safe because: the pool calls nothing else for jobs without a heartbeat
  return { boss, fetches, failed };
}
const jobOf = (id: string) => ({ id, name: queue, data: {} }) as Job<object>; // safe because: the pool reads nothing else

const poolOf = (boss: PgBoss, run: (job: Job<object>, signal: AbortSignal) => Promise<void>, drainMs = 3_600_000) =>
  startJobPool({ boss, log: createLog('silent'), queue, capacity: 2, drainMs, run });

test('jobs that a fetch brings after the stop are released, not run, and the stop waits for that', async () => {
  const { boss, fetches, failed } = slowBoss();
  const ran: string[] = [];
  const pool = poolOf(boss, async ({ id }) => void ran.push(id));
  pool.wake();
  await until(() => expect(fetches).toHaveLength(1));
  let isStopped = false;
  const stopped = pool.stop().then(() => {
    isStopped = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isStopped).toBe(false);
  fetches[0]?.([jobOf('a'), jobOf('b')]);
  await stopped;
  expect({ ran, failed, fetches: fetches.length }).toEqual({ ran: [], failed: ['a', 'b'], fetches: 1 });
});

test('a stop waits for a fetch that is not answered no longer than for running jobs, and tells these', async () => {
  const { boss, fetches, failed } = slowBoss();
  const told = Promise.withResolvers<void>();
  const pool = poolOf(
    boss,
    (_, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          told.resolve();
          reject(signal.reason);
        });
      }),
    20,
  );
  pool.wake();
  await until(() => expect(fetches).toHaveLength(1));
  fetches[0]?.([jobOf('a')]);
  await until(() => expect(fetches).toHaveLength(2));
  await pool.stop();
  await told.promise;
  expect(failed).toEqual(['a']);
});
