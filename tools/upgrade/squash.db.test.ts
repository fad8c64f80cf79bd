import fs from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { describe, expect, test } from 'vitest';
import { migrateDatabase as migrateDesk } from '#lib/server/db/migrate.ts';
import { migrateDatabase as migratePlatform } from '#platform/db/migrate.ts';
import type { Program } from '#programs/base/both-programs.ts';
import { readSchemaState } from '#shared/database/schema-state.ts';
import { EnvironmentError } from '#shared/environment-error.ts';
import { until } from '#shared/testing/until.ts';
import { withClient } from '#shared/testing/with-client.ts';
import { keepers, makeEarlierSchema, readEarlierMigrations } from './before-squash.ts';
import { describeSchema } from './describe-schema.ts';
import { withEmptyDatabase } from './empty-database.ts';

const migrate: Record<Program, (url: string) => Promise<void>> = { desk: migrateDesk, platform: migratePlatform };

/** All rows of the table of applied migrations. */
const readApplied = async (client: pg.Client, program: Program) => {
  const { schema, name } = keepers[program].table;
  return (await client.query(`select * from ${schema}.${name} order by id`)).rows;
};

describe.each(['desk', 'platform'] as const)('the squashed migration of the %s', (program) => {
  const earlier = readEarlierMigrations(program);
  const stateOf = (client: pg.Client) => readSchemaState(client, keepers[program]);

  test('creates exactly the schema of the migrations before the squash, and is recorded with the time of the last of them', async () => {
    await withEmptyDatabase(async (oldUrl, old) => {
      await makeEarlierSchema(old, program);
      await withEmptyDatabase(async (url, client) => {
        await migrate[program](url);
        await migrate[program](oldUrl);
        expect(await describeSchema(client)).toEqual(await describeSchema(old));
        const [first] = await readApplied(client, program);
        expect(Number(first?.created_at)).toBe(earlier.at(-1)?.createdAt);
      });
    });
  });

  test('is not run on a database with all migrations from before the squash, whose record of them is unchanged', async () => {
    await withEmptyDatabase(async (url, client) => {
      await makeEarlierSchema(client, program);
      const before = await readApplied(client, program);
      expect(before).toHaveLength(earlier.length);
      expect(await stateOf(client)).not.toBe('tooOld');
      await migrate[program](url);
      expect((await readApplied(client, program)).slice(0, before.length)).toEqual(before);
      expect(await stateOf(client)).toBe('same');
    });
  });

  test.each([earlier.at(0)?.tag, earlier.at(-2)?.tag])(
    'is refused in one sentence on a database whose last migration is %s, which is unchanged',
    async (last) => {
      await withEmptyDatabase(async (url, client) => {
        await makeEarlierSchema(client, program, last);
        const read = async () => [await describeSchema(client), await readApplied(client, program)];
        const before = await read();
        expect(await stateOf(client)).toBe('tooOld');
        const refused = migrate[program](url);
        await expect(refused).rejects.toThrow(EnvironmentError);
        await expect(refused).rejects.toThrow(
          new RegExp(
            `^The database of the ${program} is too old [^\\n]*its data is unchanged: run upgrade-database of commit [0-9a-f]{40} [^\\n]*$`,
          ),
        );
        expect(await read()).toEqual(before);
      });
    },
  );

  test('is rolled back if its connection is killed, and two processes that start together then apply it once', async () => {
    await withEmptyDatabase(async (url, client) => {
      const before = await describeSchema(client);
      // an uncommitted table of the same name blocks the migration half-way
      await client.query(`begin; create table ${program === 'desk' ? 'visits' : 'tans'} ()`);
      const cutOff = expect(migrate[program](url)).rejects.toThrow();
      await withClient(url, async (other) => {
        const blocked = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        await until(async () => expect((await other.query(`select 1 ${blocked}`)).rowCount).toBe(1));
        await other.query(`select pg_terminate_backend(pid) ${blocked}`);
      });
      await cutOff;
      await client.query('rollback');
      expect([await describeSchema(client), await stateOf(client)]).toEqual([before, 'none']);
      await Promise.all([migrate[program](url), migrate[program](url)]);
      const applied = await readApplied(client, program);
      expect([await stateOf(client), new Set(applied.map(({ hash }) => hash)).size]).toEqual(['same', applied.length]);
    });
  });
});

test('the roles of the platform are created by the same statement as before the squash', () => {
  const [first] = readEarlierMigrations('platform');
  expect(fs.readFileSync(path.join(keepers.platform.migrationsFolder, '0000_platform.sql'), 'utf8')).toContain(
    first?.sql.trim(),
  );
});

const changes = [
  ['a right on a table', 'revoke select on visits from front_desk_platform'],
  ['a right on a column', 'grant update (name) on gyms to front_desk_platform'],
  [
    'a right of tables to come',
    'alter default privileges in schema public revoke select on tables from front_desk_operator',
  ],
  ['who may call a function', 'grant execute on function forget_account(uuid) to public'],
  ['the owner of a function', 'alter function forget_account(uuid) owner to current_user'],
  ['a setting of a function', "alter function analyze_activity() set work_mem = '8MB'"],
  ['row security', 'alter table visits disable row level security'],
  ['row security of the owner', 'alter table visits no force row level security'],
  ['a policy', 'alter policy rows_of_current_chain on visits using (true)'],
  ['a trigger', 'alter table visits disable trigger late_visits_change_analytics'],
  ['what survives a crash', 'alter table rate_buckets set logged'],
  ['the fill factor', 'alter table rate_buckets reset (fillfactor)'],
  ['a default', 'alter table chain_profiles alter shares_data set default false'],
  ['a condition', 'alter table webhook_delivery_attempts drop constraint webhook_delivery_attempts_answer'],
  [
    'the order of an index',
    'drop index visits_by_time; create index visits_by_time on visits (chain_id, gym_id, occurred_at)',
  ],
  ['the start of a sequence', 'alter table accounts alter legacy_user_id set start with 1'],
  ['a view', 'alter view training_of_members set (security_invoker = false)'],
  ['a comment', "comment on table visits is 'visits'"],
  ['statistics', 'create statistics of_visits on chain_id, gym_id from visits'],
  ['the home of the job queue', 'alter schema pgboss owner to current_user'],
] as const;

test('control: the comparison notices each of these changes', async () => {
  await withEmptyDatabase(async (url, client) => {
    await migratePlatform(url);
    const before = await describeSchema(client);
    for (const [what, change] of changes) {
      await client.query(`begin; ${change}`);
      expect(await describeSchema(client), what).not.toEqual(before);
      await client.query('rollback');
    }
    expect(await describeSchema(client)).toEqual(before);
  });
});
