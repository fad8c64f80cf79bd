import { drizzle } from 'drizzle-orm/node-postgres';
import { describe, expect, test } from 'vitest';
import type { PublishRequest } from '#contracts/v1/members.ts';
import { maxAccountsPerPage } from '#contracts/v2/accounts.ts';
import { randomIds } from '#platform/base/clock-and-ids.ts';
import type { ChainDatabase, Statement } from '#platform/db/client.ts';
import { findMember, type MemberKey } from '#platform/services/members/find.ts';
import { listNotifications } from '#platform/services/notifications/list.ts';
import { publishMember } from '#platform/services/publishing/publish.ts';
import { listTasks } from '#platform/services/tasks/list.ts';
import { listDeliveries } from '#platform/services/webhooks/list-deliveries.ts';
import { startLargeChain } from '#platform/testing/large-chain.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { listAccounts } from './list.ts';
import type { PageEnds } from './page-ends.ts';
import { moveReferrals } from './referrals.ts';

const platform = startTestPlatform();
const chain = startLargeChain(platform, async ({ gym: { chainId, gymId }, sibling }) => {
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
  await platform.rows(
    `INSERT INTO push_notifications (chain_id, account_id, notification_id, gym_id, text, created_at)
     SELECT $1, account_id, gen_random_uuid(), CASE WHEN legacy_user_id % 20 = 0 THEN $2 ELSE $3 END::uuid, 'Hi',
       now() - legacy_user_id * interval '1 minute' FROM accounts`,
    [chainId, gymId, sibling.gymId],
  );
  await platform.rows(
    `WITH hook AS (
       INSERT INTO webhooks (chain_id, gym_id, url, secret, created_at)
       VALUES ($1, $2, 'https://a.example', '', now()), ($1, $3, 'https://b.example', '', now()) RETURNING webhook_id)
     INSERT INTO webhook_deliveries (chain_id, delivery_id, webhook_id, type, account_id, occurred_at, state, created_at)
     SELECT $1, gen_random_uuid(), webhook_id, 'GYM_CHECKIN', account_id, now(), 'DELIVERED',
       now() - legacy_user_id * interval '1 minute' FROM accounts, hook`,
    [chainId, gymId, sibling.gymId],
  );
  await platform.rows(
    `INSERT INTO webhook_delivery_attempts (chain_id, delivery_id, number, at, duration_ms, status)
     SELECT chain_id, delivery_id, 1, created_at, 9, 204 FROM webhook_deliveries`,
  );
  await platform.rows(
    `INSERT INTO tasks (chain_id, gym_id, name, due_date, author_id, target_id, created_at, modified_at)
     SELECT $1, CASE WHEN legacy_user_id % 20 = 0 THEN $2 ELSE $3 END::uuid, 'Call', '2027-01-01', account_id, account_id,
       now(), now() - legacy_user_id * interval '1 minute' FROM accounts`,
    [chainId, gymId, sibling.gymId],
  );
});

/** The query plans of a service's statements. */
async function plansOf(ask: (db: ChainDatabase) => Promise<unknown>, found: object[] = []): Promise<string[]> {
  const asked: { statement: Statement; values: unknown[] }[] = [];
  const find = (statement: Statement, values: unknown[]) => {
    asked.push({ statement, values });
    return Promise.resolve(asked.length === 1 ? found : []);
  };
  const findInBatch: ChainDatabase['findInBatch'] = (statement, values) =>
    find(statement, [chain.gym.chainId, ...values.map((value) => [value])]) as Promise<never[]>; // safe because: it finds the same
  await ask({ chainId: chain.gym.chainId, find, findInBatch } as unknown as ChainDatabase); // safe because: these services use nothing else
  return Promise.all(asked.map(({ statement, values }) => explain(statement.text, values)));
}

async function explain(text: string, values: unknown[]): Promise<string> {
  const { rows } = await chain.client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

const callOn = (db: ChainDatabase) => ({
  ...chain.gym,
  db,
  seesUnmigrated: false,
  clock: () => platform.time.now,
  ids: randomIds,
});

test.each<[MemberKey, RegExp]>([
  [{ by: 'accountId', accountId: '00000000-0000-4000-8000-000000000000' }, /Index Cond: .*chain_id = .*account_id = /],
  [{ by: 'legacyUserId', legacyUserId: 100_001 }, /Index Cond: .*chain_id = .*legacy_user_id = /],
  [{ by: 'email', email: 'a@b.cd' }, /Index Cond: .*email_key = /],
  [{ by: 'membershipId', membershipId: 'M' }, /Index Cond: .*chain_id = .*membership_id = /],
  [{ by: 'rfid', rfid: '0xAB' }, /Index Cond: .*chain_id = .*rfid = /],
  [{ by: 'nfc', token: 'x' }, /Index Cond: .*chain_id = .*token = /],
])('looking up %o reads one index entry', async (key, condition) => {
  const [plan] = await plansOf((db) => findMember(callOn(db), key));
  expect(plan).toMatch(condition);
});

test.each<[PublishRequest, RegExp]>([
  [{ eMail: 'a@b.cd', userId: 100_001 }, /Index Cond: .*chain_id = .*legacy_user_id = /],
  [{ eMail: 'a@b.cd', membershipId: 'M' }, /Index Cond: .*chain_id = .*membership_id = /],
  [{ eMail: 'a@b.cd' }, /Index Cond: .*email_key = /],
])('publishing %o without a change reads one index entry, including cards and role', async (request, condition) => {
  const transaction = () => ({}); // the plans of writes are not tested
  const reading = (db: ChainDatabase) => callOn({ ...db, transaction } as unknown as ChainDatabase); // safe because: publishing uses nothing else
  const [plan] = await plansOf((db) => publishMember({ ...reading(db), seesUnmigrated: true }, request));
  expect(plan).toMatch(condition);
  expect(plan).toMatch(/Index Cond: .*account_id = /);
  expect(plan).not.toMatch(/Seq Scan on (chain_profiles|memberships|rfids)/);
});

test('the end of a membership finds the members brought by it through an index', async () => {
  const asked: { text: string; values: unknown[] }[] = [];
  const logger = { logQuery: (text: string, values: unknown[]) => asked.push({ text, values }) };
  const sql = drizzle({ client: chain.client, casing: 'snake_case', logger });
  await moveReferrals(sql, callOn(platform.db.chain(chain.gym.chainId)), 'M', null);
  const [plan] = await Promise.all(asked.map(({ text, values }) => explain(text, values)));
  expect(plan).toMatch(/Index Scan (?:using|on) memberships_by_referral/);
  expect(plan).toMatch(/Index Cond: .*chain_id = .*referring_member_id = /);
});

test('a function of a column prevents index use under row-level security (negative control)', async () => {
  await platform.rows('CREATE INDEX by_function ON chain_profiles (chain_id, lower(email))');
  const text = 'SELECT * FROM chain_profiles WHERE chain_id = $1 AND lower(email) = lower($2)';
  expect(await explain(text, [chain.gym.chainId, 'a@b.cd'])).not.toMatch(/Index Cond: .*lower/);
  await platform.rows('DROP INDEX by_function');
});

const listQuery = { offset: 0, limit: 10, currentGymOnly: true };
const nowhere: PageEnds = { find: () => undefined, keep: () => {} };
const indexes = { true: 'memberships_of_gym_by_change', false: 'memberships_by_change' };

describe.each([true, false])('a page of the list (currentGymOnly=%s)', (currentGymOnly) => {
  const index = indexes[`${currentGymOnly}`];
  const scan = `Limit.*\\n.*(?:Result.*\\n.*\\n)?.*Index Only Scan`;

  test('reads only the newest entries of the index', async () => {
    const query = { ...listQuery, currentGymOnly, fromTimestamp: '2026-01-01T00:00:00Z' };
    const [plan] = await plansOf((db) => listAccounts(callOn(db), query, nowhere));
    expect(plan).toMatch(new RegExp(`${scan} using ${index}`));
    expect(plan).toMatch(/Index Cond: .*updated_at >= /);
  });

  test('starts after the previous page, if that is known', async () => {
    const ends: PageEnds = { ...nowhere, find: () => ({ updatedAt: new Date(), accountId: chain.gym.chainId }) };
    const query = { ...listQuery, currentGymOnly, offset: 100 };
    const [plan] = await plansOf((db) => listAccounts(callOn(db), query, ends));
    expect(plan).toMatch(new RegExp(`${scan} using ${index}`));
    expect(plan).toMatch(/Index Cond: .*ROW\(.*updated_at, .*account_id\) </);
  });

  test.each([10, maxAccountsPerPage])('of %i is counted from the end near the end of the list', async (limit) => {
    const query = { ...listQuery, currentGymOnly, offset: 200, limit };
    const [, plan] = await plansOf((db) => listAccounts(callOn(db), query, nowhere), [{ total: 250 }]);
    expect(plan).toMatch(new RegExp(`${scan} Backward using ${index}`));
  });
});

test.each([
  ['first', 0],
  ['last', 4_950],
])('every statement for the %s page of a sync is prepared', async (_, offset) => {
  const names: unknown[] = [];
  const find = ({ name }: Statement) => {
    names.push(name);
    return Promise.resolve(offset > 0 && names.length === 1 ? [{ total: 5_000 }] : []);
  };
  const db = { chainId: chain.gym.chainId, find } as unknown as ChainDatabase; // safe because: the list uses nothing else
  await listAccounts(callOn(db), { ...listQuery, offset, limit: maxAccountsPerPage }, nowhere);
  expect(names).toEqual(offset > 0 ? [expect.any(String), expect.any(String)] : [expect.any(String)]);
});

test('tasks changed since a moment are read from an index, and their people by key', async () => {
  const since = '2099-01-01T00:00:00Z';
  const [, plan] = await plansOf((db) => listTasks(callOn(db), since), [{ timeZone: 'Europe/Berlin' }]);
  expect(plan).toMatch(/Index Scan using tasks_by_change[\s\S]*Index Cond: .*gym_id = .*modified_at >= /);
  // profile and membership of each of the three people
  expect(plan?.match(/Index Cond: .*chain_id = .*account_id = task\.(target|author|completer)_id/g)).toHaveLength(6);
  expect(plan).not.toContain('Seq Scan');
});

describe.each([
  ['first', undefined, ''],
  ['next', { createdAt: new Date(), id: '00000000-0000-4000-8000-000000000000' }, 'ROW\\(.*created_at, .*_id\\) <'],
])('the %s page of a list with the newest first', (_, after, place) => {
  const page = { after, limit: 20 };

  test('of deliveries reads no more index entries than it shows', async () => {
    const read = (db: ChainDatabase) => listDeliveries(callOn(db), 1, page);
    const [, plan] = await plansOf(read, [{ webhookId: 1 }]);
    expect(plan).toMatch(/Limit[\s\S]*Index Scan using webhook_deliveries_of_webhook_by_time/);
    expect(plan).toMatch(new RegExp(`Index Cond: .*webhook_id = .*${place}`));
    expect(plan).not.toMatch(/Sort Key: delivery|Seq Scan on webhook_deliver/);
  });

  test('of messages reads no more index entries than it shows', async () => {
    const [plan] = await plansOf((db) => listNotifications(callOn(db), page));
    expect(plan).toMatch(/Limit[\s\S]*Index Scan using push_notifications_of_gym_by_time/);
    expect(plan).toMatch(new RegExp(`Index Cond: .*gym_id = .*${place}`));
    expect(plan).not.toMatch(/Sort Key|Seq Scan on push_notifications/);
  });
});
