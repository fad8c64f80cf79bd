import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { createOwner } from '#platform/services/owners/create.ts';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';

const platform = startTestPlatform();

const countProfiles = { name: 'count_all_profiles', text: 'SELECT count(*)::int AS count FROM chain_profiles' };

test('a query without a chain condition only sees rows of the current chain', async () => {
  const [one, other] = [await platform.newGym(), await platform.newGym()];
  await createMember(one);
  await createMember(one);
  await createMember(other);
  const counts = [];
  for (const { chainId } of [one, other, one]) counts.push(await platform.db.chain(chainId).find(countProfiles, []));
  expect(counts).toEqual([[{ count: 2 }], [{ count: 1 }], [{ count: 2 }]]);
});

test('without row-level security the same query would see every chain (negative control)', async () => {
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

test('a row of another chain cannot be inserted, updated or deleted', async () => {
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

test('a connection without a chain sees nothing', async () => {
  const gym = await platform.newGym();
  await createMember(gym);
  const client = new pg.Client({ connectionString: platform.url });
  await client.connect();
  await client.query('SET ROLE front_desk_platform');
  expect((await client.query(countProfiles.text)).rows).toEqual([{ count: 0 }]);
  await client.end();
});

/** Tables with a chain column but without row-level security, including partitioned tables and their partitions. */
const openTables = async () => {
  const open = await platform.rows<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'chain_id' AND NOT a.attisdropped
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
       AND NOT (c.relrowsecurity AND c.relforcerowsecurity)
     ORDER BY 1`,
  );
  return open.map(({ name }) => name);
};

test('every table with a chain has row-level security even for its owner, except for credentials, which determine the chain', async () => {
  await platform.rows("SELECT ensure_training_partitions('2026-11-01', '2026-11-30')");
  expect(await openTables()).toEqual(['access_tokens', 'api_keys', 'owners']);
});

test('a partitioned table or a partition without row-level security would be found (negative control)', async () => {
  await platform.rows("SELECT ensure_training_partitions('2026-11-01', '2026-11-30')");
  const opened = ['strength_workouts', 'strength_workouts_2026_11'];
  for (const table of opened) await platform.rows(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`);
  expect(await openTables()).toEqual(['access_tokens', 'api_keys', 'owners', ...opened]);
  for (const table of opened) await platform.rows(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
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

test('the platform’s role cannot change global tables, or a credential beyond what its owner may', async () => {
  const { chainId, gymId } = await platform.newGym();
  const { find } = platform.db.chain(chainId);
  const forbidden = [
    `UPDATE api_keys SET permissions = '{}'`,
    `UPDATE api_keys SET secret_hash = ''`,
    `DELETE FROM api_keys`,
    `UPDATE access_tokens SET gym_id = '${gymId}'`,
    `INSERT INTO owners VALUES ('${gymId}', '${chainId}', '${gymId}', 'me@example.com', NULL, now())`,
    `UPDATE owners SET gym_id = '${gymId}'`,
    `DELETE FROM owners`,
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

describe('a credential', () => {
  const newKey = `INSERT INTO api_keys VALUES ($1, $2, $3, '', '{}', now(), NULL)`;
  const revoke = `UPDATE api_keys SET revoked_at = now() WHERE gym_id = $1 RETURNING key_id`;
  const renew = `UPDATE access_tokens SET token_hash = '' WHERE gym_id = $1 RETURNING legacy_gym_id`;
  const enter = `UPDATE owners SET password_hash = '' WHERE gym_id = $1 RETURNING owner_id`;
  const gymWithOwner = async () => {
    const gym = await platform.newGym();
    const owner = { gymId: gym.gymId, email: `${gym.gymId}@example.com`, password: 'correct horse battery' };
    await platform.operate((operator) => createOwner(operator, owner));
    return gym;
  };

  test('is always written for the current chain, whatever a statement sets', async () => {
    const [one, other] = [await gymWithOwner(), await gymWithOwner()];
    const { find } = platform.db.chain(one.chainId);
    const refused = 'a credential of another chain';
    await expect(find({ text: newKey }, ['aaaaaaaaaa', other.chainId, other.gymId])).rejects.toThrow(refused);
    for (const text of [revoke, renew, enter]) {
      await expect(find({ text }, [other.gymId]), text).rejects.toThrow(refused);
      expect(await find({ text }, [one.gymId]), text).toHaveLength(1);
    }
    await find({ text: newKey }, ['bbbbbbbbbb', one.chainId, one.gymId]);
  });

  test('of another chain would be written without the triggers (negative control)', async () => {
    const [one, other] = [await gymWithOwner(), await gymWithOwner()];
    const tables = ['api_keys', 'access_tokens', 'owners'];
    for (const table of tables) await platform.rows(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    try {
      for (const text of [revoke, renew, enter]) {
        expect(await platform.db.chain(one.chainId).find({ text }, [other.gymId]), text).toHaveLength(1);
      }
    } finally {
      for (const table of tables) await platform.rows(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    }
  });

  test('cannot be un-revoked', async () => {
    const gym = await platform.newGym();
    const { find } = platform.db.chain(gym.chainId);
    await find({ text: revoke }, [gym.gymId]);
    const undo = 'UPDATE api_keys SET revoked_at = NULL WHERE gym_id = $1';
    await expect(find({ text: undo }, [gym.gymId])).rejects.toThrow('stays revoked');
  });
});

test('a connection sets its chain once, not with every statement', async () => {
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
