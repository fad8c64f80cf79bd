import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { isTimeZone } from '#shared/calendar/time-zone.ts';
import { findTimeZone } from './find-time-zone.ts';

test('the name to store is the given one, another name of a zone that PostgreSQL knows by it, or none, and no transaction is aborted by the question', async () => {
  const pool = new pg.Pool({ connectionString: inject('adminDatabaseUrl'), max: 1 });
  const db = drizzle(pool);
  const names = ['Asia/Kathmandu', 'US/Pacific-New', 'UTC'];
  expect(names.filter((name) => !isTimeZone(name))).toEqual([]);
  const found = await db.transaction(async (tx) => {
    const answers: (string | null)[] = [];
    for (const name of [...names, 'Mars/Base']) answers.push(await findTimeZone(tx, name));
    await tx.execute(sql`select 1`);
    return answers;
  });
  expect(found).toEqual(['Asia/Kathmandu', 'America/Los_Angeles', 'UTC', null]);
  expect(await findTimeZone(db, 'US/Pacific-New')).toBe('America/Los_Angeles');
  await pool.end();
  // a failure of another kind is no answer
  await expect(findTimeZone(db, 'UTC')).rejects.toThrow();
});
