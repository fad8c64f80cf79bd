import { beforeEach, describe, expect, test } from 'vitest';
import { permissions } from '#contracts/v2/operations.ts';
import { systemClock } from '#platform/base/clock-and-ids.ts';
import { type Browser, openBrowser, ownerPassword, signInOwnerOf } from '#platform/testing/console.ts';
import { exportClientOf } from '#platform/testing/export-client.ts';
import { gymClientOf } from '#platform/testing/gym-client.ts';
import { openProcess } from '#platform/testing/open-process.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { dayMs } from '#shared/calendar/durations.ts';

const platform = startTestPlatform();
const secretOf = (page: string) => /id="secret">\s*([^<\s]+)/.exec(page)?.[1];
const keyIdOf = ({ apiKey }: TestGym) => apiKey.split('_')[1] ?? '';
const keysOf = ({ gymId }: TestGym) =>
  platform.rows<{ key_id: string; permissions: string[]; revoked_at: Date | null }>(
    'SELECT key_id, permissions, revoked_at FROM api_keys WHERE gym_id = $1 ORDER BY created_at, key_id',
    [gymId],
  );
const sayAlive = async (legacyGymId: number, token: string) =>
  (
    await platform.app.request(`/v1/alive?gymId=${legacyGymId}`, {
      method: 'POST',
      headers: { 'x-access-token': token },
    })
  ).status;

let gym: TestGym;
let browser: Browser;
beforeEach(async () => {
  gym = await platform.newGym();
  browser = await signInOwnerOf(platform, gym);
});

describe('a new key', () => {
  test('has exactly the chosen permissions', async () => {
    const made = await browser.post('/console/keys', { permission: ['rfids', 'accounts'] });
    expect([made.status, made.location]).toEqual([303, '/console/keys/new']);
    const apiKey = secretOf((await browser.get('/console/keys/new')).page);
    const ask = platform.askWith(apiKey);
    expect((await ask('listAccounts')).status).toBe(200);
    expect((await ask('listGymProducts')).body.errorCode).toBe('missingPermission');
    expect((await keysOf(gym)).map((key) => key.permissions)).toContainEqual(['accounts', 'rfids']);
  });

  test('for the data export only is refused by version 2, and its requests share the usual rate limit', async () => {
    expect((await browser.get('/console/keys')).page).toMatch(/value="export"[^>]*>\s*Data export/);
    await browser.post('/console/keys', { permission: 'export' });
    const apiKey = secretOf((await browser.get('/console/keys/new')).page) ?? '';
    const [, keyId = ''] = apiKey.split('_');
    expect((await exportClientOf(platform.app, apiKey)('getOptedOutUsersExport')).status).toBe(200);
    expect((await platform.askWith(apiKey)('listAccounts')).body.errorCode).toBe('missingPermission');
    const rowOf = async (address: string) =>
      new RegExp(`<tr>(?:(?!</tr>)[\\s\\S])*${keyId}[\\s\\S]*?</tr>`).exec((await browser.get(address)).page)?.[0];
    expect(await rowOf('/console')).toMatch(/2026[\s\S]*58 \/ 60/);
    expect(await rowOf('/console/keys')).toMatch(/Data export[\s\S]*2026/);
  });

  test('is shown once: not after a reload, in another session, or from the cookie after a minute', async () => {
    const { headers } = await browser.post('/console/keys', { permission: 'visits' });
    const cookie = browser.cookies.get('front_desk_console_once') ?? '';
    expect(headers.getSetCookie().join()).toMatch(/front_desk_console_once=[^;]+;.*HttpOnly/);
    const other = await signInOwnerOf(platform, await platform.newGym());
    other.cookies.set('front_desk_console_once', cookie);
    expect(secretOf((await other.get('/console/keys/new')).page)).toBeUndefined();

    const shown = await browser.get('/console/keys/new');
    const apiKey = secretOf(shown.page);
    expect(apiKey).toMatch(/^fdk_/);
    expect(shown.headers.get('cache-control')).toBe('no-store');
    const again = await browser.get('/console/keys/new');
    expect([secretOf(again.page), again.status]).toEqual([undefined, 200]);
    expect((await browser.get('/console/keys')).page).not.toContain(apiKey);

    browser.cookies.set('front_desk_console_once', cookie);
    platform.time.now = new Date(platform.time.now.getTime() + 60_000);
    expect(secretOf((await browser.get('/console/keys/new')).page)).toBeUndefined();
    expect(JSON.stringify(platform.logged)).not.toContain(apiKey);
  });

  test('without any permission is refused with a message', async () => {
    for (const permission of [[], ['everything']]) {
      const { status, page } = await browser.post('/console/keys', { permission });
      expect(status).toBe(422);
      expect(page).toContain('Choose at least one thing');
    }
    expect(await keysOf(gym)).toHaveLength(1);
  });
});

describe('a gym', () => {
  const create = () => browser.post('/console/keys', { permission: 'visits' });
  const createAtOnce = async (count: number) =>
    (await Promise.all(Array.from({ length: count }, create))).map(({ status }) => status);

  test('has at most twenty-five valid keys, even with concurrent requests; revoking one makes room', async () => {
    const statuses = await createAtOnce(30);
    expect(statuses.filter((status) => status === 303)).toHaveLength(24);
    const { status, page } = await create();
    expect(status).toBe(422);
    expect(page).toContain('A gym has 25 keys at most');
    expect(page).toMatch(/value="visits" checked/);
    expect(await keysOf(gym)).toHaveLength(25);
    await browser.post(`/console/keys/${keyIdOf(gym)}/revoke`);
    expect((await create()).status).toBe(303);
  });

  test('cannot exceed fifty new keys within a day by revoking them again', async () => {
    const revoked = 'UPDATE api_keys SET revoked_at = created_at WHERE gym_id = $1 AND revoked_at IS NULL';
    for (let round = 0; round < 2; round += 1) {
      await createAtOnce(25);
      await platform.rows(revoked, [gym.gymId]);
    }
    const { status, page } = await create();
    expect([status, await keysOf(gym)]).toEqual([422, expect.objectContaining({ length: 50 })]);
    expect(page).toContain('50 keys were created within a day');
    platform.time.now = new Date(platform.time.now.getTime() + 24 * 3_600_000);
    await browser.post('/console/sign-in', { email: `owner-${gym.gymId}@example.com`, password: ownerPassword });
    expect((await create()).status).toBe(303);
  });
});

describe('revoking a key', () => {
  test('asks for confirmation, and then takes effect with the next request', async () => {
    const path = `/console/keys/${keyIdOf(gym)}/revoke`;
    expect((await browser.get(path)).page).toContain('Revoke this key?');
    expect((await gym.ask('listAccounts')).status).toBe(200);
    expect((await browser.post(path)).location).toBe('/console/keys?done=revoked');
    expect((await gym.ask('listAccounts')).body.errorCode).toBe('forbiddenAction');
    expect((await browser.get('/console/keys?done=revoked')).page).toMatch(/The key is revoked[\s\S]*1 revoked key/);
    expect([(await browser.get(path)).status, (await browser.post(path)).status]).toEqual([404, 404]);
  });

  test('of another gym, even in the same chain, is impossible, and its page does not exist', async () => {
    const stranger = await platform.newGym();
    const sibling = await platform.newGym({ chainId: gym.chainId });
    for (const other of [stranger, sibling]) {
      const path = `/console/keys/${keyIdOf(other)}/revoke`;
      expect([(await browser.get(path)).status, (await browser.post(path)).status]).toEqual([404, 404]);
      expect((await other.ask('listAccounts')).status).toBe(200);
      expect((await browser.get('/console/keys')).page).not.toContain(keyIdOf(other));
    }
  });
});

describe('the access token', () => {
  test('is renewed after a confirmation: the new one works and the old one is rejected', async () => {
    const sibling = await platform.newGym({ chainId: gym.chainId });
    expect((await browser.get('/console/keys/token')).page).toContain('The old token stops working at once');
    expect(await sayAlive(gym.legacyGymId, gym.accessToken)).toBe(204);
    expect((await browser.post('/console/keys/token')).location).toBe('/console/keys/new');
    const { page } = await browser.get('/console/keys/new');
    expect(page).toContain(String(gym.legacyGymId));
    expect(await sayAlive(gym.legacyGymId, secretOf(page) ?? '')).toBe(204);
    expect(await sayAlive(gym.legacyGymId, gym.accessToken)).toBe(401);
    expect(await sayAlive(sibling.legacyGymId, sibling.accessToken)).toBe(204);
    expect(secretOf((await browser.get('/console/keys/new')).page)).toBeUndefined();
  });

  test('leaves the gym’s connectivity unchanged when it is renewed', async () => {
    await sayAlive(gym.legacyGymId, gym.accessToken);
    await browser.post('/console/keys/token');
    expect((await browser.get('/console')).page).toMatch(/"state good">Active/);
  });

  test('counts as unused after its renewal, whatever was sent with the previous one', async () => {
    const lastUsed = async () =>
      /id="token"[\s\S]*?Last used<\/dt>\s*<dd>([^<]*)</.exec((await browser.get('/console/keys')).page)?.[1];
    expect(await lastUsed()).toBe('–');
    await sayAlive(gym.legacyGymId, gym.accessToken);
    expect(await lastUsed()).toContain('2026');
    platform.time.now = new Date(platform.time.now.getTime() + 1_000);
    await browser.post('/console/keys/token');
    const token = secretOf((await browser.get('/console/keys/new')).page) ?? '';
    expect(await lastUsed()).toBe('–');
    await sayAlive(gym.legacyGymId, token);
    expect(await lastUsed()).toContain('2026');
  });

  test('is created if a gym has none', async () => {
    await platform.rows('DELETE FROM access_tokens WHERE gym_id = $1', [gym.gymId]);
    expect((await browser.get('/console/keys')).page).toContain('Create a token');
    await browser.post('/console/keys/token');
    const { page } = await browser.get('/console/keys/new');
    expect(await sayAlive(gym.legacyGymId, secretOf(page) ?? '')).toBe(204);
  });
});

test('credentials are created, used and revoked at the real time, where a sandbox has moved its clock', async () => {
  const ahead = () => new Date(systemClock().getTime() + 400 * dayMs);
  const app = openProcess(platform, { clock: ahead, realClock: systemClock, sandbox: platform.sandbox });
  const owner = await signInOwnerOf({ ...platform, app }, gym);
  await owner.post('/console/keys/token');
  const token = secretOf((await owner.get('/console/keys/new')).page) ?? '';
  await owner.post('/console/keys', { permission: 'visits' });
  await owner.post(`/console/keys/${keyIdOf(gym)}/revoke`);
  expect((await gymClientOf(app, { legacyGymId: gym.legacyGymId, accessToken: token })('alive')).status).toBe(204);
  const { page } = await owner.get('/console/keys');
  expect(/id="token"[\s\S]*?Last used<\/dt>\s*<dd>([^<]*)</.exec(page)?.[1]).not.toBe('–');
  const later = await platform.rows(
    `SELECT FROM api_keys WHERE gym_id = $1 AND greatest(created_at, revoked_at) > now() + interval '1 day'
     UNION ALL SELECT FROM access_tokens WHERE gym_id = $1 AND created_at > now() + interval '1 day'`,
    [gym.gymId],
  );
  expect(later).toEqual([]);
});

describe('a cross-site form submission', () => {
  test.each(['/console/keys', '/console/keys/token', '/console/keys/:keyId/revoke', '/console/account/password'])(
    'changes nothing at %s',
    async (template) => {
      const path = template.replace(':keyId', keyIdOf(gym));
      const fields = { permission: [...permissions], current: 'x', next: 'x', again: 'x' };
      const { status, page } = await browser.post(path, fields, { 'sec-fetch-site': 'cross-site' });
      expect(status).toBe(403);
      expect(page).toContain('The form was not sent from this page');
      expect(await keysOf(gym)).toMatchObject([{ revoked_at: null }]);
      expect(await sayAlive(gym.legacyGymId, gym.accessToken)).toBe(204);
    },
  );
});

test('without a session nothing can be seen or changed', async () => {
  const nobody = openBrowser(platform.app);
  for (const path of ['/console', '/console/keys', '/console/keys/new', '/console/keys/token', '/console/account']) {
    expect((await nobody.get(path)).location, path).toMatch(/^\/console\/sign-in/);
  }
  for (const path of ['/console/keys', '/console/keys/token', `/console/keys/${keyIdOf(gym)}/revoke`]) {
    expect((await nobody.post(path, { permission: 'visits' })).location, path).toBe('/console/sign-in');
  }
  expect(await keysOf(gym)).toMatchObject([{ revoked_at: null }]);
  expect(await sayAlive(gym.legacyGymId, gym.accessToken)).toBe(204);
});

test('a body that is not a form, or too long, is refused with an error page', async () => {
  const long = await browser.post('/console/keys', { permission: 'x'.repeat(70_000) });
  expect(long.status).toBe(400);
  expect(long.page).toContain('<h1>');
});
