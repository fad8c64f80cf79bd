import { expect, test } from 'vitest';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';

const platform = startTestPlatform();

/** A member as the legacy interface creates one. */
async function legacyMember() {
  const gym = await platform.newGym();
  const accountId = await createMember(gym);
  await platform.rows('UPDATE memberships SET is_known_to_v2 = false WHERE account_id = $1', [accountId]);
  const profiles = await platform.rows<{ legacyUserId: number }>(
    'SELECT legacy_user_id::int AS "legacyUserId" FROM chain_profiles WHERE account_id = $1',
    [accountId],
  );
  return { gym, accountId, query: { legacyUserId: profiles[0]?.legacyUserId ?? 0 } };
}

const membershipsOf = (accountId: string) =>
  platform.rows('SELECT * FROM memberships WHERE account_id = $1', [accountId]);

test('a member of version 1 is invisible to version 2 until migrated, and has the same account afterwards', async () => {
  const { gym, accountId, query } = await legacyMember();
  const path = { accountId };
  expect((await gym.ask('retrieveAccount', { path })).body.metadata).toEqual({ entity: 'ACCOUNT' });
  const { status, body } = await gym.ask('migrate', { query });
  expect([status, body.accountId]).toEqual([200, accountId]);
  expect((await gym.ask('retrieveAccount', { path })).body).toEqual(body);
  expect((await gym.ask('listAccounts')).body.items).toEqual([body]);
});

test('migrating again returns the same account and changes nothing', async () => {
  const { gym, accountId, query } = await legacyMember();
  const first = await gym.ask('migrate', { query });
  const before = await membershipsOf(accountId);
  platform.time.now = new Date(platform.time.now.getTime() + 60_000);
  expect((await gym.ask('migrate', { query })).body).toEqual(first.body);
  expect(await membershipsOf(accountId)).toEqual(before);
});

test('a migrated member counts as changed, so that an incremental sync finds them', async () => {
  const { gym, query } = await legacyMember();
  platform.time.now = new Date(platform.time.now.getTime() + 60_000);
  const fromTimestamp = platform.time.now.toISOString();
  await gym.ask('migrate', { query });
  expect((await gym.ask('listAccounts', { query: { fromTimestamp } })).body.total).toBe(1);
});

test('a member without a membership type gets the basic one, because version 2 always returns one', async () => {
  const { gym, accountId, query } = await legacyMember();
  await platform.rows('UPDATE memberships SET membership_type = NULL WHERE account_id = $1', [accountId]);
  expect((await gym.ask('migrate', { query })).body.membership.membershipType).toBe('BASIC');
});

test.each([0, 1, 987654321, '9223372036854775807'])(
  'an unknown user id (%s) returns 404 ACCOUNT',
  async (legacyUserId) => {
    const gym = await platform.newGym();
    const { status, body } = await gym.ask('migrate', { query: { legacyUserId } });
    expect([status, body.metadata]).toEqual([404, { entity: 'ACCOUNT' }]);
  },
);

test.each([{}, { legacyUserId: 'abc' }, { legacyUserId: -5 }, { legacyUserId: 1.5 }])(
  'an invalid user id returns 400: %o',
  async (query) => {
    const gym = await platform.newGym();
    const { status, body } = await gym.ask('migrate', { query: query as Record<string, string> });
    expect([status, body.fieldErrors]).toMatchObject([400, [{ name: 'legacyUserId' }]]);
  },
);

test("another chain's user cannot be migrated", async () => {
  const { accountId, query } = await legacyMember();
  const before = await membershipsOf(accountId);
  const stranger = await platform.newGym();
  const { status, body } = await stranger.ask('migrate', { query });
  expect([status, body.metadata]).toEqual([404, { entity: 'ACCOUNT' }]);
  expect(await membershipsOf(accountId)).toEqual(before);
});

test.each(['+02:00', '+0200', '+02'])(
  'in a gym that an earlier version has stored with the offset %s the contract starts on the local day',
  async (timeZone) => {
    platform.time.now = new Date('2026-11-21T23:30:00.000Z');
    const gym = await platform.newGym();
    await platform.rows('UPDATE gyms SET time_zone = $1 WHERE gym_id = $2', [timeZone, gym.gymId]);
    const published = await gym.askV1('publishUser', {
      body: { eMail: 'zone@example.org', membershipId: 'zone', firstName: 'A', lastName: 'B', gender: 'FEMALE' },
    });
    const { body } = await gym.ask('migrate', { query: { legacyUserId: published.body.userId } });
    expect(body.membership.startOfContract).toBe('2026-11-22');
  },
);
