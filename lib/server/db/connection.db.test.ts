import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createDeskDatabase } from '#lib/testing/desk-database.ts';
import type { TestDatabase } from '#shared/testing/cloned-database.ts';
import { openDatabase } from './client.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDeskDatabase(inject('adminDatabaseUrl'));
});
afterAll(() => database.drop());

async function readSetting(): Promise<unknown> {
  const handle = openDatabase(database.url);
  try {
    return (await handle.db.execute(sql`show synchronous_commit`)).rows[0]?.synchronous_commit;
  } finally {
    await handle.close();
  }
}

test.each([
  ['off', 'on'],
  ['remote_write', 'on'],
  ['remote_apply', 'remote_apply'],
])('on a server with synchronous_commit = "%s", the desk commits with "%s"', async (ofServer, ofSession) => {
  const handle = openDatabase(database.url);
  const name = sql.identifier(new URL(database.url).pathname.slice(1));
  await handle.db.execute(sql`alter database ${name} set synchronous_commit = ${sql.raw(ofServer)}`);
  await handle.close();
  expect(await readSetting()).toBe(ofSession);
});

test('statements that repeat are prepared on their connection, others are not', async () => {
  const handle = openDatabase(database.url, { maxConnections: 1, preparesRepeated: true });
  try {
    for (let value = 0; value < 6; value += 1) {
      expect((await handle.db.execute(sql`select ${value}::int as value`)).rows).toEqual([{ value }]);
    }
    await handle.db.execute(sql`select ${'once'}::text as value`);
    const { rows } = await handle.db.execute(sql`select statement from pg_prepared_statements`);
    expect(rows).toEqual([{ statement: 'select $1::int as value' }]);
  } finally {
    await handle.close();
  }
});
