import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { isTimeZone } from '#shared/calendar/time-zone.ts';
import { knowsTimeZone } from './knows-time-zone.ts';

test('a name that the runtime knows and PostgreSQL does not is told from those of both, and no transaction is aborted by it', async () => {
  const pool = new pg.Pool({ connectionString: inject('adminDatabaseUrl'), max: 1 });
  const db = drizzle(pool);
  const names = ['Asia/Kathmandu', 'US/Pacific-New', 'UTC'];
  expect(names.filter((name) => !isTimeZone(name))).toEqual([]);
  const known = await db.transaction(async (tx) => {
    const answers: boolean[] = [];
    for (const name of names) answers.push(await knowsTimeZone(tx, name));
    await tx.execute(sql`select 1`);
    return answers;
  });
  expect(known).toEqual([true, false, true]);
  expect(await knowsTimeZone(db, 'US/Pacific-New')).toBe(false);
  await pool.end();
  // a failure of another kind is no answer
  await expect(knowsTimeZone(db, 'UTC')).rejects.toThrow();
});
