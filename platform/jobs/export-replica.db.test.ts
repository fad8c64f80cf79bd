import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { fileOf, record } from '#platform/testing/export-files.ts';
import { startTestJobs } from '#platform/testing/jobs.ts';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { createPlatformDatabase } from '#platform/testing/platform-database.ts';
import { workoutOf } from '#platform/testing/training.ts';
import { until } from '#shared/testing/until.ts';

const platform = startTestPlatform();
const occurredAt = new Date('2026-11-05T09:00:00Z');

/** A gym with a member who is in its files, and one who will opt out. */
async function newGym(): Promise<{ gym: TestGym; leaving: string }> {
  const gym = await platform.newGym();
  const [staying, leaving] = [await createMember(gym), await createMember(gym, { firstName: 'Leaves' })];
  await record(platform, gym, [workoutOf(staying, occurredAt), workoutOf(leaving, occurredAt)]);
  return { gym, leaving };
}

const optOut = (accountId: string) =>
  platform.rows('UPDATE chain_profiles SET shares_data = false WHERE account_id = $1', [accountId]);

const tables = ['chains', 'gyms', 'accounts', 'chain_profiles', 'memberships', 'strength_workouts'] as const;

/** A database with the state of a replica before it fell behind. */
async function makeReplica(): Promise<{ url: string; copy(table: string): Promise<void> }> {
  const { url, drop } = await createPlatformDatabase(inject('adminDatabaseUrl'));
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // the database is dropped under it
  await client.connect();
  onTestFinished(drop);
  await client.query(
    "SET session_replication_role = replica; SELECT ensure_training_partitions('2026-11-01', '2026-11-30')",
  );
  const copy = async (table: string) => {
    const [{ names = '' } = {}] = await platform.rows<{ names: string }>(
      `SELECT string_agg(quote_ident(column_name), ', ') AS names FROM information_schema.columns
       WHERE table_name = $1 AND is_generated = 'NEVER'`,
      [table],
    );
    const rows = await platform.rows(`SELECT to_jsonb(t) AS row FROM ${table} t`);
    await client.query(
      `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE
       SELECT ${names} FROM jsonb_populate_recordset(NULL::${table}, $1) ON CONFLICT DO NOTHING`,
      [JSON.stringify(rows.map(({ row }: { row?: unknown }) => row))],
    );
  };
  for (const table of tables) await copy(table);
  return { url, copy };
}

async function work(exportsDatabaseUrl: string, replicaShowsWithinMs: number): Promise<void> {
  const jobs = await startTestJobs(platform, { exportsDatabaseUrl, replicaShowsWithinMs });
  onTestFinished(() => jobs.stop());
}

const warnings = () => platform.logged.map(({ msg }) => msg).filter((msg) => String(msg).includes('replica'));

test('a member who opted out before a file was started is not in it, regardless of replication lag', async () => {
  const { gym, leaving } = await newGym();
  const replica = await makeReplica();
  await optOut(leaving);
  await work(replica.url, 300);
  const file = await fileOf(platform, gym);
  expect(file).not.toContain('Leaves');
  expect(file.trimEnd().split('\n')).toHaveLength(1);
  expect(warnings()).toContain('the replica for exports is behind');
});

test('a file is read from the replica once that has replayed its start', async () => {
  const { gym, leaving } = await newGym();
  const replica = await makeReplica();
  // rows that only the replica has distinguish it from the primary
  await optOut(leaving);
  await work(replica.url, 60_000);
  const written = fileOf(platform, gym);
  await until(async () => {
    const begun = await platform.rows('SELECT FROM export_jobs WHERE gym_id = $1 AND file_name IS NOT NULL', [
      gym.gymId,
    ]);
    expect(begun).toHaveLength(1);
  });
  await replica.copy('export_jobs');
  expect(await written).toContain('Leaves');
});

test('an unresponsive replica does not delay a file', async () => {
  const { gym } = await newGym();
  await work('postgres://nobody@127.0.0.1:1/nothing', 60_000);
  expect((await fileOf(platform, gym)).trimEnd().split('\n')).toHaveLength(2);
  expect(warnings()).toContain('the replica for exports does not answer');
});
