import { describe, expect, test } from 'vitest';
import { signInOwnerOf } from '#platform/testing/console.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';

const platform = startTestPlatform({ now: '2026-11-21T09:41:07.000Z' });
const hour = 60 * 60 * 1000;
const later = (ms: number) => {
  platform.time.now = new Date(platform.time.now.getTime() + ms);
};
const sayAlive = ({ legacyGymId, accessToken }: TestGym) =>
  platform.app.request(`/v1/alive?gymId=${legacyGymId}`, {
    method: 'POST',
    headers: { 'x-access-token': accessToken },
  });

/** The gym as its owner sees it now. Signs in again, because hours have passed. */
const overviewOf = async (gym: TestGym, headers: Record<string, string> = {}) =>
  (await (await signInOwnerOf(platform, gym)).get('/console', headers)).page;

describe('the connectivity indicator', () => {
  test('distinguishes a gym that was never connected, an active one, and a silent one, in the time zone of the gym', async () => {
    const gym = await platform.newGym({ timeZone: 'Asia/Tokyo' });
    platform.time.now = new Date('2026-11-21T09:41:07.000Z');
    expect(await overviewOf(gym)).toMatch(/Nothing received yet/);

    await sayAlive(gym);
    later(24 * hour - 1);
    const active = await overviewOf(gym);
    expect(active).toMatch(/"state good">Active/);
    expect(active).toContain('21 Nov 2026, 18:41');
    expect(active).not.toContain('What to do');

    later(1);
    const silent = await overviewOf(gym);
    expect(silent).toMatch(/"state bad">Inactive/);
    expect(silent).toMatch(/Inactive since<\/dt>\s*<dd>22 Nov 2026, 18:41/);
    expect(silent).toContain('What to do');

    await sayAlive(gym);
    expect(await overviewOf(gym)).toMatch(/"state good">Active/);
  });

  test('of one gym reveals nothing about another', async () => {
    const [heard, other] = [await platform.newGym(), await platform.newGym()];
    await sayAlive(heard);
    expect(await overviewOf(other)).toMatch(/Nothing received yet/);
  });
});

describe('the remaining rate limit', () => {
  const leftOf = (page: string) => [...page.matchAll(/<td class="number">(\d+) \/ 60<\/td>/g)].map(([, left]) => left);

  test('is shown for each credential, refills by six a second, and is not consumed by viewing it', async () => {
    const gym = await platform.newGym();
    for (let i = 0; i < 20; i += 1) await gym.ask('listAccounts');
    for (let i = 0; i < 3; i += 1) await sayAlive(gym);
    expect(leftOf(await overviewOf(gym))).toEqual(['40', '57']);
    expect(leftOf(await overviewOf(gym))).toEqual(['40', '57']);
    later(2_000);
    expect(leftOf(await overviewOf(gym))).toEqual(['52', '60']);
    later(60_000);
    expect(leftOf(await overviewOf(gym))).toEqual(['60', '60']);
  });

  test('is zero for an exhausted key', async () => {
    const gym = await platform.newGym();
    for (let i = 0; i < 65; i += 1) await gym.ask('listAccounts');
    expect(leftOf(await overviewOf(gym))[0]).toBe('0');
  });

  test('includes no key of another gym', async () => {
    const [gym, other] = [await platform.newGym(), await platform.newGym()];
    expect(await overviewOf(gym)).not.toContain(other.apiKey.split('_')[1]);
  });
});

test('the overview uses the browser’s preferred language until another is chosen', async () => {
  const gym = await platform.newGym();
  const browser = await signInOwnerOf(platform, gym);
  const german = { 'accept-language': 'fr;q=0.9, de-CH;q=0.8, en;q=0.5' };
  const page = async () => (await browser.get('/console', german)).page;
  expect(await page()).toMatch(/<html lang="de">[\s\S]*Noch nie gemeldet/);
  expect((await browser.post('/console/language', { language: 'en', to: '/console/keys' })).location).toBe(
    '/console/keys',
  );
  expect(await page()).toMatch(/<html lang="en">[\s\S]*Nothing received yet/);
  await browser.post('/console/language', { language: 'xx', to: 'https://evil.example' });
  expect(await page()).toMatch(/<html lang="en">/);
});

test('every page forbids caching, framing, and scripts from elsewhere', async () => {
  const browser = await signInOwnerOf(platform, await platform.newGym());
  for (const path of ['/console', '/console/keys', '/console/nowhere', '/console/sign-in']) {
    const { headers } = await browser.get(path);
    expect(headers.get('cache-control'), path).toBe('no-store');
    expect(headers.get('content-security-policy'), path).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
  }
});

test('markup in a name is escaped', async () => {
  const gym = await platform.newGym({ name: '<script>alert(1)</script>' });
  const page = await overviewOf(gym);
  expect(page).not.toContain('<script>alert');
  expect(page).toContain('&lt;script&gt;alert');
});
