import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { contactTexts, membershipTexts, namesOf } from '#contracts/v2/account-fields.ts';
import { createMember, userIdOf } from '#platform/testing/members.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { platformSchema } from './migrate.ts';

const platform = startTestPlatform();

const tables = { chain_profiles: namesOf(contactTexts), memberships: namesOf(membershipTexts) };
const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Runs a migration with a login that owns the tables but is not a superuser, so row-level security applies to it. */
async function migrateAsOwner(tag: string): Promise<void> {
  const client = new pg.Client({ connectionString: platform.url });
  await client.connect();
  const own = (role: string) =>
    Object.keys(tables).map((table) => client.query(`ALTER TABLE ${table} OWNER TO ${role}`));
  try {
    await client.query('BEGIN; CREATE ROLE owner_of_tables NOINHERIT; GRANT front_desk_operator TO owner_of_tables');
    await Promise.all(own('owner_of_tables'));
    await client.query('SET SESSION AUTHORIZATION owner_of_tables');
    await client.query(fs.readFileSync(path.join(platformSchema.migrationsFolder, `${tag}.sql`), 'utf8'));
    await client.query('RESET SESSION AUTHORIZATION');
    await Promise.all(own('CURRENT_USER'));
    await client.query('DROP ROLE owner_of_tables; COMMIT');
  } finally {
    await client.end();
  }
}

test('a text that was kept empty by an earlier version is none, and its member is not among those who changed', async () => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym, { contact: { city: 'Berlin' } });
  const other = await createMember(gym, { contact: { city: 'Berlin' }, membership: { barcode: '4006381333931' } });
  const emptied = Object.entries(tables).map(([table, names]) => {
    const columns = names.map((name) => `${columnOf(name)} = ''`);
    return platform.rows(`UPDATE ${table} SET ${columns.join()} WHERE account_id = $1`, [accountId]);
  });
  await Promise.all(emptied);
  const answersOf = async (id: string) => {
    const v2 = await gym.ask('retrieveAccount', { path: { accountId: id } });
    const v1 = await gym.askV1('getProfile', { query: { userId: await userIdOf(platform, id) } });
    return { v2: v2.body, v1: v1.body };
  };
  const changedOf = () => platform.rows('SELECT account_id, updated_at FROM memberships ORDER BY account_id');
  const before = { changed: await changedOf(), other: await answersOf(other), member: await answersOf(accountId) };
  expect(before.member.v1.phone, 'control: it is told as it is kept').toBe('');
  platform.time.now = new Date(platform.time.now.getTime() + 60_000);

  await migrateAsOwner('0021_empty_texts_are_none');

  const { v1, v2 } = await answersOf(accountId);
  expect(Object.values({ ...v1, ...v2.contact, ...v2.membership })).not.toContain('');
  expect([v1.phone, v2.contact, v2.membership.barcode]).toEqual([undefined, undefined, undefined]);
  expect(await answersOf(other)).toEqual(before.other);
  expect(await changedOf()).toEqual(before.changed);
});
