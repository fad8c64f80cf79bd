import { expect, test } from 'vitest';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';

const platform = startTestPlatform();

const notificationsIn = (gym: TestGym) =>
  platform.rows('SELECT account_id, gym_id, text, deeplink FROM push_notifications WHERE chain_id = $1', [gym.chainId]);

test('notifications by account and by membership id are accepted for the same member', async () => {
  const gym = await platform.newGym();
  const membershipId = 'M/7 #ü';
  const accountId = await createMember(gym, { membership: { membershipId } });
  const byAccount = await gym.ask('sendPushNotificationByAccountId', {
    path: { accountId },
    body: { text: 'Welcome!', deeplink: 'workouts' },
  });
  const byMembership = await gym.ask('sendPushNotificationByMembershipId', {
    path: { membershipId },
    body: { text: 'Your trainer is here.', deeplink: null },
  });
  expect([byAccount.status, byMembership.status]).toEqual([204, 204]);
  expect(await notificationsIn(gym)).toEqual([
    { account_id: accountId, gym_id: gym.gymId, text: 'Welcome!', deeplink: 'workouts' },
    { account_id: accountId, gym_id: gym.gymId, text: 'Your trainer is here.', deeplink: null },
  ]);
});

test('another gym of the chain may notify its members too', async () => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym);
  const sibling = await platform.newGym({ chainId: gym.chainId });
  const { status } = await sibling.ask('sendPushNotificationByAccountId', {
    path: { accountId },
    body: { text: 'Hi' },
  });
  expect([status, await notificationsIn(gym)]).toMatchObject([204, [{ gym_id: sibling.gymId }]]);
});

test.each([
  ['text', {}],
  ['text', { text: 'x'.repeat(501) }],
  ['deeplink', { text: 'Hi', deeplink: 'x'.repeat(101) }],
])('a notification with a wrong %s returns 400 and is not stored', async (name, body) => {
  const gym = await platform.newGym();
  const answer = await gym.ask('sendPushNotificationByAccountId', {
    path: { accountId: await createMember(gym) },
    body,
  });
  expect([answer.status, answer.body.errorCode, answer.body.fieldErrors]).toMatchObject([
    400,
    'invalidArguments',
    [{ name }],
  ]);
  expect(await notificationsIn(gym)).toEqual([]);
});

test('the longest text and link are accepted', async () => {
  const gym = await platform.newGym();
  const { status } = await gym.ask('sendPushNotificationByAccountId', {
    path: { accountId: await createMember(gym) },
    body: { text: 'x'.repeat(500), deeplink: 'x'.repeat(100) },
  });
  expect(status).toBe(204);
});

test("another chain's member cannot be notified", async () => {
  const gym = await platform.newGym();
  const membershipId = 'M-1';
  const accountId = await createMember(gym, { membership: { membershipId } });
  const stranger = await platform.newGym();
  for (const { status, body } of [
    await stranger.ask('sendPushNotificationByAccountId', { path: { accountId }, body: { text: 'Hi' } }),
    await stranger.ask('sendPushNotificationByMembershipId', { path: { membershipId }, body: { text: 'Hi' } }),
  ]) {
    expect([status, body.metadata]).toEqual([404, { entity: 'ACCOUNT' }]);
  }
  expect(await notificationsIn(gym)).toEqual([]);
  expect(await notificationsIn(stranger)).toEqual([]);
});
