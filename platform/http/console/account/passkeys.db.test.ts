import { beforeEach, describe, expect, test } from 'vitest';
import { createOwner } from '#platform/services/owners/create.ts';
import { removePasskeys } from '#platform/services/owners/remove-passkeys.ts';
import {
  askedFrom,
  type Browser,
  createTestOwner,
  openBrowser,
  ownerPassword,
  signInOwnerOf,
} from '#platform/testing/console.ts';
import { openProcess } from '#platform/testing/open-process.ts';
import { ownerRules } from '#platform/testing/owner-rules.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { challengeMs } from '#shared/passkeys/challenge.ts';
import type { PasskeyCreation } from '#shared/passkeys/create-passkey.ts';
import { mostFailures, mostFailuresOfAll } from '#shared/sign-in/attempts.ts';
import { Authenticator } from '#shared/testing/authenticator.ts';
import type { PasskeyQuestion } from '#shared/webauthn/messages.ts';

const platform = startTestPlatform();
const chrome = 'Mozilla/5.0 (Windows NT 10.0) Chrome/142.0 Safari/537.36';
const minute = 60_000;
const later = (ms: number) => {
  platform.time.now = new Date(platform.time.now.getTime() + ms);
};

let gym: TestGym;
let email = '';
let phone: Authenticator;
let browser: Browser;
/** Failures of other tests must not count. */
let networks = 0;

const newBrowser = (app = platform.app) => openBrowser(askedFrom(app, `192.0.2.${networks}`), { 'user-agent': chrome });
const asPage = (device = phone) => ({ 'sec-fetch-site': 'same-origin', origin: device.origin });
const byPassword = (from: Browser, password = ownerPassword) => from.post('/console/sign-in', { email, password });

beforeEach(async () => {
  networks += 1;
  gym = await platform.newGym();
  email = await createTestOwner(platform, gym);
  phone = new Authenticator();
  browser = newBrowser();
  await byPassword(browser);
});

const create = async (from = browser, device = phone) => {
  const { page } = await from.post('/console/account/passkeys/question', {}, asPage(device));
  return JSON.stringify(device.create(JSON.parse(page) as PasskeyCreation)); // safe because: the console has made it
};
const add = async (from = browser, device = phone) =>
  from.post('/console/account/passkeys', { answer: await create(from, device) }, asPage(device));
const prove = async (from: Browser, device = phone, path = '/console/sign-in/question') => {
  const { page } = await from.post(path, {}, asPage(device));
  return JSON.stringify(device.prove(JSON.parse(page) as PasskeyQuestion)); // safe because: the console has made it
};
const send = (from: Browser, answer: string, device = phone) =>
  from.post('/console/sign-in/passkey', { answer }, asPage(device));
const signIn = async (from = newBrowser(), device = phone) => send(from, await prove(from, device), device);
const passkeysOf = async () =>
  platform.rows<{ id: string; name: string }>(
    'SELECT id, name FROM owner_passkeys JOIN owners USING (owner_id) WHERE email = $1',
    [email],
  );

describe('a passkey', () => {
  test('is added under the name of the browser, signs in alone, and is needed besides the password', async () => {
    expect((await add()).location).toBe('/console/account?done=passkeyAdded');
    expect((await browser.get('/console/account')).page).toMatch(/<b>Chrome, Windows<\/b>[\s\S]*Never used yet/);
    const other = newBrowser();
    expect((await signIn(other)).location).toBe('/console');
    expect((await other.get('/console/account')).page).toContain('Last used');
    const third = newBrowser();
    const { status, page, headers } = await byPassword(third);
    expect([status, headers.getSetCookie()]).toEqual([200, []]);
    expect(page).toContain('Your password is right, but your passkey is needed too.');
    expect((await third.get('/console')).status).toBe(303);
    expect((await byPassword(third, 'not the password')).page).toContain('Wrong e-mail or password.');
    expect((await signIn(third)).location).toBe('/console');
  });

  test('is what ends the count of passwords that came without it', async () => {
    await add();
    const stranger = openBrowser(askedFrom(platform.app, `198.51.100.${networks}`));
    const tries = async (count: number) => {
      const statuses = [];
      for (let tried = 0; tried < count; tried += 1) statuses.push((await byPassword(stranger)).status);
      return statuses;
    };
    expect(await tries(mostFailures + 1)).toEqual([...Array(mostFailures).fill(200), 429]);
    expect((await signIn(stranger)).status).toBe(303);
    expect(await tries(1)).toEqual([200]);
  });

  test('cannot be added by somebody who has not proved lately who they are', async () => {
    later(6 * minute);
    expect((await browser.post('/console/account/passkeys/question', {}, asPage())).status).toBe(403);
    expect((await browser.get('/console/account/passkeys/new')).location).toBe('/console/account');
    expect((await browser.post('/console/account/passkeys/new')).page).toContain('Is it you?');
    const confirmed = await confirm(browser, '/console/account/passkeys/new', { 'own-password': ownerPassword });
    expect(confirmed.location).toBe('/console/account/passkeys/new');
    expect((await browser.get('/console/account/passkeys/new')).page).toContain('data-passkey="create"');
    expect((await add()).status).toBe(303);
  });

  test('is renamed and removed by its owner alone', async () => {
    await add();
    const [{ id } = { id: '' }] = await passkeysOf();
    const own = `/console/account/passkeys/${id}`;
    const other = await signInOwnerOf(platform, await platform.newGym({ chainId: gym.chainId }));
    expect((await other.get(own)).status).toBe(404);
    expect((await other.post(`${own}/rename`, { name: 'Mine' })).status).toBe(404);
    expect((await other.post(`${own}/remove`)).status).toBe(404);
    for (const name of [' ', 'x'.repeat(61)]) expect((await browser.post(`${own}/rename`, { name })).status).toBe(422);
    await browser.post(`${own}/rename`, { name: ' Key in the drawer ' });
    expect(await passkeysOf()).toEqual([{ id, name: 'Key in the drawer' }]);
    expect((await browser.get(own)).page).toContain('It is your only passkey');
    expect((await browser.post(`${own}/remove`)).location).toBe('/console/account?done=passkeyRemoved');
    expect(await passkeysOf()).toEqual([]);
    expect((await byPassword(newBrowser())).status).toBe(303);
  });

  test('is one of twenty', async () => {
    for (let device = 0; device < 20; device += 1) await add(browser, new Authenticator());
    const { status, page } = await add(browser, new Authenticator());
    expect([status, page]).toEqual([422, expect.stringContaining('You have 20 passkeys.')]);
  });

  test('of one that was copied is refused once its count is behind', async () => {
    await add();
    const copy = phone.copy();
    expect((await signIn()).status).toBe(303);
    expect((await signIn(newBrowser(), copy)).page).toContain('This passkey does not sign in here.');
    const refused = expect.objectContaining({ level: 40, msg: expect.stringContaining('a passkey of an owner') });
    expect(platform.logged.slice(-4)).toContainEqual(refused);
  });
});

describe('a challenge', () => {
  beforeEach(async () => {
    await add();
  });

  test('is accepted once, also from two requests at the same time', async () => {
    const from = newBrowser();
    const answer = await prove(from);
    const statuses = (await Promise.all([send(from, answer), send(from, answer)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([303, 422]);
  });

  test('is accepted once, too, where the authenticator counts no signatures', async () => {
    phone.countsNone = true;
    const from = newBrowser();
    const answer = await prove(from);
    expect((await send(from, answer)).status).toBe(303);
    expect((await send(from, answer)).status).toBe(422);
    expect((await signIn(from)).status).toBe(303);
  });

  test('of one window is answered after another window of the browser has asked, too', async () => {
    const from = newBrowser();
    const [first, second] = [await prove(from), await prove(from)];
    expect((await send(from, first)).status).toBe(303);
    expect((await send(from, second)).status).toBe(303);
    later(6 * minute);
    const question = '/console/reauthentication/question';
    const answer = await prove(browser, phone, question);
    await prove(browser, phone, question);
    expect((await confirm(browser, '/console/keys/token', { answer })).location).toBe('/console/keys/new');
  });

  test('takes no more room in a browser than the four last ones', async () => {
    const from = newBrowser();
    for (let asked = 0; asked < 9; asked += 1) {
      later(1);
      await prove(from);
    }
    const kept = [...from.cookies.keys()].filter((name) => name.includes('challenge'));
    expect(kept).toHaveLength(4);
    expect((await signIn(from)).status).toBe(303);
  });

  test('expires, and counts only in the browser that asked, at the console, with the user verified', async () => {
    const [from, other] = [newBrowser(), newBrowser()];
    const late = await prove(from);
    later(challengeMs + 1);
    expect((await send(from, late)).status).toBe(422);
    expect((await send(other, await prove(from))).status).toBe(422);
    phone.isUserVerified = false;
    expect((await signIn()).status).toBe(422);
    phone.isUserVerified = true;
    phone.origin = 'https://console.attacker.example';
    const asked = await from.post('/console/sign-in/question', {}, asPage());
    expect([asked.status, asked.page]).toEqual([409, '']);
    phone.origin = 'http://localhost:3000';
    expect((await signIn()).status).toBe(303);
  });

  test('of a sign-in names nobody, and is signed under HTTPS in a __Host- cookie', async () => {
    const { page, headers } = await newBrowser().post('/console/sign-in/question', {}, asPage());
    const { challenge, ...question } = JSON.parse(page);
    expect(challenge).toMatch(/^[\w-]{43}$/);
    expect(question).toEqual({ rpId: 'localhost', timeout: challengeMs, userVerification: 'required' });
    expect(headers.getSetCookie().join()).toMatch(/front_desk_console_challenge-signIn-[^=]{8}=[^;]+; .*HttpOnly/);
  });

  test.each(['', '{}', 'null', '[1', '"'])('is not answered by %j', async (answer) => {
    const from = newBrowser();
    await prove(from);
    expect((await send(from, answer)).status).toBe(422);
    expect((await browser.post('/console/account/passkeys', { answer }, asPage())).status).toBe(422);
  });
});

test('failures are limited with those of passwords in this browser or network', async () => {
  await add();
  const stranger = openBrowser(askedFrom(platform.app, `203.0.113.${networks}`));
  for (let tried = 0; tried < mostFailuresOfAll; tried += 1) expect((await send(stranger, '{}')).status).toBe(422);
  expect((await signIn(stranger)).status).toBe(429);
});

describe('of a thief, a passkey', () => {
  test('does not survive a new password that the operator sets', async () => {
    await add();
    const password = 'another horse battery';
    await platform.operate((operator) => createOwner(operator, { gymId: gym.gymId, email, password }));
    expect([await passkeysOf(), (await signIn()).status]).toEqual([[], 422]);
    expect((await byPassword(newBrowser(), password)).status).toBe(303);
  });

  test('is removed by the operator, who ends all sessions with it', async () => {
    await add();
    const removed = await platform.operate((operator) => removePasskeys(operator, email.toUpperCase()));
    expect(removed).toEqual({ email, gymId: gym.gymId, removedPasskeys: 1 });
    expect((await browser.get('/console')).status).toBe(303);
    expect((await signIn()).status).toBe(422);
    expect((await byPassword(newBrowser())).status).toBe(303);
    await expect(platform.operate((operator) => removePasskeys(operator, 'nobody@example.com'))).rejects.toThrow(
      'There is no owner',
    );
  });

  test('stays after a new password of the owner, who is asked to look at the list', async () => {
    await add();
    const next = 'a better horse battery';
    const { location } = await browser.post('/console/account/password', { current: ownerPassword, next, again: next });
    expect((await browser.get(location ?? '')).page).toContain('check below that all of them are yours');
  });
});

test('the page of the only passkey that signs in says what its removal means', async () => {
  await add();
  const [{ id } = { id: '' }] = await passkeysOf();
  const said = async () =>
    (await browser.get(`/console/account/passkeys/${id}`)).page.includes('It is your only passkey');
  expect(await said()).toBe(true);
  await add(browser, new Authenticator());
  expect(await said()).toBe(false);
});

test('after a change of the host name a former passkey counts no more: the password alone signs in', async () => {
  await add();
  const owners = { ...ownerRules, publicUrl: 'https://mms.example.com' };
  const moved = newBrowser(openProcess(platform, { owners }));
  expect((await byPassword(moved)).status).toBe(303);
  expect((await moved.get('/console/account')).page).toContain('It belongs to the former address localhost');
  const [{ id } = { id: '' }] = await passkeysOf();
  expect((await moved.get(`/console/account/passkeys/${id}`)).page).not.toContain('It is your only passkey');
  const next = 'a better horse battery';
  const changed = await moved.post('/console/account/password', { current: ownerPassword, next, again: next });
  expect(changed.location).toBe('/console/account?done=changed');
  expect((await moved.post('/console/sign-in/question', {}, asPage())).status).toBe(409);
});

describe('before access is given', () => {
  const secretOf = (page: string) => /id="secret">\s*([^<\s]+)/.exec(page)?.[1];
  const forms = [
    ['/console/keys', { permission: 'visits' }],
    ['/console/keys/token', {}],
    ['/console/keys/:keyId/revoke', {}],
    ['/console/webhooks', { url: 'http://127.0.0.1:9/', secret: 'the secret of a desk' }],
    ['/console/webhooks/1/change', { url: 'http://127.0.0.1:9/', secret: 'the secret of a desk' }],
    ['/console/account/passkeys/1/rename', { name: 'Mine' }],
    ['/console/account/passkeys/1/remove', {}],
  ] as const;

  test.each(forms)(
    '%s asks again after five minutes, and its page shows nothing that was typed',
    async (path, fields) => {
      const at = path.replace(':keyId', gym.apiKey.split('_')[1] ?? '');
      later(5 * minute + 1);
      const { status, page } = await browser.post(at, fields);
      expect([status, page]).toEqual([200, expect.stringContaining('Is it you?')]);
      expect(page).not.toContain('the secret of a desk');
      expect(
        await platform.rows('SELECT FROM api_keys WHERE gym_id = $1 AND revoked_at IS NULL', [gym.gymId]),
      ).toHaveLength(1);
      expect(await platform.rows('SELECT FROM webhooks WHERE gym_id = $1', [gym.gymId])).toEqual([]);
    },
  );

  test('a form that waited is carried out after the password, which is then not asked again', async () => {
    later(6 * minute);
    const asked = { permission: ['visits', 'tasks'] };
    const wrong = await confirm(browser, '/console/keys', { 'own-password': 'wrong' }, asked);
    expect([wrong.status, wrong.page]).toEqual([422, expect.stringContaining('This is not your password.')]);
    const confirmed = await confirm(browser, '/console/keys', { 'own-password': ownerPassword }, asked);
    expect(confirmed.location).toBe('/console/keys/new');
    const apiKey = secretOf((await browser.get('/console/keys/new')).page) ?? '';
    const [key] = await platform.rows('SELECT permissions FROM api_keys WHERE key_id = $1', [apiKey.split('_')[1]]);
    expect(key).toEqual({ permissions: expect.arrayContaining(['visits', 'tasks']) });
    later(5 * minute);
    expect((await browser.post('/console/keys/token')).location).toBe('/console/keys/new');
  });

  test('a passkey proves it, of this owner and for this session alone', async () => {
    await add();
    later(6 * minute);
    const answer = async (from: Browser) => prove(from, phone, '/console/reauthentication/question');
    const other = newBrowser();
    await signIn(other);
    later(6 * minute);
    const stolen = await confirm(browser, '/console/keys/token', { answer: await answer(other) });
    expect([stolen.status, stolen.page]).toEqual([422, expect.stringContaining('This passkey is not yours')]);
    const stranger = await signInOwnerOf(platform, await platform.newGym());
    const theirs = new Authenticator();
    await add(stranger, theirs);
    const ofStranger = await prove(browser, theirs, '/console/reauthentication/question');
    expect((await confirm(browser, '/console/keys/token', { answer: ofStranger })).status).toBe(422);
    expect((await confirm(browser, '/console/keys/token', { answer: await answer(browser) })).location).toBe(
      '/console/keys/new',
    );
  });

  test('an open session cannot be used to guess: after ten wrong ones even the right one is refused', async () => {
    later(6 * minute);
    const guess = async (password: string) =>
      (await confirm(browser, '/console/keys/token', { 'own-password': password })).status;
    for (let tried = 0; tried < mostFailures; tried += 1) expect(await guess(`wrong ${tried}`)).toBe(422);
    expect(await guess(ownerPassword)).toBe(429);
  });

  test('what waits is of one session and one address', async () => {
    later(6 * minute);
    const held = heldIn((await browser.post('/console/keys', { permission: 'visits' })).page);
    const other = await signInOwnerOf(platform, gym);
    expect((await other.post('/console/keys', { held })).status).toBe(400);
    expect((await browser.post('/console/keys/token', { held, 'own-password': ownerPassword })).status).toBe(400);
    expect((await browser.post('/console/keys', { held: 'v1.AAAA' })).status).toBe(400);
  });
});

const heldIn = (page: string) => /name="held" value="([^"]+)"/.exec(page)?.[1] ?? '';

/** Sends a form, and what its owner is asked for. */
async function confirm(
  from: Browser,
  path: string,
  proof: Record<string, string>,
  fields: Record<string, string | string[]> = {},
) {
  const held = heldIn((await from.post(path, fields, asPage())).page);
  return from.post(path, { held, ...proof }, asPage());
}
