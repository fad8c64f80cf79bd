import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Queryable } from '#lib/server/db/client.ts';
import { until } from '#shared/testing/until.ts';

/** Waits until a transaction of the test's database waits for an advisory lock. */
export const untilOneWaits = (db: Queryable): Promise<void> =>
  until(async () => {
    const waiting = await db.execute(sql`select 1 from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`);
    expect(waiting.rows).not.toEqual([]);
  });
