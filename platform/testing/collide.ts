import pg from 'pg';
import { expect, vi } from 'vitest';
import type { TestPlatform } from './platform.ts';

/**
 * Makes requests truly meet: holds them all where they would write to a table, when what they read before is done, and
 * lets them go at once.
 */
export const collideAt = <T>(platform: TestPlatform, table: string, requests: (() => Promise<T>)[]): Promise<T[]> =>
  collideWith(platform, `LOCK TABLE ${table} IN SHARE MODE`, requests);

/** Sends requests into a transaction that is under way, and ends it once all of them wait for it. */
export async function collideWith<T>(
  platform: TestPlatform,
  statement: string,
  requests: (() => Promise<T>)[],
): Promise<T[]> {
  const holder = new pg.Client({ connectionString: platform.url });
  await holder.connect();
  try {
    await holder.query(`BEGIN; ${statement}`);
    const answers = Promise.all(requests.map((request) => request()));
    await vi.waitFor(
      async () => {
        const [held] = await platform.rows<{ count: number }>(
          `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        expect(held?.count).toBe(requests.length);
      },
      { timeout: 5_000, interval: 10 },
    );
    await holder.query('COMMIT');
    return await answers;
  } finally {
    await holder.end();
  }
}
