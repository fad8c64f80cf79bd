import { expect, test } from 'vitest';
import { type OperationId, operations, permissions } from '#contracts/v2/operations.ts';
import { revokeApiKey } from '#platform/services/api-keys/revoke.ts';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';

const platform = startTestPlatform();
const operationIds = Object.keys(operations) as OperationId[]; // safe because: operations is a closed literal
const somewhere = {
  accountId: 'a',
  rfid: '0x04',
  nfc: 'n',
  membershipId: 'm',
  email: 'e@example.org',
  productId: 'p',
  taskId: '1',
  id: '1',
};

test.each(operationIds)('%s returns 401 without a key and with a blank one', async (operation) => {
  for (const key of [undefined, '', '  ']) {
    const { status, body } = await platform.askWith(key)(operation, { path: somewhere });
    expect([status, body.errorCode]).toEqual([401, 'unauthorized']);
  }
});

test('a key that is unknown, has a wrong secret or was revoked returns 403 forbiddenAction', async () => {
  const gym = await platform.newGym();
  const [prefix, keyId, secret = ''] = gym.apiKey.split('_');
  const wrongSecret = [prefix, keyId, `${secret.slice(0, -1)}${secret.endsWith('a') ? 'b' : 'a'}`].join('_');
  for (const key of ['nonsense', 'fdk_aaaaaaaaaa_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', wrongSecret]) {
    const { status, body } = await platform.askWith(key)('listAccounts');
    expect([status, body.errorCode]).toEqual([403, 'forbiddenAction']);
  }

  expect((await gym.ask('listAccounts')).status).toBe(200);
  await platform.operate((operator) => revokeApiKey(operator, { keyId: String(keyId) }));
  expect((await gym.ask('listAccounts')).body.errorCode).toBe('forbiddenAction');
});

test('keys are rotated without a gap: the new one works while the old one is still valid', async () => {
  const gym = await platform.newGym();
  const renewed = platform.askWith(await platform.newKey(gym));
  expect((await gym.ask('listAccounts')).status).toBe(200);
  expect((await renewed('listAccounts')).status).toBe(200);
  await platform.operate((operator) => revokeApiKey(operator, { keyId: gym.apiKey.split('_')[1] ?? '' }));
  expect((await gym.ask('listAccounts')).status).toBe(403);
  expect((await renewed('listAccounts')).status).toBe(200);
});

test.each(operationIds)('%s returns 403 missingPermission for a key with every other permission', async (operation) => {
  const gym = await platform.newGym();
  const others = permissions.filter((permission) => permission !== operations[operation].permission);
  const ask = platform.askWith(await platform.newKey(gym, others));
  const { status, body } = await ask(operation, { path: somewhere });
  expect([status, body.errorCode]).toEqual([403, 'missingPermission']);
});

test('the database contains no secret of a key', async () => {
  const gym = await platform.newGym();
  const secret = gym.apiKey.split('_')[2] ?? '';
  const [kept] = await platform.rows<{ row: string }>("SELECT string_agg(api_keys::text, '') AS row FROM api_keys");
  expect(kept?.row).not.toContain(secret);
  const [tokens] = await platform.rows<{ row: string }>(
    "SELECT string_agg(access_tokens::text, '') AS row FROM access_tokens",
  );
  expect(tokens?.row).not.toContain(gym.accessToken);
});

test('the log contains route, status and gym, and nothing of the person or the key', async () => {
  const gym = await platform.newGym();
  const email = 'canary.person@example.org';
  await createMember(gym, { email, lastName: 'Canarybird' });
  platform.logged.length = 0;
  await gym.ask('getByEmail', { path: { email } });
  await gym.ask('getByEmail', { path: { email: `missing.${email}` } });
  await gym.ask('publishAccount', { body: { email, lastName: 'Canarybird' } });
  expect(platform.logged).toMatchObject([
    { method: 'GET', route: '/api/v2/accounts/email/:email', status: 200, gymId: gym.gymId },
    { method: 'GET', route: '/api/v2/accounts/email/:email', status: 404, gymId: gym.gymId },
    { method: 'POST', route: '/api/v2/accounts', status: 400, gymId: gym.gymId },
  ]);
  const written = JSON.stringify(platform.logged);
  for (const secret of ['canary', 'Canarybird', gym.apiKey]) expect(written).not.toContain(secret);
});
