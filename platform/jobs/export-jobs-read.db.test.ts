import { randomUUID } from 'node:crypto';
import { sql as raw } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OperatorDatabase, openOperatorDatabase, type Sql } from '#platform/db/client.ts';
import { deleteExpiredFiles } from '#platform/services/exports/files/expire.ts';
import { exportRules } from '#platform/testing/export-rules.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { longestWaitMs } from '#shared/testing/limits.ts';
import { openJobQueue } from './job-queue.ts';
import { queueExports } from './queue-exports.ts';

const platform = startTestPlatform();
let operator: OperatorDatabase;
/** Rows of jobs that statements read from the table or an index. */
let rowsRead = 0;

const countRows = async (sql: Sql): Promise<number> => {
  const { rows } = await sql.execute<{ count: number }>(raw`
    SELECT (pg_stat_get_xact_tuples_returned('export_jobs'::regclass)
      + (SELECT sum(pg_stat_get_xact_tuples_returned(indexrelid)) FROM pg_index
         WHERE indrelid = 'export_jobs'::regclass))::int AS count`);
  return rows[0]?.count ?? 0;
};
const counting: Pick<OperatorDatabase, 'transaction'> = {
  transaction: (work) =>
    operator.transaction(async (sql) => {
      const before = await countRows(sql);
      const answer = await work(sql);
      rowsRead += (await countRows(sql)) - before;
      return answer;
    }),
};

beforeAll(() => {
  operator = openOperatorDatabase({ url: platform.url });
});
afterAll(() => operator.close());

const insertJobs = (
  { chainId, gymId }: TestGym,
  status: 'EXPIRED' | 'IN_PROGRESS',
  count: number,
  fileName: string | null = null,
) =>
  platform.rows(
    `INSERT INTO export_jobs (chain_id, gym_id, job_id, export_type, file_type, start_date, end_date, status, file_name,
       queued_at, created_at)
     SELECT $1, $2, gen_random_uuid(), 'SMART_STRENGTH_WORKOUTS', 'CSV', '2026-11-01', '2026-11-30', $3, $4,
       CASE WHEN $3 = 'IN_PROGRESS' AND i <= 2 THEN now() END, now() + i * interval '1 second'
     FROM generate_series(1, $5) i`,
    [chainId, gymId, status, fileName, count],
  );

test('finding expired files does not read those deleted long ago', async () => {
  const gym = await platform.newGym();
  await insertJobs(gym, 'EXPIRED', 5_000);
  await insertJobs(gym, 'EXPIRED', 1, `export_${randomUUID()}_0123456789abcdef.csv`);
  await platform.rows('ANALYZE export_jobs');
  rowsRead = 0;
  const work = { ...operator, ...counting };
  await deleteExpiredFiles(work, exportRules.store, platform.time.now, AbortSignal.timeout(longestWaitMs));
  expect(rowsRead).toBeLessThan(20);
  expect(await platform.rows('SELECT FROM export_jobs WHERE file_name IS NOT NULL')).toEqual([]);
  await platform.rows('DELETE FROM export_jobs');
});

test('skipping a gym with thousands of queued files costs no more than skipping one with two', async () => {
  const [busy, other] = [await platform.newGym(), await platform.newGym()];
  await insertJobs(busy, 'IN_PROGRESS', 5_000);
  await insertJobs(other, 'IN_PROGRESS', 3);
  await platform.rows('UPDATE export_jobs SET queued_at = NULL WHERE gym_id = $1', [other.gymId]);
  await platform.rows('ANALYZE export_jobs');
  const boss = await openJobQueue({ databaseUrl: platform.url, log: pino({ level: 'silent' }) });
  try {
    rowsRead = 0;
    await queueExports({ operator: { ...operator, ...counting }, boss, clock: () => platform.time.now });
    expect(rowsRead).toBeLessThan(50);
  } finally {
    await boss.stop();
  }
  const queued = await platform.rows(
    'SELECT gym_id AS "gymId", count(*)::int FROM export_jobs WHERE queued_at IS NOT NULL GROUP BY 1',
  );
  expect(queued).toEqual(
    expect.arrayContaining([
      { gymId: busy.gymId, count: 2 },
      { gymId: other.gymId, count: 2 },
    ]),
  );
});
