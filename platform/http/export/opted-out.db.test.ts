import { expect, test } from 'vitest';
import { setSharing } from '#platform/services/sharing/set.ts';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';

const platform = startTestPlatform();
const lastSeenAt = '2026-11-18T06:51:13.000Z';
const optOut = ({ gymId }: TestGym, accountId: string) =>
  platform.operate((operator) => setSharing(operator, { gymId, accountId, sharesData: false }));

test('lists exactly the members who opted out, with their last visit', async () => {
  const gym = await platform.newGym({ name: 'München West' });
  const [shares, visited, never] = [await createMember(gym), await createMember(gym), await createMember(gym)];
  for (const accountId of [shares, visited]) {
    await gym.ask('checkin', { path: { accountId }, body: { timestamp: Date.parse(lastSeenAt) } });
  }
  expect((await gym.askExport('getOptedOutUsersExport')).body.data).toEqual([]);

  for (const accountId of [visited, never]) await optOut(gym, accountId);
  const { body } = await gym.askExport('getOptedOutUsersExport');
  expect(body.gym).toEqual({ name: 'München West' });
  expect(new Map(body.data.map((user: Record<string, string>) => [user.externalAccountId, user.lastSeenAt]))).toEqual(
    new Map([
      [visited, lastSeenAt],
      [never, null],
    ]),
  );
});

test('lists a member of another gym of the chain after a visit here, and none of another chain', async () => {
  const gym = await platform.newGym();
  const sister = await platform.newGym({ chainId: gym.chainId });
  const stranger = await platform.newGym();
  const accountId = await createMember(sister);
  await optOut(sister, accountId);
  await optOut(stranger, await createMember(stranger));
  expect((await gym.askExport('getOptedOutUsersExport')).body.data).toEqual([]);
  await gym.ask('checkin', { path: { accountId }, body: { timestamp: Date.parse(lastSeenAt) } });
  expect((await gym.askExport('getOptedOutUsersExport')).body.data).toEqual([
    { externalAccountId: accountId, lastSeenAt },
  ]);
});

test('is refused without a key, with an unknown key, and with one without the export permission', async () => {
  const gym = await platform.newGym();
  const mayNot = await platform.newKey(gym, ['accounts']);
  const statuses = [];
  for (const key of [undefined, 'nonsense', `${gym.apiKey}x`, mayNot]) {
    const response = await platform.app.request('/api/v1/data/opted-out-users', {
      headers: key === undefined ? {} : { 'x-api-key': key },
    });
    statuses.push([response.status, Object.keys((await response.json()) as object)]);
  }
  expect(statuses).toEqual([
    [401, ['message']],
    [401, ['message']],
    [401, ['message']],
    [403, ['message']],
  ]);
});
