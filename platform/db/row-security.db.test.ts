import pg from 'pg';
import { expect, test } from 'vitest';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';

const platform = startTestPlatform();

const countProfiles = { name: 'count_all_profiles', text: 'SELECT count(*)::int AS count FROM chain_profiles' };

test('a statement that forgot its chain still sees the rows of the current chain alone', async () => {
  const [one, other] = [await platform.newGym(), await platform.newGym()];
  await createMember(one);
  await createMember(one);
  await createMember(other);
  const counts = [];
  for (const { chainId } of [one, other, one]) counts.push(await platform.db.chain(chainId).find(countProfiles, []));
  expect(counts).toEqual([[{ count: 2 }], [{ count: 1 }], [{ count: 2 }]]);
});

test('without row security the same statement would see every chain (negative control)', async () => {
  const [one, other] = [await platform.newGym(), await platform.newGym()];
  await createMember(one);
  await createMember(other);
  const [all] = await platform.rows<{ count: number }>(countProfiles.text);
  await platform.rows('ALTER TABLE chain_profiles DISABLE ROW LEVEL SECURITY');
  try {
    expect(await platform.db.chain(one.chainId).find(countProfiles, [])).toEqual([all]);
  } finally {
    await platform.rows('ALTER TABLE chain_profiles ENABLE ROW LEVEL SECURITY');
  }
  expect(await platform.db.chain(one.chainId).find(countProfiles, [])).toEqual([{ count: 1 }]);
});

test('a row of another chain cannot be written, changed or deleted', async () => {
  const [one, other] = [await platform.newGym(), await platform.newGym()];
  const accountId = await createMember(other);
  const { find } = platform.db.chain(one.chainId);
  const write = { name: 'w', text: "INSERT INTO rfids VALUES ($1, '0xAA', $2, NULL, true, false, now())" };
  await expect(find(write, [other.chainId, accountId])).rejects.toThrow('row-level security');
  const change = {
    name: 'c',
    text: 'UPDATE memberships SET barcode = NULL WHERE account_id = $1 RETURNING account_id',
  };
  expect(await find(change, [accountId])).toEqual([]);
  const drop = { name: 'd', text: 'DELETE FROM chain_profiles WHERE account_id = $1 RETURNING account_id' };
  expect(await find(drop, [accountId])).toEqual([]);
});

test('a connection that names no chain sees nothing', async () => {
  const gym = await platform.newGym();
  await createMember(gym);
  const client = new pg.Client({ connectionString: platform.url });
  await client.connect();
  await client.query('SET ROLE front_desk_platform');
  expect((await client.query(countProfiles.text)).rows).toEqual([{ count: 0 }]);
  await client.end();
});

test('every table that names a chain is secured for its owner too, but for the credentials that lead to the chain', async () => {
  const open = await platform.rows<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'chain_id' AND NOT a.attisdropped
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND NOT (c.relrowsecurity AND c.relforcerowsecurity)
     ORDER BY 1`,
  );
  expect(open.map(({ name }) => name)).toEqual(['access_tokens', 'api_keys']);
});

test('every primary key and unique index of a chain’s table starts with the chain', async () => {
  const strays = await platform.rows<{ name: string }>(
    `SELECT i.indexrelid::regclass::text AS name FROM pg_index i
     JOIN pg_class c ON c.oid = i.indrelid AND c.relnamespace = 'public'::regnamespace AND c.relrowsecurity
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'chain_id'
     WHERE i.indisunique AND i.indkey[0] <> a.attnum`,
  );
  expect(strays).toEqual([]);
});

test('the running platform may not issue credentials, nor change what belongs to no chain', async () => {
  const { chainId, gymId } = await platform.newGym();
  const { find } = platform.db.chain(chainId);
  const forbidden = [
    `UPDATE api_keys SET permissions = '{}'`,
    `INSERT INTO tans VALUES ('123456789', '2026-01-01', NULL, false, NULL, now())`,
    `UPDATE tans SET ends_on = NULL`,
    `DELETE FROM accounts`,
    `UPDATE gyms SET name = 'mine' WHERE gym_id = '${gymId}'`,
    `DELETE FROM blacklisted_emails`,
  ];
  for (const [i, text] of forbidden.entries()) {
    await expect(find({ name: `f${i}`, text }, [])).rejects.toThrow('permission denied');
  }
});

test('a connection is told its chain once, not at every statement', async () => {
  const { chainId } = await platform.newGym();
  const told = { name: 'setting', text: "SELECT current_setting('app.chain_id') AS chain, pg_backend_pid() AS pid" };
  const asked = { name: 'asked', text: 'SELECT pid, calls FROM (SELECT 1 AS pid, 1 AS calls) x' };
  const db = platform.db.chain(chainId);
  const [first] = await db.find<{ chain: string; pid: number }>(told, []);
  await db.find(asked, []);
  const [second] = await db.find<{ chain: string; pid: number }>(told, []);
  expect(first).toEqual({ chain: chainId, pid: first?.pid });
  expect(second).toEqual(first);
});
