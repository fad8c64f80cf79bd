import { expect, test } from 'vitest';
import { signInOwnerOf } from '#platform/testing/console.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';

const platform = startTestPlatform();
const newOwner = async () => signInOwnerOf(platform, await platform.newGym());

/** The hidden field of the language form: the address to return to. */
const placeIn = (page: string) => /action="\/console\/language"[\s\S]*?name="to" value="([^"]*)"/.exec(page)?.[1];

test.each(['/console', '/console/messages?before=1.x', '/console/keys?done=revoked'])(
  '%s is shown again in the chosen language',
  async (address) => {
    const owner = await newOwner();
    const to = placeIn((await owner.get(address)).page) ?? '';
    const { location } = await owner.post('/console/language', { language: 'de', to });
    expect(location).toBe(address);
    expect((await owner.get(address, { 'accept-language': 'en' })).page).toContain('<html lang="de">');
  },
);

test('a rejected form returns to its page', async () => {
  const owner = await newOwner();
  const url = 'https://desk.example.org/events';
  const { location } = await owner.post('/console/webhooks', { url, secret: 's'.repeat(32) });
  const webhook = new URL(location ?? '', 'http://localhost').pathname;
  for (const [form, page] of [
    [`${webhook}/change`, webhook],
    ['/console/webhooks', '/console/webhooks'],
    ['/console/keys', '/console/keys'],
    [`${webhook}/nothing`, '/console/webhooks'],
  ] as const) {
    const refused = await owner.post(form, { url: 'no address' });
    expect(refused.status, form).toBeGreaterThanOrEqual(400);
    expect(placeIn(refused.page), form).toBe(page);
    expect((await owner.get(page)).status).toBe(200);
  }
});

test('the language can be changed during a sign-in without losing the requested page', async () => {
  const owner = await newOwner();
  await owner.post('/console/sign-out');
  const address = (await owner.get('/console/webhooks')).location ?? '';
  const asked = placeIn((await owner.get(address)).page) ?? '';
  const { location } = await owner.post('/console/language', { language: 'de', to: asked });
  const wanted = /name="to" value="\/console\/webhooks"/;
  expect((await owner.get(location ?? '')).page).toMatch(wanted);
  const refused = await owner.post('/console/sign-in', { email: 'x', password: 'y', to: '/console/webhooks' });
  expect((await owner.get(placeIn(refused.page) ?? '')).page).toMatch(wanted);
});

test('a page with a one-time secret offers no language change, which would lose the secret', async () => {
  const owner = await newOwner();
  const { location } = await owner.post('/console/keys', { permission: 'tasks' });
  const shown = (await owner.get(location ?? '')).page;
  expect(shown).toContain('fdk_');
  expect(placeIn(shown)).toBeUndefined();
  expect(placeIn((await owner.get(location ?? '')).page)).toBe(location);
});

test.each(['https://evil.example', '//evil.example', '/console?to=//x y', '/console\\evil', '/console/keys?x=<b>'])(
  'the language form redirects only to a page of the console: %s',
  async (to) => {
    const owner = await newOwner();
    expect((await owner.post('/console/language', { language: 'de', to })).location).toBe('/console');
  },
);

test('another site cannot change the language', async () => {
  const owner = await newOwner();
  const { status } = await owner.post('/console/language', { language: 'de' }, { 'sec-fetch-site': 'cross-site' });
  expect(status).toBe(403);
  expect((await owner.get('/console', { 'accept-language': 'en' })).page).toContain('<html lang="en">');
});
