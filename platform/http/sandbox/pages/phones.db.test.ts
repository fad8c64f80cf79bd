import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { openBrowser } from '#platform/testing/console.ts';
import { createMember } from '#platform/testing/members.ts';
import { openProcess, openSandboxProcess } from '#platform/testing/open-process.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';

const platform = startTestPlatform();
const path = '/sandbox/pages/phones';

let app: typeof platform.app;
beforeAll(() => {
  app = openSandboxProcess(platform);
});

const open = (language = 'en') => openBrowser(app, { 'accept-language': language });
const send = (gym: TestGym, accountId: string, body: { text: string; deeplink?: string }) =>
  gym.ask('sendPushNotificationByAccountId', { path: { accountId }, body });
const deliver = ({ chainId }: TestGym) =>
  platform.rows('UPDATE push_notifications SET delivered_at = created_at WHERE chain_id = $1', [chainId]);

/** The part of the page that shows one phone. */
const phoneIn = (page: string, name: string) =>
  new RegExp(`aria-label="(?:Lock screen of|Sperrbildschirm von) ${name}">([^]*?)</ol>`).exec(page)?.[1];

test('the phone of a member shows a message as soon as it is delivered, with gym, text and time', async () => {
  const gym = await platform.newGym({ name: 'Am Fluss' });
  const accountId = await createMember(gym, { firstName: 'Lena', lastName: 'Vogt' });
  await send(gym, accountId, { text: 'The class\nbegins at six.', deeplink: 'workouts' });
  const [english, german] = [open(), open('de')];
  const own = `${path}?accountId=${accountId}`;
  expect(phoneIn((await english.get(own)).page, 'Lena Vogt')).not.toContain('The class');
  await deliver(gym);
  const phone = phoneIn((await english.get(path)).page, 'Lena Vogt') ?? '';
  for (const shown of ['Am Fluss', 'The class\nbegins at six.', 'workouts', '>10:41<', 'Saturday']) {
    expect(phone).toContain(shown);
  }
  expect(phoneIn((await german.get(`${path}?accountId=${accountId.toUpperCase()}`)).page, 'Lena Vogt')).toContain(
    'Samstag',
  );
});

test('a phone has the messages of all gyms of its member, and no one else’s; a gym’s page has its members alone', async () => {
  const [gym, other] = [await platform.newGym({ name: 'Nord' }), await platform.newGym({ name: 'Süd' })];
  const person = { email: 'omar.haddad@example.org', firstName: 'Omar', lastName: 'Haddad' };
  const accountId = await createMember(gym, person);
  expect(await createMember(other, person)).toBe(accountId);
  const somebody = await createMember(other, { firstName: 'Mia', lastName: 'Brandt' });
  await send(gym, accountId, { text: 'from the north' });
  await send(other, accountId, { text: 'from the south' });
  await send(other, somebody, { text: 'to somebody else' });
  await deliver(gym);
  await deliver(other);
  const { page } = await open().get(`${path}?gymId=${gym.gymId}`);
  const phone = phoneIn(page, 'Omar Haddad');
  expect(['from the north', 'from the south', 'to somebody else'].map((text) => phone?.includes(text))).toEqual([
    true,
    true,
    false,
  ]);
  expect(phoneIn(page, 'Mia Brandt')).toBeUndefined();
  expect(phoneIn((await open().get(`${path}?gymId=${other.gymId}`)).page, 'Mia Brandt')).toContain('somebody else');
});

test('markup in a text is escaped, and an id that no member has is refused', async () => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym);
  await send(gym, accountId, { text: '<img src=x onerror=alert(1)>' });
  await deliver(gym);
  const browser = open();
  const { page } = await browser.get(`${path}?accountId=${accountId}`);
  expect([page.includes('&lt;img src=x'), page.includes('<img')]).toEqual([true, false]);
  for (const id of ['none', randomUUID()]) {
    const refused = await browser.get(`${path}?accountId=${id}`);
    expect([refused.status, refused.page.includes('No member has this account id.')]).toEqual([422, true]);
  }
});

test('a member deletes the account on the phone, and is gone from the gym', async () => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym, { firstName: 'Jana', lastName: 'Roth' });
  const browser = open();
  const { page } = await browser.get(`${path}?accountId=${accountId}`);
  const action = `${path}/${accountId}/delete-account`;
  expect(page).toContain(`action="${action}"`);
  expect((await browser.post(action, {}, { 'sec-fetch-site': 'same-site' })).status).toBe(403);
  const deleted = await browser.post(action);
  expect((await browser.get(deleted.location ?? '')).page).toContain('The member has deleted the account.');
  expect((await gym.ask('retrieveAccount', { path: { accountId } })).status).toBe(404);
  expect((await browser.post(action)).status).toBe(404);
});

test('phones do not exist for other machines, or outside a sandbox', async () => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym);
  const fromElsewhere = { incoming: { socket: { remoteAddress: '10.1.2.3' } } };
  expect((await app.request(path, {}, fromElsewhere)).status).not.toBe(200);
  const plain = openProcess(platform);
  expect((await plain.request(path)).status).toBe(404);
  expect((await plain.request(`/sandbox/accounts/${accountId}`, { method: 'DELETE' })).status).toBe(404);
  expect((await openBrowser(plain).post(`${path}/${accountId}/delete-account`)).status).toBe(404);
  expect((await gym.ask('retrieveAccount', { path: { accountId } })).status).toBe(200);
});
