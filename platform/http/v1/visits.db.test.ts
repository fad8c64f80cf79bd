import { expect, test } from 'vitest';
import { deliveriesOf } from '#platform/testing/deliveries.ts';
import { createMember, hideFromV2, newMember, userIdOf } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';

const platform = startTestPlatform();

const visitsOf = (accountId: string) =>
  platform.rows<{ kind: string; occurred_at: Date; gym_id: string }>(
    'SELECT kind, occurred_at, gym_id FROM visits WHERE account_id = $1 ORDER BY occurred_at',
    [accountId],
  );

const rfidId = '0x04A2B3C4';
async function gymWithMember() {
  const gym = await platform.newGym();
  const member = await memberOf(gym);
  await gym.ask('addRFIDToUser', { path: { accountId: member.accountId }, body: { rfid: rfidId } });
  return { gym, ...member };
}
async function memberOf(gym: TestGym) {
  const request = newMember();
  const accountId = await createMember(gym, request);
  const { email: eMail, membership } = request;
  return { accountId, eMail, membershipId: membership.membershipId, userId: await userIdOf(platform, accountId) };
}

const at = Date.parse('2026-11-20T18:30:00.123Z');

test('a visit is recorded with its own time, or the current time if that is absent or null', async () => {
  const { gym, accountId, userId } = await gymWithMember();
  await gym.askV1('checkIn', { body: { userId, userPresenceTimestamp: at } });
  await gym.askV1('checkOut', { body: { userId } });
  platform.time.now = new Date(platform.time.now.getTime() + 1000);
  await gym.askV1('checkIn', { body: { userId, userPresenceTimestamp: null } });
  expect(await visitsOf(accountId)).toEqual([
    { kind: 'CHECKIN', occurred_at: new Date(at), gym_id: gym.gymId },
    { kind: 'CHECKOUT', occurred_at: new Date(platform.time.now.getTime() - 1000), gym_id: gym.gymId },
    { kind: 'CHECKIN', occurred_at: platform.time.now, gym_id: gym.gymId },
  ]);
});

test('the member is identified by any of four keys, or by several of the same person', async () => {
  const { gym, accountId, userId, membershipId, eMail } = await gymWithMember();
  const names = [
    { userId },
    { userId: String(userId) },
    { membershipId },
    { eMail },
    { eMail: eMail.toUpperCase() },
    { rfidId },
    { rfidId: rfidId.toLowerCase() },
    { rfidId: String(Number(rfidId)) },
    { rfidId: '0x4A2B3C4' },
    { userId, membershipId, eMail, rfidId },
    { userId, membershipId: null, eMail: null, rfidId: null },
  ];
  for (const [i, name] of names.entries()) {
    const { status } = await gym.askV1('checkIn', { body: { ...name, userPresenceTimestamp: at + i } });
    expect([name, status]).toEqual([name, 204]);
  }
  expect(await visitsOf(accountId)).toHaveLength(names.length);
});

test('no member is 400, different ones are 409, an unknown one is 404, and nothing is recorded', async () => {
  const { gym, accountId, userId } = await gymWithMember();
  const other = await memberOf(gym);
  for (const [body, expected] of [
    [{}, 400],
    [{ userPresenceTimestamp: at }, 400],
    [{ membershipId: '' }, 400],
    [{ eMail: 'no address' }, 400],
    [{ eMail: 'jürgen@example.org' }, 400],
    [{ userId, membershipId: other.membershipId }, 409],
    [{ rfidId, eMail: other.eMail }, 409],
    [{ userId: 999_999_999 }, 404],
    [{ userId: '-qwn9fgz5sa3i' }, 404],
    [{ userId: {} }, 404],
    [{ membershipId: 'nobody' }, 404],
    [{ eMail: 'nobody@example.org' }, 404],
    [{ rfidId: '0xAA' }, 404],
    [{ rfidId: '170' }, 404],
    [{ rfidId: 'card' }, 400],
    [{ userId, membershipId: 'nobody' }, 404],
  ] as const) {
    for (const operation of ['checkIn', 'checkOut'] as const) {
      expect([body, (await gym.askV1(operation, { body })).status]).toEqual([body, expected]);
    }
  }
  expect([...(await visitsOf(accountId)), ...(await visitsOf(other.accountId))]).toEqual([]);
});

test('the same event is recorded and delivered once, despite many concurrent requests through both interfaces', async () => {
  const { gym, accountId, userId, membershipId } = await gymWithMember();
  await gym.ask('createWebhook', { body: { url: 'https://hooks.example.org/', secret: 'a secret' } });
  const answers = await Promise.all(
    Array.from({ length: 18 }, (_, i) =>
      i % 3 === 0
        ? gym.ask('checkin', { path: { accountId }, body: { timestamp: at } })
        : gym.askV1('checkIn', {
            body: { ...(i % 3 === 1 ? { userId } : { membershipId }), userPresenceTimestamp: at },
          }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(18).fill(204));
  expect(await visitsOf(accountId)).toHaveLength(1);
  expect(await deliveriesOf(platform, gym)).toHaveLength(1);
});

test('a visit may be at most five minutes in the future', async () => {
  const { gym, accountId, userId } = await gymWithMember();
  const limit = platform.time.now.getTime() + 5 * 60_000;
  expect((await gym.askV1('checkIn', { body: { userId, userPresenceTimestamp: limit } })).status).toBe(204);
  const ahead = await gym.askV1('checkIn', { body: { userId, userPresenceTimestamp: limit + 1 } });
  expect([ahead.status, ahead.body.errorText]).toEqual([400, expect.stringContaining('userPresenceTimestamp: ')]);
  expect(await visitsOf(accountId)).toHaveLength(1);
});

test.each([0, 1_606_228_021, Date.UTC(2000, 0, 1) - 1])(
  '%d is not interpreted as milliseconds, and the response says why',
  async (sent) => {
    const { gym, accountId, userId } = await gymWithMember();
    const { status, body } = await gym.askV1('checkIn', { body: { userId, userPresenceTimestamp: sent } });
    expect([status, body.errorText]).toEqual([
      400,
      expect.stringMatching(/userPresenceTimestamp: .*looks like seconds/),
    ]);
    expect(await visitsOf(accountId)).toEqual([]);
  },
);

test.each([-1, 1_606_228_021_000.5, '1606228021000', 8.64e15 + 1, true, [[]], {}])('%j is not a time', async (sent) => {
  const { gym, accountId, userId } = await gymWithMember();
  const { status, body } = await gym.askV1('checkIn', { body: { userId, userPresenceTimestamp: sent } });
  expect([status, body.errorText]).toEqual([400, expect.stringContaining('userPresenceTimestamp: ')]);
  expect(await visitsOf(accountId)).toEqual([]);
});

test('the first instant of 2000 is a time', async () => {
  const { gym, accountId, userId } = await gymWithMember();
  await gym.askV1('checkIn', { body: { userId, userPresenceTimestamp: Date.UTC(2000, 0, 1) } });
  expect(await visitsOf(accountId)).toHaveLength(1);
});

test('an unmigrated member comes and goes, without webhook events', async () => {
  const { gym, accountId, userId } = await gymWithMember();
  await gym.ask('createWebhook', { body: { url: 'https://hooks.example.org/', secret: 'a secret' } });
  await hideFromV2(platform, accountId);
  expect((await gym.askV1('checkIn', { body: { userId } })).status).toBe(204);
  expect(await visitsOf(accountId)).toHaveLength(1);
  expect(await deliveriesOf(platform, gym)).toEqual([]);
});

test('a member of another gym of the chain may check in; a former member, or one of another chain, may not', async () => {
  const { gym, accountId, userId, membershipId, eMail } = await gymWithMember();
  const sibling = await platform.newGym({ chainId: gym.chainId });
  const stranger = await platform.newGym();
  for (const name of [{ userId }, { membershipId }, { eMail }, { rfidId }]) {
    expect([name, (await stranger.askV1('checkIn', { body: name })).status]).toEqual([name, 404]);
  }
  expect(await visitsOf(accountId)).toEqual([]);
  expect((await sibling.askV1('checkIn', { body: { rfidId } })).status).toBe(204);
  expect(await visitsOf(accountId)).toMatchObject([{ gym_id: sibling.gymId }]);
  await gym.ask('eraseAccountMembershipData', { path: { accountId } });
  expect((await gym.askV1('checkOut', { body: { userId } })).status).toBe(404);
});
