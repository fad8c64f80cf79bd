import { expect, test } from 'vitest';
import { openBrowser, signInOwnerOf } from '#platform/testing/console.ts';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';

const platform = startTestPlatform();

const english = { 'accept-language': 'en' };
const send = (gym: TestGym, accountId: string, body: { text: string; deeplink?: string }) =>
  gym.ask('sendPushNotificationByAccountId', { path: { accountId }, body });

test('a message is shown as on a phone, with its recipient and delivery time', async () => {
  const gym = await platform.newGym({ name: 'Am Fluss' });
  const owner = await signInOwnerOf(platform, gym);
  const accountId = await createMember(gym, { firstName: 'Lena', lastName: 'Vogt' });
  await send(gym, accountId, { text: 'The class\nbegins at six.', deeplink: 'app://class/4' });
  const { status, page } = await owner.get('/console/messages', english);
  expect(status).toBe(200);
  for (const shown of [
    'Am Fluss',
    'The class\nbegins at six.',
    'app://class/4',
    'To Lena Vogt',
    'Not delivered yet',
    '10:41:07',
  ]) {
    expect(page).toContain(shown);
  }
  await platform.rows(
    "UPDATE push_notifications SET delivered_at = created_at + interval '1 second' WHERE chain_id = $1",
    [gym.chainId],
  );
  expect((await owner.get('/console/messages', english)).page).toMatch(/Delivered .*10:41:08/);
});

test('a recipient from another gym of the chain is shown without a name, and that gym’s messages are not shown', async () => {
  const gym = await platform.newGym();
  const sibling = await platform.newGym({ chainId: gym.chainId });
  const accountId = await createMember(sibling, { firstName: 'Omar', lastName: 'Haddad' });
  await send(gym, accountId, { text: 'to a guest' });
  const here = await (await signInOwnerOf(platform, gym)).get('/console/messages', english);
  expect(here.page).toContain('to a guest');
  expect(here.page).not.toMatch(/Omar|Haddad/);
  for (const other of [sibling, await platform.newGym()]) {
    expect((await (await signInOwnerOf(platform, other)).get('/console/messages', english)).page).not.toContain(
      'to a guest',
    );
  }
  expect((await openBrowser(platform.app).get('/console/messages')).location).toMatch(/^\/console\/sign-in/);
});

test('markup in a text is escaped, and a link is not clickable', async () => {
  const gym = await platform.newGym();
  const owner = await signInOwnerOf(platform, gym);
  await send(gym, await createMember(gym), { text: '<img src=x onerror=alert(1)>', deeplink: 'javascript:alert(1)' });
  const { page } = await owner.get('/console/messages', { 'accept-language': 'de' });
  expect(page).toContain('&lt;img src=x');
  expect(page).not.toMatch(/<img|href="javascript/);
  expect(page).toContain('Nachrichten');
});

test('a page shows twenty messages, and older ones are on the next', async () => {
  const gym = await platform.newGym();
  const owner = await signInOwnerOf(platform, gym);
  const accountId = await createMember(gym);
  for (let i = 1; i <= 23; i += 1) await send(gym, accountId, { text: `number ${i}.` });
  const first = (await owner.get('/console/messages', english)).page;
  const older = /href="([^"]+)">Older/.exec(first)?.[1] ?? '';
  const second = (await owner.get(older, english)).page;
  const texts = [first, second].map((page) => [...page.matchAll(/number \d+\./g)].map(([text]) => text));
  expect(texts.map(({ length }) => length)).toEqual([20, 3]);
  expect(new Set(texts.flat()).size).toBe(23);
  expect(second).not.toContain('>Older');
});
