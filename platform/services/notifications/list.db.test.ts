import { expect, test } from 'vitest';
import { callOf } from '#platform/testing/calls.ts';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { listNotifications, type NotificationPage } from './list.ts';

const platform = startTestPlatform();

const read = (gym: TestGym, limit = 10) => listNotifications(callOf(platform, gym), { limit });
const send = (gym: TestGym, accountId: string, text: string) =>
  gym.ask('sendPushNotificationByAccountId', { path: { accountId }, body: { text, deeplink: 'app://class/4' } });

test('a message is listed with text, link, recipient, and the times of sending and delivery', async () => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym, { firstName: 'Lena', lastName: 'Vogt' });
  await send(gym, accountId, 'The class begins at six.');
  const message = {
    notificationId: expect.any(String),
    text: 'The class begins at six.',
    deeplink: 'app://class/4',
    createdAt: platform.time.now,
    deliveredAt: null,
    firstName: 'Lena',
    lastName: 'Vogt',
  };
  expect(await read(gym)).toEqual({ notifications: [message], next: undefined });
  const deliveredAt = new Date(platform.time.now.getTime() + 1_000);
  await platform.rows('UPDATE push_notifications SET delivered_at = $2 WHERE chain_id = $1', [
    gym.chainId,
    deliveredAt,
  ]);
  expect(await read(gym)).toMatchObject({ notifications: [{ deliveredAt }] });
});

test('a member of another gym of the chain, or a former one, appears without a name', async () => {
  const gym = await platform.newGym();
  const sibling = await platform.newGym({ chainId: gym.chainId });
  const guest = await createMember(sibling, { firstName: 'Omar', lastName: 'Haddad' });
  const former = await createMember(gym, { firstName: 'Mia', lastName: 'Brandt' });
  await send(gym, guest, 'to a guest');
  await send(gym, former, 'to a former member');
  await gym.ask('eraseAccountMembershipData', { path: { accountId: former }, query: { eraseMemberData: false } });
  const page = await read(gym);
  expect(page.notifications.map(({ firstName, lastName }) => [firstName, lastName])).toEqual([
    [null, null],
    [null, null],
  ]);
  expect(JSON.stringify(page)).not.toMatch(/Omar|Haddad|Mia|Brandt/);
});

test("another gym's messages cannot be read, even inside the chain", async () => {
  const gym = await platform.newGym();
  await send(gym, await createMember(gym), 'between us');
  for (const other of [await platform.newGym({ chainId: gym.chainId }), await platform.newGym()]) {
    expect(await read(other)).toEqual({ notifications: [], next: undefined });
  }
});

test('messages to an erased member are deleted', async () => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym);
  await send(gym, accountId, 'soon forgotten');
  await gym.ask('eraseAccountMembershipData', { path: { accountId }, query: { eraseMemberData: true } });
  expect(await read(gym)).toEqual({ notifications: [], next: undefined });
});

test('consecutive pages show every message once, even with equal timestamps and concurrent inserts', async () => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym);
  for (let i = 0; i < 9; i += 1) {
    if (i % 3 === 0) platform.time.now = new Date(platform.time.now.getTime() + 60_000);
    await send(gym, accountId, `message ${i}`);
  }
  const before = (await read(gym, 100)).notifications.map(({ text }) => text);
  expect(before.slice(0, 3).sort()).toEqual(['message 6', 'message 7', 'message 8']);
  const seen: string[] = [];
  let page: NotificationPage | undefined;
  do {
    page = await listNotifications(callOf(platform, gym), { limit: 2, after: page?.next });
    seen.push(...page.notifications.map(({ text }) => text));
    platform.time.now = new Date(platform.time.now.getTime() + 1_000);
    await send(gym, accountId, 'meanwhile');
  } while (page.next);
  expect(seen).toEqual(before);
});
