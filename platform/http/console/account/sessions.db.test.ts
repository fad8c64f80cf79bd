import { beforeEach, expect, test } from 'vitest';
import { type Browser, createTestOwner, openBrowser, ownerPassword, signInOwnerOf } from '#platform/testing/console.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';

const platform = startTestPlatform();
const minute = 60_000;
const later = (ms: number) => {
  platform.time.now = new Date(platform.time.now.getTime() + ms);
};

let gym: TestGym;
beforeEach(async () => {
  gym = await platform.newGym();
});

async function signIn(userAgent: string): Promise<Browser> {
  const browser = openBrowser(platform.app, { 'user-agent': userAgent });
  await browser.post('/console/sign-in', { email: await createTestOwner(platform, gym), password: ownerPassword });
  return browser;
}
const isSignedIn = async (browser: Browser) => (await browser.get('/console')).status === 200;
const listedOf = async (browser: Browser) => {
  const { page } = await browser.get('/console/account');
  const list = /<ul class="plain rows" aria-labelledby="sessions">[\s\S]*?<\/ul>/.exec(page)?.[0] ?? '';
  return [...list.matchAll(/<li[\s\S]*?<\/li>/g)].map(([row]) => ({
    name: /<b>([^<]*)</.exec(row)?.[1],
    end: /action="([^"]*)"/.exec(row)?.[1],
  }));
};

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605 Version/26.1 Mobile Safari/604.1';

test('sessions are listed with their browsers, and ended one by one, or all but this one', async () => {
  const [here, phone, tool] = [await signIn(firefox), await signIn(safari), await signIn('curl/8.5.0')];
  const listed = await listedOf(here);
  expect(listed.map(({ name }) => name).sort()).toEqual(['Firefox, Linux', 'Safari, iOS', 'Unknown browser']);
  expect(listed[0]).toEqual({ name: 'Firefox, Linux', end: undefined });
  const ofPhone = listed.find(({ name }) => name === 'Safari, iOS')?.end ?? '';
  expect((await here.post(ofPhone)).location).toBe('/console/account?done=sessionEnded');
  expect([await isSignedIn(here), await isSignedIn(phone), await isSignedIn(tool)]).toEqual([true, false, true]);
  await here.post('/console/account/sessions/end-others');
  expect([await isSignedIn(here), await isSignedIn(tool)]).toEqual([true, false]);
});

test('the log says only of sessions that were open that they were ended', async () => {
  const earlier = platform.logged.length;
  const ended = () =>
    platform.logged.slice(earlier).flatMap(({ msg }) => (/^an owner ended/.test(String(msg)) ? [msg] : []));
  const [here] = [await signIn(firefox), await signIn(safari)];
  const ofPhone = (await listedOf(here))[1]?.end ?? '';
  for (const path of ['/console/account/sessions/1/end', ofPhone, ofPhone]) await here.post(path);
  await here.post('/console/account/sessions/end-others');
  expect(ended()).toEqual(['an owner ended a session']);
  await signIn(safari);
  await here.post('/console/account/sessions/end-others');
  expect(ended()).toEqual(['an owner ended a session', 'an owner ended all other sessions']);
});

test('nobody ends the session of another owner, even of the same gym, nor the own one by mistake', async () => {
  const [here, other] = [await signIn(firefox), await signInOwnerOf(platform, await platform.newGym())];
  const [{ session_id: id } = { session_id: '' }] = await platform.rows<{ session_id: string }>(
    'SELECT session_id FROM owner_sessions JOIN owners USING (owner_id) WHERE gym_id = $1',
    [gym.gymId],
  );
  for (const from of [other, here]) await from.post(`/console/account/sessions/${id}/end`);
  await other.post('/console/account/sessions/end-others');
  expect((await here.post('/console/account/sessions/1/end')).status).toBe(303);
  expect(await isSignedIn(here)).toBe(true);
});

test('a page is shown although its activity cannot be noted, or is being noted by another request', async () => {
  const here = await signIn(firefox);
  later(2 * minute);
  const noted = () =>
    platform.rows('SELECT FROM owner_sessions JOIN owners USING (owner_id) WHERE gym_id = $1 AND active_at = $2', [
      gym.gymId,
      platform.time.now,
    ]);
  await platform.operate(async ({ sql }) => {
    await sql.execute('SELECT FROM owner_sessions FOR UPDATE');
    expect(await isSignedIn(here)).toBe(true);
  });
  await platform.rows('ALTER TABLE owner_sessions ADD CONSTRAINT refused CHECK (false) NOT VALID');
  expect(await isSignedIn(here)).toBe(true);
  const warned = { level: 40, msg: 'the activity in a session of an owner could not be noted' };
  expect(platform.logged).toContainEqual(expect.objectContaining(warned));
  expect(await noted()).toEqual([]);
  await platform.rows('ALTER TABLE owner_sessions DROP CONSTRAINT refused');
  expect(await isSignedIn(here)).toBe(true);
  expect(await noted()).toHaveLength(1);
});

test('a session ends after an hour in which nothing is done, is not listed then, and does not revive', async () => {
  const [here, left] = [await signIn(firefox), await signIn(safari)];
  later(40 * minute);
  expect(await isSignedIn(here)).toBe(true);
  later(20 * minute + 1);
  expect(await isSignedIn(left)).toBe(false);
  expect(await listedOf(here)).toHaveLength(1);
  later(40 * minute - 2);
  expect(await isSignedIn(here)).toBe(true);
  later(-30 * minute);
  later(90 * minute + 1);
  expect(await isSignedIn(here)).toBe(false);
  expect(await isSignedIn(left)).toBe(false);
});
