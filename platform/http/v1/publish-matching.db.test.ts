import { expect, test } from 'vitest';
import { collideAt } from '#platform/testing/collide.ts';
import { createMember, newMember } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { newPublished, profileOf, publishMember } from '#platform/testing/published.ts';

const platform = startTestPlatform();

const publish = (gym: TestGym, body: unknown) => gym.askV1('publishUser', { body });
const contents = () =>
  platform.rows(
    'SELECT p::text, m::text FROM chain_profiles p LEFT JOIN memberships m USING (chain_id, account_id) ORDER BY 1',
  );

/** Expects a rejection with this status and no change to any member. */
async function expectRefused(gym: TestGym, body: unknown, status: number): Promise<void> {
  const before = await contents();
  expect((await publish(gym, body)).status).toBe(status);
  expect(await contents()).toEqual(before);
}

const userOf = async (accountId: string) =>
  (
    await platform.rows<{ userId: string }>(
      'SELECT legacy_user_id::text AS "userId" FROM accounts WHERE account_id = $1',
      [accountId],
    )
  )[0]?.userId;

test('a member is matched by user id first, as a number and as a string', async () => {
  const gym = await platform.newGym();
  const sent = newPublished();
  const { userId } = (await publish(gym, sent)).body;
  const changed = { eMail: `new-${sent.eMail}`, membershipId: `${sent.membershipId}-2`, firstName: 'Mia' };
  expect((await publish(gym, { userId: Number(userId), ...changed })).body).toEqual({ userId });
  expect(await profileOf(gym, userId)).toMatchObject(changed);
});

test.each([0, -1, 1, 987654321, 2 ** 53, '99999999999999999999', '1.5', 'abc', '', true, [1], { a: 1 }])(
  'the unknown user id %j is 404, and no member is created',
  async (userId) => {
    const gym = await platform.newGym();
    await expectRefused(gym, newPublished({ userId }), 404);
  },
);

test('a user of another chain is 404', async () => {
  const userId = await publishMember(await platform.newGym());
  await expectRefused(await platform.newGym(), newPublished({ userId }), 404);
});

test('with a user id, an e-mail address or membership id of another member is 409', async () => {
  const gym = await platform.newGym();
  const sent = newPublished();
  const { userId } = (await publish(gym, sent)).body;
  const other = newPublished();
  await publish(gym, other);
  const elsewhere = newPublished();
  await publish(await platform.newGym(), elsewhere);
  await expectRefused(gym, { ...sent, userId, eMail: other.eMail.toUpperCase() }, 409);
  await expectRefused(gym, { ...sent, userId, membershipId: other.membershipId }, 409);
  await expectRefused(gym, { ...sent, userId, eMail: elsewhere.eMail }, 409);
});

test('without a user id, a member is matched by membership id despite a different spelling of the name', async () => {
  const gym = await platform.newGym();
  const sent = newPublished({ firstName: 'René', lastName: 'Groß', dateOfBirth: '1990-01-01' });
  const { userId } = (await publish(gym, sent)).body;
  const eMail = `new-${sent.eMail}`;
  const renamed = { ...sent, eMail, firstName: 'Rene', lastName: 'GROSS', dateOfBirth: undefined };
  expect((await publish(gym, renamed)).body).toEqual({ userId });
  expect(await profileOf(gym, userId)).toMatchObject({ eMail, dateOfBirth: '1990-01-01' });
});

test.each([
  ['another first name', { firstName: 'Mia' }],
  ['another last name', { lastName: 'Brandt' }],
  ['another birthday', { dateOfBirth: '1990-01-02' }],
  ['no name', { firstName: undefined, lastName: undefined }],
])('a membership id with another e-mail address and %s is 409', async (_, fields) => {
  const gym = await platform.newGym();
  const sent = newPublished({ dateOfBirth: '1990-01-01' });
  await publish(gym, sent);
  await expectRefused(gym, { ...sent, eMail: `new-${sent.eMail}`, ...fields }, 409);
});

test('a membership id with the e-mail address of another member is 409', async () => {
  const gym = await platform.newGym();
  const sent = newPublished();
  const other = newPublished();
  await publish(gym, sent);
  await publish(gym, other);
  await expectRefused(gym, { ...sent, eMail: other.eMail }, 409);
});

test('if both keys match the member, the name may change', async () => {
  const gym = await platform.newGym();
  const sent = newPublished();
  const { userId } = (await publish(gym, sent)).body;
  expect((await publish(gym, { ...sent, lastName: 'Brandt' })).body).toEqual({ userId });
});

test('a member of the chain is matched by e-mail address alone, case-insensitively, and gets the membership id', async () => {
  const gym = await platform.newGym();
  const sent = newPublished();
  const { userId } = (await publish(gym, sent)).body;
  expect((await publish(gym, { eMail: sent.eMail.toUpperCase(), phone: '1' })).body).toEqual({ userId });
  const again = { ...sent, membershipId: `${sent.membershipId}-2` };
  expect((await publish(gym, again)).body).toEqual({ userId });
  expect(await profileOf(gym, userId)).toMatchObject({ phone: '1', membershipId: again.membershipId });
});

test.each([
  ['of another name', { firstName: 'Mia', membershipId: undefined }],
  ['of another name and membership id', { firstName: 'Mia', membershipId: 'M-new' }],
  ['of another birthday', { dateOfBirth: '1990-01-02', membershipId: 'M-new' }],
  ['without a name, and of another membership id', { firstName: undefined, membershipId: 'M-new' }],
])("a member's e-mail address for a person %s is 409", async (_, fields) => {
  const gym = await platform.newGym();
  const sent = newPublished({ dateOfBirth: '1990-01-01' });
  await publish(gym, sent);
  await expectRefused(gym, { ...sent, ...fields }, 409);
});

test('a member of version 2 is updated, stays visible to it, and keeps the account', async () => {
  const gym = await platform.newGym();
  const member = newMember();
  const accountId = await createMember(gym, member);
  const body = { eMail: member.email, membershipId: member.membership.membershipId, phone: '+49 1' };
  const { userId } = (await publish(gym, body)).body;
  expect(userId).toBe(await userOf(accountId));
  const { contact, membership } = (await gym.ask('retrieveAccount', { path: { accountId } })).body;
  expect([contact, membership.membershipType]).toEqual([{ phone: '+49 1' }, 'BASIC']);
});

async function formerMember(gym: TestGym) {
  const sent = newPublished({ phone: '+49 1', userMotiveList: ['HEALTH'] });
  const { userId } = (await publish(gym, sent)).body;
  const { accountId } = (await gym.ask('migrate', { query: { legacyUserId: userId } })).body;
  await gym.ask('eraseAccountMembershipData', { path: { accountId } });
  return { sent, userId };
}

test.each(['e-mail address', 'user id'])(
  'a former member published again by %s keeps the account and its data',
  async (key) => {
    const gym = await platform.newGym();
    const { sent, userId } = await formerMember(gym);
    const { phone: _, userMotiveList: __, ...again } = { ...sent, membershipId: 'M-again' };
    const body = key === 'user id' ? { userId, eMail: sent.eMail, membershipId: 'M-again' } : again;
    expect((await publish(gym, body)).body).toEqual({ userId });
    expect(await profileOf(gym, userId)).toMatchObject({ ...sent, membershipId: 'M-again' });
  },
);

test('a former member with another name is 409, and one without a membership id 400', async () => {
  const gym = await platform.newGym();
  const { sent, userId } = await formerMember(gym);
  await expectRefused(gym, { ...sent, membershipId: 'M-again', lastName: 'Brandt' }, 409);
  await expectRefused(gym, { userId, eMail: sent.eMail }, 400);
});

test('a person of another chain joins with the same account if the identity matches, otherwise it is 409', async () => {
  const [gym, other] = [await platform.newGym(), await platform.newGym()];
  const sent = newPublished({ phone: '+49 1' });
  const { userId } = (await publish(gym, sent)).body;
  await expectRefused(other, { ...sent, firstName: 'Mia' }, 409);
  const { phone: _, ...joining } = sent;
  expect((await publish(other, joining)).body).toEqual({ userId });
  expect((await profileOf(other, userId)).phone).toBeUndefined();
  await publish(other, { ...joining, userId, phone: '+49 2' });
  expect((await profileOf(gym, userId)).phone).toBe('+49 1');
});

test('another gym of the chain updates the member, who stays with the first', async () => {
  const gym = await platform.newGym();
  const sibling = await platform.newGym({ chainId: gym.chainId });
  const sent = newPublished();
  const { userId } = (await publish(gym, sent)).body;
  expect((await publish(sibling, { ...sent, phone: '1' })).body).toEqual({ userId });
  const rows = await platform.rows('SELECT gym_id FROM memberships WHERE chain_id = $1', [gym.chainId]);
  expect(rows).toEqual([{ gym_id: gym.gymId }]);
});

/** @param eMailOf the address in the nth request */
async function publishEightTimesAtOnce(eMailOf: (sent: ReturnType<typeof newPublished>, n: number) => string) {
  const gym = await platform.newGym();
  const sent = newPublished();
  const answers = await collideAt(
    platform,
    'chain_profiles',
    Array.from({ length: 8 }, (_, n) => () => publish(gym, { ...sent, eMail: eMailOf(sent, n) })),
  );
  const rows = await platform.rows('SELECT FROM memberships WHERE chain_id = $1', [gym.chainId]);
  return {
    statuses: [...new Set(answers.map(({ status }) => status))],
    users: new Set(answers.map(({ body }) => body.userId)).size,
    rows: rows.length,
  };
}

test('one member published eight times concurrently is one user, whose id every response has', async () => {
  expect(await publishEightTimesAtOnce(({ eMail }) => eMail)).toEqual({ statuses: [200], users: 1, rows: 1 });
});

test('one membership id published concurrently with eight addresses is one member', async () => {
  expect((await publishEightTimesAtOnce(({ eMail }, n) => `${n}-${eMail}`)).rows).toBe(1);
});

test('without the unique key of membership ids it would be several (negative control)', async () => {
  await platform.rows('DROP INDEX memberships_membership_id');
  try {
    expect((await publishEightTimesAtOnce(({ eMail }, n) => `${n}-${eMail}`)).rows).toBeGreaterThan(1);
  } finally {
    await platform.rows('TRUNCATE chain_profiles CASCADE');
    await platform.rows('CREATE UNIQUE INDEX memberships_membership_id ON memberships (chain_id, membership_id)');
  }
});
