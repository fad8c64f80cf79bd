import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { startJobs } from '#lib/server/jobs/boss-jobs.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { until } from '#shared/testing/until.ts';
import { readStatus } from './read-status.ts';

const testDesk = setUpTestDesk();
const name = () => sql.identifier(new URL(testDesk.databaseUrl).pathname.slice(1));

/** Makes the database refuse inserts of taps with this SQLSTATE. */
async function refuseTaps(sqlState: string): Promise<void> {
  await testDesk.desk.db.execute(
    sql.raw(`create or replace function keep_nothing() returns trigger language plpgsql as
      $$ begin raise 'no' using errcode = '${sqlState}'; end $$`),
  );
  await testDesk.desk.db.execute(
    sql`create or replace trigger keep_nothing before insert on taps for each row execute function keep_nothing()`,
  );
}

test.each([
  ['53100', 'full'],
  ['58030', 'failing'],
  ['25006', 'readOnly'],
])('a tap that the database cannot store (%s) gets no verdict, and the status says why', async (sqlState, storage) => {
  const here = await testDesk.openLocation();
  // a desk that has not seen a storage failure yet
  const desk = testDesk.another();
  const scan = () => lookUp({ desk, actor: here.actor }, { ...here.tap(), source: 'scan', value: '0x04A2CCC1' });
  await scan();
  expect(await readStatus({ desk, actor: here.actor })).toMatchObject({ storage: null });
  await refuseTaps(sqlState);
  try {
    await expect(scan()).rejects.toThrow();
    expect(await readStatus({ desk, actor: here.actor })).toMatchObject({ storage });
  } finally {
    await desk.db.execute(sql`drop trigger keep_nothing on taps`);
  }
});

test('the job queue notices a read-only database as well, as it writes all the time', async () => {
  const heard = new Set<string | undefined>();
  const write = () => {};
  const jobs = await startJobs(
    testDesk.databaseUrl,
    { info: write, warn: write, error: write },
    { onRefusal: (sqlState) => void heard.add(sqlState) },
  );
  try {
    const queue = await jobs.open('storage', (row: { locationId: string }) => row);
    await queue.work(
      async () => {},
      () => () => {},
    );
    await testDesk.desk.db.execute(sql`alter database ${name()} set default_transaction_read_only = on`);
    await testDesk.desk.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'front-desk jobs' and datname = current_database()`,
    );
    await until(() => expect(heard.has('25006')).toBe(true));
  } finally {
    await testDesk.desk.db.transaction(async (tx) => {
      await tx.execute(sql`set transaction read write`);
      await tx.execute(sql`alter database ${name()} reset default_transaction_read_only`);
    });
    await jobs.stop();
  }
});
