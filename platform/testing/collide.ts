import pg from 'pg';
import { expect } from 'vitest';
import { until } from '#shared/testing/until.ts';
import type { TestPlatform } from './platform.ts';

/**
 * Makes requests collide: stops all of them after their reads, before they write to a table, and releases them at
 * once.
 */
export const collideAt = <T>(platform: TestPlatform, table: string, requests: (() => Promise<T>)[]): Promise<T[]> =>
  collideWith(platform, `LOCK TABLE ${table} IN SHARE MODE`, requests);

/** Starts requests during a transaction, and ends it when all of them wait for it. */
export const collideWith = <T>(
  platform: TestPlatform,
  statement: string,
  requests: (() => Promise<T>)[],
): Promise<T[]> =>
  during(platform, statement, async (commit) => {
    const answers = Promise.all(requests.map((request) => request()));
    answers.catch(() => {}); // it may be rejected before the commit is confirmed
    await untilLocked(platform, requests.length);
    await commit();
    return await answers;
  });

/** Does something during another transaction, which is rolled back afterwards unless it was committed. */
export async function during<T>(
  platform: TestPlatform,
  statement: string,
  work: (commit: () => Promise<unknown>) => Promise<T>,
): Promise<T> {
  const holder = new pg.Client({ connectionString: platform.url });
  await holder.connect();
  try {
    await holder.query(`BEGIN; ${statement}`);
    return await work(() => holder.query('COMMIT'));
  } finally {
    await holder.end();
  }
}

/** Waits until this many connections wait for a lock. */
export const untilLocked = (platform: TestPlatform, count = 1): Promise<void> =>
  until(async () => {
    const [held] = await platform.rows<{ count: number }>(
      `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    expect(held?.count).toBe(count);
  });
