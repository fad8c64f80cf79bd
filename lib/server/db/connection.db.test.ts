import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { createDeskDatabase } from '#lib/testing/desk-database.ts';
import type { TestDatabase } from '#shared/testing/cloned-database.ts';
import { openDatabase, type Queryable } from './client.ts';
import { prepareOnce } from './prepare-once.ts';

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

test('a statement that is composed once runs in the transaction that executes it', async () => {
  const handle = openDatabase(database.url, { maxConnections: 2 });
  const readSettingStatement = prepareOnce((db) =>
    db
      .select({ value: sql<string>`current_setting('application_name') || ${sql.placeholder('mark')}` })
      .from(sql`(select) as one`)
      .prepare(''),
  );
  const readIn = async (db: Queryable) => (await readSettingStatement(db).execute({ mark: '!' }))[0]?.value;
  try {
    for (let round = 0; round < 2; round += 1) {
      const both = await Promise.all(
        ['first', 'second'].map((name) =>
          handle.db.transaction(async (tx) => {
            await tx.execute(sql`select set_config('application_name', ${name}, true)`);
            return [await readIn(tx), await tx.transaction(readIn)];
          }),
        ),
      );
      expect(both).toEqual([
        ['first!', 'first!'],
        ['second!', 'second!'],
      ]);
      expect(await readIn(handle.db)).toBe('front-desk!');
    }
  } finally {
    await handle.close();
  }
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

test.each([0, 1])('%i connections stay open while nobody uses them', async (minConnections) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const handle = openDatabase(database.url, { minConnections });
  try {
    await Promise.all([handle.db.execute(sql`select 1`), handle.db.execute(sql`select 2`)]);
    expect(handle.use().total).toBe(2);
    vi.advanceTimersByTime(60_000);
    expect(handle.use().total).toBe(minConnections);
  } finally {
    await handle.close();
    vi.useRealTimers();
  }
});
