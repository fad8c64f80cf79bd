import { expect, test } from 'vitest';
import { type WebhookEventType, webhookEventTypes } from '#contracts/v2/webhooks.ts';
import { createMember, hideFromV2 } from '#platform/testing/members.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { askSandbox } from '#platform/testing/sandbox.ts';

const platform = startTestPlatform();
const cause = (body: object) => askSandbox(platform, '/events', { method: 'POST', body });

async function openGym() {
  const gym = await platform.newGym();
  await gym.ask('createWebhook', { body: { url: 'http://127.0.0.1:9/', secret: 'a secret' } });
  const accountId = await createMember(gym);
  const deliveries = () =>
    platform.rows<{ type: WebhookEventType; account_id: string | null }>(
      'SELECT type, account_id FROM webhook_deliveries WHERE chain_id = $1 ORDER BY created_at',
      [gym.chainId],
    );
  return { ...gym, accountId, deliveries };
}

test.each(webhookEventTypes)('%s reaches the webhooks of the gym', async (type) => {
  const { gymId, accountId, deliveries, ask } = await openGym();
  const response = await cause({ type, gymId, ...(type !== 'TEST' && { accountId }) });
  const about = type === 'TEST' ? null : accountId;
  expect([response.status, await response.json()]).toEqual([202, { type, accountId: about, webhooks: 1 }]);
  expect(await deliveries()).toEqual([{ type, account_id: about }]);
  const isGone = (await ask('retrieveAccount', { path: { accountId } })).status === 404;
  expect(isGone).toBe(type === 'MEMBERSHIP_DELETE');
});

test('the id of a gym may be in capitals, and its own clock is used', async () => {
  const gym = await (await askSandbox(platform, '/gyms', { method: 'POST', body: {} })).json();
  const now = '2027-05-05T05:05:05.000Z';
  await askSandbox(platform, `/gyms/${gym.gymId}/clock`, { method: 'PUT', body: { now, isFrozen: true } });
  expect((await cause({ type: 'GYM_CHECKIN', gymId: gym.gymId.toUpperCase() })).status).toBe(202);
  expect(await platform.rows('SELECT occurred_at FROM visits WHERE chain_id = $1', [gym.chainId])).toEqual([
    { occurred_at: new Date(now) },
  ]);
});

test('an event about nobody in particular is about a member of the gym, except for a deletion', async () => {
  const { gymId, accountId, deliveries } = await openGym();
  expect(await (await cause({ type: 'GYM_CHECKIN', gymId })).json()).toMatchObject({ accountId });
  const refused = await cause({ type: 'MEMBERSHIP_DELETE', gymId });
  expect([refused.status, (await refused.json()).fieldErrors[0].name]).toEqual([400, 'accountId']);
  expect(await deliveries()).toHaveLength(1);
  const empty = await platform.newGym();
  expect((await cause({ type: 'EQUIPMENT_CHECKIN', gymId: empty.gymId })).status).toBe(404);
});

test('an unknown gym, a member of another chain, an unknown type and an unknown field are refused', async () => {
  const [one, other] = [await openGym(), await openGym()];
  const unknown = 'de300000-0000-4000-8000-0000000000ff';
  expect((await cause({ type: 'GYM_CHECKIN', gymId: unknown })).status).toBe(404);
  for (const type of ['GYM_CHECKIN', 'EQUIPMENT_CHECKIN', 'MEMBERSHIP_DELETE']) {
    expect((await cause({ type, gymId: one.gymId, accountId: other.accountId })).status, type).toBe(404);
  }
  expect((await cause({ type: 'LUNCH', gymId: one.gymId })).status).toBe(400);
  const response = await cause({ type: 'TEST', gymId: one.gymId, url: 'x' });
  expect((await response.json()).fieldErrors.map(({ name }: { name: string }) => name)).toEqual(['url']);
  expect(await one.deliveries()).toEqual([]);
});

test('a member who deletes the account is erased everywhere, and the gyms of each chain hear of it', async () => {
  const one = await openGym();
  const sibling = await platform.newGym({ chainId: one.chainId });
  await sibling.ask('createWebhook', { body: { url: 'http://127.0.0.1:9/sibling', secret: 'a secret' } });
  const other = await openGym();
  const person = { email: 'mia.brandt@example.org', firstName: 'Mia', lastName: 'Brandt' };
  const accountId = await createMember(one, person);
  expect(await createMember(other, person)).toBe(accountId);
  const deletion = () => askSandbox(platform, `/accounts/${accountId}`, { method: 'DELETE' });
  expect((await deletion()).status).toBe(204);
  const event = { type: 'MEMBERSHIP_DELETE', account_id: accountId };
  expect([await one.deliveries(), await other.deliveries()]).toEqual([[event, event], [event]]);
  for (const { ask } of [one, other]) {
    expect((await ask('retrieveAccount', { path: { accountId } })).status).toBe(404);
  }
  expect(await platform.rows('SELECT 1 FROM accounts WHERE account_id = $1', [accountId])).toEqual([]);
  expect((await deletion()).status).toBe(404);
  expect((await askSandbox(platform, '/accounts/none', { method: 'DELETE' })).status).toBe(404);
});

test('a member whom only version 1 knows may delete the account too; version 1 then finds nobody', async () => {
  const { accountId, deliveries } = await openGym();
  await hideFromV2(platform, accountId);
  expect((await askSandbox(platform, `/accounts/${accountId}`, { method: 'DELETE' })).status).toBe(204);
  expect(await deliveries()).toEqual([]);
  expect(await platform.rows('SELECT 1 FROM accounts WHERE account_id = $1', [accountId])).toEqual([]);
});

test('a webhook of a gym is registered and removed without a key of it', async () => {
  const [gym, other] = [await platform.newGym(), await platform.newGym()];
  const ask = (of: string, path: string, method: string, body?: object) =>
    askSandbox(platform, `/gyms/${of}/webhooks${path}`, { method, body });
  const body = { url: 'http://127.0.0.1:9/events', secret: 'mine' };
  const created = await ask(gym.gymId, '', 'POST', body);
  const { id } = await created.json();
  expect([created.status, (await gym.ask('getAllWebhooks')).body]).toMatchObject([201, [{ id, url: body.url }]]);
  expect((await ask(gym.gymId, '', 'POST', { ...body, name: 'x' })).status).toBe(400);
  expect((await ask('none', '', 'POST', body)).status).toBe(404);
  for (const [of, path] of [
    [other.gymId, `/${id}`],
    [gym.gymId, '/none'],
  ] as const) {
    expect((await ask(of, path, 'DELETE')).status).toBe(404);
  }
  expect((await ask(gym.gymId, `/${id}`, 'DELETE')).status).toBe(204);
  expect((await gym.ask('getAllWebhooks')).body).toEqual([]);
});
