import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChainDatabase, Statement } from '#platform/db/client.ts';
import { randomIds } from '#platform/dependencies.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { findMember, type MemberKey } from './find.ts';
import { listAccounts } from './list.ts';
import type { PageEnds } from './page-ends.ts';

const platform = startTestPlatform();
let gym: TestGym;
let client: pg.Client;

beforeAll(async () => {
  gym = await platform.newGym();
  await fillChain(gym);
  client = new pg.Client({ connectionString: platform.url });
  await client.connect();
  await client.query('SET ROLE front_desk_platform');
  await client.query("SELECT set_config('app.chain_id', $1, false)", [gym.chainId]);
});
afterAll(() => client.end());

/** So many members, most of them of another gym, that reading them all is no choice. */
async function fillChain({ chainId, gymId }: TestGym): Promise<void> {
  const sibling = await platform.newGym({ chainId });
  await platform.rows(
    'INSERT INTO accounts (account_id, created_at) SELECT gen_random_uuid(), now() FROM generate_series(1, 5000)',
  );
  await platform.rows(
    `INSERT INTO chain_profiles (chain_id, account_id, legacy_user_id, email, first_name, last_name, created_at)
     SELECT $1, account_id, legacy_user_id, legacy_user_id || '@example.org', 'A', 'B', now() FROM accounts`,
    [chainId],
  );
  await platform.rows(
    `INSERT INTO memberships (chain_id, account_id, gym_id, membership_id, created_at, updated_at)
     SELECT $1, account_id, CASE WHEN legacy_user_id % 20 = 0 THEN $2 ELSE $3 END::uuid, legacy_user_id, now(),
       now() - legacy_user_id * interval '1 minute' FROM accounts`,
    [chainId, gymId, sibling.gymId],
  );
  await platform.rows(
    `INSERT INTO rfids (chain_id, account_id, rfid, is_from_gym_software, created_at)
     SELECT $1, account_id, '0x' || legacy_user_id, true, now() FROM accounts`,
    [chainId],
  );
  await platform.rows(
    `INSERT INTO nfc_tokens (chain_id, account_id, issuer, token, created_at)
     SELECT $1, account_id, '', legacy_user_id, now() FROM accounts`,
    [chainId],
  );
  await platform.rows('ANALYZE');
}

/** The plan of what a service asks, under row security: PostgreSQL then uses fewer conditions for an index. */
async function plansOf(ask: (db: ChainDatabase) => Promise<unknown>, found: object[] = []): Promise<string[]> {
  const asked: { statement: Statement; values: unknown[] }[] = [];
  const find = (statement: Statement, values: unknown[]) => {
    asked.push({ statement, values });
    return Promise.resolve(asked.length === 1 ? found : []);
  };
  await ask({ chainId: gym.chainId, find } as unknown as ChainDatabase); // safe because: these services use nothing else
  return Promise.all(asked.map(({ statement, values }) => explain(statement.text, values)));
}

async function explain(text: string, values: unknown[]): Promise<string> {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

const callOn = (db: ChainDatabase) => ({ ...gym, db, clock: () => platform.time.now, ids: randomIds });

test.each<[MemberKey, RegExp]>([
  [{ by: 'accountId', accountId: '00000000-0000-4000-8000-000000000000' }, /Index Cond: .*chain_id = .*account_id = /],
  [{ by: 'email', email: 'a@b.cd' }, /Index Cond: .*email_key = /],
  [{ by: 'membershipId', membershipId: 'M' }, /Index Cond: .*chain_id = .*membership_id = /],
  [{ by: 'rfid', rfid: '0xAB' }, /Index Cond: .*chain_id = .*rfid = /],
  [{ by: 'nfc', token: 'x' }, /Index Cond: .*chain_id = .*token = /],
])('looking up %o reads one entry of an index', async (key, condition) => {
  const [plan] = await plansOf((db) => findMember(callOn(db), key));
  expect(plan).toMatch(condition);
});

test('a function of a column keeps row security from using its index (negative control)', async () => {
  await platform.rows('CREATE INDEX by_function ON chain_profiles (chain_id, lower(email))');
  const text = 'SELECT * FROM chain_profiles WHERE chain_id = $1 AND lower(email) = lower($2)';
  expect(await explain(text, [gym.chainId, 'a@b.cd'])).not.toMatch(/Index Cond: .*lower/);
  await platform.rows('DROP INDEX by_function');
});

const listQuery = { offset: 0, limit: 10, currentGymOnly: true };
const nowhere: PageEnds = { find: () => undefined, keep: () => {} };
const indexes = { true: 'memberships_of_gym_by_change', false: 'memberships_by_change' };

describe.each([true, false])('a page of the list (currentGymOnly=%s)', (currentGymOnly) => {
  const index = indexes[`${currentGymOnly}`];
  const scan = `Limit.*\\n.*(?:Result.*\\n.*\\n)?.*Index Only Scan`;

  test('reads the newest entries of the index alone', async () => {
    const query = { ...listQuery, currentGymOnly, fromTimestamp: '2026-01-01T00:00:00Z' };
    const [, plan] = await plansOf((db) => listAccounts(callOn(db), query, nowhere));
    expect(plan).toMatch(new RegExp(`${scan} using ${index}`));
    expect(plan).toMatch(/Index Cond: .*updated_at >= /);
  });

  test('starts behind the end of the page before, where that is known', async () => {
    const ends: PageEnds = { ...nowhere, find: () => ({ updatedAt: new Date(), accountId: gym.chainId }) };
    const query = { ...listQuery, currentGymOnly, offset: 100 };
    const [, plan] = await plansOf((db) => listAccounts(callOn(db), query, ends));
    expect(plan).toMatch(new RegExp(`${scan} using ${index}`));
    expect(plan).toMatch(/Index Cond: .*ROW\(.*updated_at, .*account_id\) </);
  });

  test('near the end of the list is counted from there', async () => {
    const query = { ...listQuery, currentGymOnly, offset: 200 };
    const [, plan] = await plansOf((db) => listAccounts(callOn(db), query, nowhere), [{ total: 250 }]);
    expect(plan).toMatch(new RegExp(`${scan} Backward using ${index}`));
  });
});
