import pg from 'pg';
import { expect } from 'vitest';
import { until } from '#shared/testing/until.ts';
import type { TestPlatform } from './platform.ts';

/**
 * Makes requests truly meet: holds them all where they would write to a table, when what they read before is done, and
 * lets them go at once.
 */
export const collideAt = <T>(platform: TestPlatform, table: string, requests: (() => Promise<T>)[]): Promise<T[]> =>
  collideWith(platform, `LOCK TABLE ${table} IN SHARE MODE`, requests);

/** Sends requests into a transaction that is under way, and ends it once all of them wait for it. */
export const collideWith = <T>(
  platform: TestPlatform,
  statement: string,
  requests: (() => Promise<T>)[],
): Promise<T[]> =>
  during(platform, statement, async (commit) => {
    const answers = Promise.all(requests.map((request) => request()));
    await untilLocked(platform, requests.length);
    await commit();
    return await answers;
  });

/** Does something while a transaction of somebody else is under way, which is undone afterwards if it was not committed. */
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

/** Until so many connections wait for what another one holds. */
export const untilLocked = (platform: TestPlatform, count = 1): Promise<void> =>
  until(async () => {
    const [held] = await platform.rows<{ count: number }>(
      `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    expect(held?.count).toBe(count);
  }, 20_000);
