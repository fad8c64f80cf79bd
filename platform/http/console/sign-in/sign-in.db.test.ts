import { BlockList } from 'node:net';
import { verify } from '@node-rs/argon2';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createOwner } from '#platform/services/owners/create.ts';
import { removeOwner } from '#platform/services/owners/remove.ts';
import type { OwnerRules } from '#platform/services/owners/rules.ts';
import { createOwnerLink, redeemOwnerLink } from '#platform/services/sandbox/owner-links.ts';
import { collideUnserialized } from '#platform/testing/collide.ts';
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

vi.mock('@node-rs/argon2', { spy: true });

const platform = startTestPlatform();
const minutes = (n: number) => n * 60_000;
const later = (ms: number) => {
  platform.time.now = new Date(platform.time.now.getTime() + ms);
};

let gym: TestGym;
let email = '';
/** The address of strangers, a new one for each test, because attempts are counted per address. */
let address = '';
let count = 0;
beforeEach(async () => {
  count += 1;
  address = `192.0.2.${count}`;
  gym = await platform.newGym();
  email = await createTestOwner(platform, gym);
});

/** Algorithm, version and parameters of a hash in PHC format: they decide how long a check takes. */
const costOf = (hashed: string) => hashed.split('$').slice(0, 4).join('$');

const newBrowser = (from = address, app = platform.app) => openBrowser(askedFrom(app, from));
const signIn = (owner: string, password: string, browser = newBrowser()) =>
  browser.post('/console/sign-in', { email: owner, password });
const fail = async (owner: string, times: number, browser?: Browser) => {
  for (let i = 0; i < times; i += 1) await signIn(owner, `wrong ${i}`, browser);
};
/** A browser in which the owner has signed in before. */
const knownBrowser = async () => {
  const browser = newBrowser();
  await signIn(email, ownerPassword, browser);
  await browser.post('/console/sign-out');
  return browser;
};

describe('sign-in', () => {
  test('matches the e-mail address case-insensitively, and the password exactly', async () => {
    expect((await signIn(` ${email.toUpperCase()} `, ownerPassword)).location).toBe('/console');
    expect((await signIn(email, ownerPassword.toUpperCase())).status).toBe(422);
  });

  test('redirects to the requested page, and never away from the console', async () => {
    expect((await openBrowser(platform.app).get('/console/keys')).location).toBe(
      '/console/sign-in?to=%2Fconsole%2Fkeys',
    );
    const goingTo = async (to: string) =>
      (await openBrowser(platform.app).post('/console/sign-in', { email, password: ownerPassword, to })).location;
    expect(await goingTo('/console/keys')).toBe('/console/keys');
    for (const to of ['https://evil.example/console', '//evil.example', '/api/v2', '/console/../api', '/consoles']) {
      expect(await goingTo(to), to).toBe('/console');
    }
  });

  test('text that cannot be stored is a client error, in every form and URL', async () => {
    const owner = openBrowser(platform.app);
    await owner.post('/console/sign-in', { email, password: ownerPassword });
    const text = 'a\u0000b';
    for (const path of ['/console/sign-in', '/console/language', '/console/account/password', '/console/keys']) {
      const { status } = await owner.post(path, { email: text, password: text, language: text, to: text, name: text });
      expect(status, path).toBe(400);
    }
    for (const path of ['/console/keys/a%00b/revoke', '/console/webhooks/a%00b', '/console/keys/%E0%A4/revoke']) {
      expect((await owner.post(path, {})).status, path).toBe(400);
      expect((await openBrowser(platform.app).get(path)).status, path).toBe(400);
    }
  });

  test('responds identically to a wrong password and an unknown owner, and keeps the input except for the password', async () => {
    const browser = openBrowser(platform.app);
    const [wrong, unknown] = [
      await signIn(email, 'wrong password'),
      await signIn('nobody@example.com', 'wrong password'),
    ];
    expect([wrong.status, unknown.status]).toEqual([422, 422]);
    expect(wrong.page.replaceAll(email, '')).toBe(unknown.page.replaceAll('nobody@example.com', ''));
    expect(wrong.page).toContain(`value="${email}"`);
    expect(wrong.page).not.toContain('wrong password');
    expect(wrong.headers.getSetCookie()).toEqual([]);
    expect((await browser.get('/console')).status).toBe(303);
  });

  test('costs the same check to reject an unknown owner as a known one', async () => {
    const checksOf = async (owner: string) => {
      vi.mocked(verify).mockClear();
      await signIn(owner, 'wrong');
      return vi.mocked(verify).mock.calls.map(([hashed, password]) => ({ cost: costOf(`${hashed}`), password }));
    };
    const costly = `costly-${email}`;
    const owner = { gymId: gym.gymId, email: costly, password: ownerPassword };
    await platform.operate((operator) => createOwner(operator, owner));
    const known = await checksOf(costly);
    expect(known).toEqual([
      { cost: expect.stringMatching(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+$/), password: 'wrong' },
    ]);
    expect(await checksOf(`unknown-${email}`)).toEqual(known);
  });

  test('stores only a hash of the cookie’s token, and limits the cookie to the console', async () => {
    const browser = openBrowser(platform.app);
    const { headers } = await browser.post('/console/sign-in', { email, password: ownerPassword });
    const [cookie = ''] = headers.getSetCookie();
    expect(cookie).toMatch(/Path=\/console; HttpOnly; SameSite=Lax/);
    const token = browser.cookies.get('front_desk_console') ?? '';
    expect(token).toMatch(/^[\w-]{43}$/);
    const stored = await platform.rows<{ token_hash: Buffer }>('SELECT token_hash FROM owner_sessions');
    expect(JSON.stringify(stored)).not.toContain(token);
    expect(stored.map(({ token_hash }) => token_hash.toString())).not.toContain(token);
  });

  test.each([
    ['ended here', { remoteAddress: '10.1.2.3', encrypted: true }, {}, true],
    ['terminated at the trusted proxy', { remoteAddress: '10.9.9.9' }, { 'x-forwarded-proto': 'https' }, true],
    ['not used, on loopback', { remoteAddress: '127.0.0.1' }, {}, false],
    ['not used, despite a forged header', { remoteAddress: '127.0.0.1' }, { 'x-forwarded-proto': 'https' }, false],
  ])(
    'over TLS the cookie is never sent without TLS, and no other host can set it: %s',
    async (_, socket, headers, isSecure) => {
      const trustedProxies = new BlockList();
      trustedProxies.addAddress('10.9.9.9');
      const app = openProcess(platform, { trustedProxies });
      const ask = (path: string, init: RequestInit & { headers: Record<string, string> }) =>
        app.request(path, { ...init, headers: { ...init.headers, ...headers } }, { incoming: { socket } });
      const body = new URLSearchParams({ email, password: ownerPassword });
      const answer = await ask('/console/sign-in', {
        method: 'POST',
        body,
        headers: { 'sec-fetch-site': 'same-origin' },
      });
      expect(answer.status).toBe(303);
      const [line = ''] = answer.headers.getSetCookie();
      const [cookie = ''] = line.split(';', 1);
      expect(/; Secure/.test(line)).toBe(isSecure);
      expect([/^__Host-/.test(line), /; Path=\/;/.test(line)]).toEqual([isSecure, isSecure]);
      expect((await ask('/console', { headers: { cookie } })).status).toBe(200);
      // a cookie that another host of the domain, or an attacker on the network, may set
      const planted = cookie.replace('__Host-', '');
      expect((await ask('/console', { headers: { cookie: planted } })).status).toBe(isSecure ? 303 : 200);
    },
  );

  test('of forty concurrent attempts from one client a few are processed, without delaying other clients', async () => {
    const app = openProcess(platform);
    const strangers = Array.from({ length: 40 }, (_, i) =>
      signIn(`stranger-${i}@example.com`, 'a wrong password', newBrowser(address, app)),
    );
    const others = Array.from({ length: 8 }, (_, i) =>
      signIn(`other-${i}@example.com`, 'a wrong password', newBrowser(`198.51.100.${i}`, app)),
    );
    expect((await signIn(email, ownerPassword, newBrowser('203.0.113.1', app))).location).toBe('/console');
    const told = (await Promise.all(strangers)).filter(({ page }) => page.includes('Try again in a moment'));
    expect(told.map(({ status }) => status)).toEqual(Array(36).fill(429));
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual(Array(8).fill(422));
  });

  test('reports a failure as slowly as the desk does', async () => {
    const owners = { ...ownerRules, soonestFailureMs: 60_000 };
    const app = openProcess(platform, { owners });
    let isTold = false;
    void signIn(email, 'wrong', newBrowser(address, app)).then(() => {
      isTold = true;
    });
    // queued behind the previous one
    expect((await signIn(email, ownerPassword, newBrowser(address, app))).status).toBe(303);
    expect(isTold).toBe(false);
  });

  test('is logged with its outcome and, if there is one, its owner', async () => {
    const [owner] = await platform.rows<{ owner_id: string }>('SELECT owner_id FROM owners WHERE email = $1', [email]);
    const ownerId = owner?.owner_id;
    await signIn(email, ownerPassword);
    await signIn(email, 'wrong');
    await signIn('nobody@example.com', 'wrong');
    const told = platform.logged.filter(({ msg }) => msg === 'sign-in of an owner').slice(-3);
    expect(told).toMatchObject([{ outcome: 'signedIn', ownerId }, { outcome: 'wrong', ownerId }, { outcome: 'wrong' }]);
    expect(told[2]).not.toHaveProperty('ownerId');
    expect(JSON.stringify(told)).not.toContain('@example.com');
  });

  test('the typed address is not stored anywhere', async () => {
    await fail('my-secret-password', 1);
    expect(JSON.stringify(await platform.rows('SELECT * FROM owner_sign_in_failures'))).not.toContain('my-secret');
    expect(JSON.stringify(platform.logged)).not.toContain('my-secret');
  });
});

describe('after ten failures in fifteen minutes', () => {
  test.each([
    ['a known', () => email],
    ['an unknown', () => `nobody-${email}`],
  ])('%s address is locked, even for the right password', async (_, address) => {
    await fail(address(), 9);
    expect((await signIn(address(), 'wrong')).status).toBe(422);
    expect((await signIn(address(), ownerPassword)).status).toBe(429);
  });

  test('it is unlocked after that time, and attempts in between do not prolong it', async () => {
    await fail(email, 10);
    later(minutes(14));
    await fail(email, 5);
    later(minutes(1) + 1);
    expect((await signIn(email, ownerPassword)).status).toBe(303);
  });

  test('failures from before the clock was set back are ignored', async () => {
    // ahead of the database's clock, so that only the platform's clock decides what is in the future
    platform.time.now = new Date(Math.max(platform.time.now.getTime(), Date.now()) + minutes(60));
    await fail(email, 10);
    later(-minutes(2));
    expect((await signIn(email, ownerPassword)).status).toBe(303);
  });

  test('failures recorded by another process with a clock minutes ahead still count', async () => {
    platform.time.now = new Date();
    await fail(email, 10);
    later(-minutes(5));
    expect((await signIn(email, ownerPassword)).status).toBe(429);
  });

  test('an earlier success resets the count, and another address is not locked', async () => {
    await fail(email, 9);
    await signIn(email, ownerPassword);
    await fail(email, 9);
    await fail('somebody@example.com', 11);
    expect((await signIn(email, ownerPassword)).status).toBe(303);
  });

  test('ten guesses of an attacker lock the owner out of no other browser, known or new', async () => {
    const known = await knownBrowser();
    await fail(email, 10);
    expect((await signIn(email, ownerPassword)).status).toBe(429);
    expect((await signIn(email, ownerPassword, known)).status).toBe(303);
    expect((await signIn(email, ownerPassword, newBrowser('198.51.100.1'))).status).toBe(303);
  });

  test('a browser stays known while the secret is changed, for as long as the previous one is set', async () => {
    const known = await knownBrowser();
    const statusWith = async (rules: Partial<OwnerRules>) => {
      const app = openProcess(platform, {
        owners: { ...ownerRules, secret: 'the next secret of a console', ...rules },
      });
      for (let guess = 0; guess < 10; guess += 1) await signIn(email, 'wrong', newBrowser(address, app));
      const same = newBrowser(address, app);
      for (const [name, value] of known.cookies) same.cookies.set(name, value);
      return (await signIn(email, ownerPassword, same)).status;
    };
    expect(await statusWith({})).toBe(429);
    expect(await statusWith({ previousSecret: ownerRules.secret })).toBe(303);
  });

  test('a known browser has a separate count', async () => {
    const [one, other] = [await knownBrowser(), await knownBrowser()];
    await fail(email, 10, one);
    expect((await signIn(email, ownerPassword, one)).status).toBe(429);
    for (const free of [other, newBrowser()]) expect((await signIn(email, ownerPassword, free)).status).toBe(303);
  });

  test('signing in with an own account gives no additional guesses for another account', async () => {
    const other = await createTestOwner(platform, await platform.newGym());
    const statuses = [];
    for (let i = 0; i < 3; i += 1) {
      const bought = newBrowser();
      await signIn(other, ownerPassword, bought);
      for (let guess = 0; guess < 5; guess += 1) statuses.push((await signIn(email, `wrong ${guess}`, bought)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(422), ...Array(5).fill(429)]);
  });

  test('a browser used by several owners is known for each of them', async () => {
    const other = await createTestOwner(platform, await platform.newGym());
    const browser = await knownBrowser();
    await signIn(other, ownerPassword, browser);
    await fail(email, 10);
    await fail(other, 10);
    for (const owner of [email, other]) expect((await signIn(owner, ownerPassword, browser)).status).toBe(303);
  });

  test('one password tried for forty owners is refused after thirty, only for that network', async () => {
    const statuses = [];
    for (let i = 0; i < 40; i += 1) statuses.push((await signIn(`owner-${i}@example.com`, 'Spring in Berlin')).status);
    expect(statuses).toEqual([...Array(30).fill(422), ...Array(10).fill(429)]);
    expect((await signIn(email, ownerPassword)).status).toBe(429);
    expect((await signIn(email, ownerPassword, newBrowser('198.51.100.1'))).status).toBe(303);
  });

  test('the client’s own claim about its address is ignored', async () => {
    const ask = (claimed: string) =>
      platform.app.request(
        '/console/sign-in',
        {
          method: 'POST',
          body: new URLSearchParams({ email, password: 'wrong' }),
          headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': claimed },
        },
        { incoming: { socket: { remoteAddress: `10.9.9.${count}`, encrypted: true } } },
      );
    const statuses = [];
    for (let i = 0; i < 11; i += 1) statuses.push((await ask(`203.0.113.${i}`)).status);
    expect(statuses).toEqual([...Array(10).fill(422), 429]);
  });

  const attemptIn = (app: typeof platform.app, i: number) => signIn(email, `wrong ${i}`, newBrowser(address, app));
  const countChecked = (answers: { status: number }[]) => answers.filter(({ status }) => status === 422).length;

  test('of thirty concurrent attempts across as many processes, ten are checked', async () => {
    const attempts = Array.from({ length: 30 }, (_, i) => attemptIn(openProcess(platform), i));
    expect(countChecked(await Promise.all(attempts))).toBe(10);
  });

  test('more are, if attempts are not serialized (negative control)', async () => {
    const answers = await collideUnserialized(platform, { table: 'owner_sign_in_failures', times: 11 }, (db, i) =>
      attemptIn(openProcess(platform, { db }), i),
    );
    expect(countChecked(answers)).toBe(11);
  });
});

describe('a session', () => {
  test('ends with signing out, only in that browser', async () => {
    const [one, other] = [await signInOwnerOf(platform, gym), openBrowser(platform.app)];
    await other.post('/console/sign-in', { email, password: ownerPassword });
    const copy = openBrowser(platform.app);
    for (const [name, value] of one.cookies) copy.cookies.set(name, value);
    expect((await one.post('/console/sign-out')).location).toBe('/console/sign-in');
    expect((await one.get('/console')).status).toBe(303);
    expect((await copy.get('/console')).status).toBe(303);
    expect((await other.get('/console')).status).toBe(200);
  });

  test('expires after twelve hours', async () => {
    const browser = await signInOwnerOf(platform, gym);
    for (let hour = 1; hour < 12; hour += 1) {
      later(minutes(60));
      await browser.get('/console');
    }
    later(minutes(60) - 1);
    expect((await browser.get('/console')).status).toBe(200);
    later(1);
    expect((await browser.get('/console')).status).toBe(303);
  });

  test('ends when the operator sets a new password, and when the owner is removed', async () => {
    const browser = await signInOwnerOf(platform, gym);
    const password = 'another horse battery';
    await platform.operate((operator) => createOwner(operator, { gymId: gym.gymId, email, password }));
    expect((await browser.get('/console')).status).toBe(303);
    expect((await signIn(email, ownerPassword)).status).toBe(422);
    await browser.post('/console/sign-in', { email, password });
    expect((await browser.get('/console')).status).toBe(200);
    await platform.operate((operator) => removeOwner(operator, email));
    expect((await browser.get('/console')).status).toBe(303);
    expect((await signIn(email, password)).status).toBe(422);
  });

  test('replaces the previous session of the same browser', async () => {
    const browser = await signInOwnerOf(platform, gym);
    const before = openBrowser(platform.app);
    for (const [name, value] of browser.cookies) before.cookies.set(name, value);
    await browser.post('/console/sign-in', { email, password: ownerPassword });
    expect([(await browser.get('/console')).status, (await before.get('/console')).status]).toEqual([200, 303]);
  });

  test.each([
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from another origin of the same site', { 'sec-fetch-site': 'same-site', origin: 'http://localhost' }],
    ['with the origin of another site', { origin: 'https://evil.example' }],
    ['with the origin null', { origin: 'null' }],
    ['without any origin header', {}],
  ])('rejects a form %s', async (_, headers) => {
    const browser = await signInOwnerOf(platform, gym);
    expect((await browser.post('/console/sign-out', {}, headers)).status).toBe(403);
    expect((await browser.get('/console')).status).toBe(200);
  });

  test('accepts a form whose Origin is the console, from a browser without Sec-Fetch headers', async () => {
    const browser = await signInOwnerOf(platform, gym);
    expect((await browser.post('/console/sign-out', {}, { origin: 'http://localhost' })).status).toBe(303);
    expect((await browser.get('/console')).status).toBe(303);
  });

  const sameOrigin = { 'sec-fetch-site': 'same-origin' };
  test.each([
    ['http://evil.example:4010', { origin: 'http://evil.example:4010' }, 403],
    ['http://evil.example', sameOrigin, 403],
    ['http://evil.example', { ...sameOrigin, origin: 'http://evil.example' }, 403],
    ['http://localhost:4010', { ...sameOrigin, origin: 'http://localhost:4010' }, 303],
    ['http://[::1]:4010', { origin: 'http://[::1]:4010' }, 303],
    ['http://10.8.0.1:4010', { origin: 'http://10.8.0.1:4010' }, 303],
    ['http://platform.lan:4010', { origin: 'http://platform.lan:4010' }, 303],
    ['http://platform.example.org', { origin: 'http://platform.example.org' }, 303],
    // behind a proxy that terminates TLS and forwards the host name, or another one
    ['http://mms.example.com', { ...sameOrigin, origin: 'https://mms.example.com' }, 303],
    ['http://platform:4010', { ...sameOrigin, origin: 'https://mms.example.com' }, 303],
  ])('accepts a form over plain HTTP only at a host name of the platform: %s, %j', async (url, headers, status) => {
    const browser = openBrowser(openProcess(platform, { host: 'platform.lan' }));
    expect((await browser.post(`${url}/console/language`, { language: 'de' }, headers)).status).toBe(status);
    expect(browser.cookies.has('front_desk_console_language')).toBe(status === 303);
  });
});

describe('the link of a sandbox', () => {
  const sandbox = async (address: string) => {
    const redeemLink = (token: string) => redeemOwnerLink(platform.sandbox, token);
    const app = openProcess(platform, { owners: { ...ownerRules, redeemLink } });
    return { app, path: `/console/link/${await createOwnerLink(platform.sandbox, address)}` };
  };

  test('signs in as the owner of the gym, once', async () => {
    const { app, path } = await sandbox(email);
    const [first, second] = [openBrowser(app), openBrowser(app)];
    expect((await first.get(path)).location).toBe('/console');
    expect((await first.get('/console')).page).toContain(email);
    const again = await second.get(path);
    expect([again.status, again.headers.getSetCookie()]).toEqual([404, []]);
    expect((await second.get('/console')).status).toBe(303);
    // a signed-in owner is redirected
    expect((await first.get(path)).location).toBe('/console');
  });

  test('does not sign in with another token, or as a missing owner', async () => {
    const { app } = await sandbox(email);
    expect((await openBrowser(app).get(`/console/link/${'a'.repeat(32)}`)).status).toBe(404);
    const stray = await sandbox('nobody@example.com');
    expect((await openBrowser(stray.app).get(stray.path)).status).toBe(404);
  });

  test('does not exist from another machine, or outside a sandbox', async () => {
    const { app, path } = await sandbox(email);
    const remote = { incoming: { socket: { remoteAddress: '10.1.2.3', encrypted: true } } };
    expect((await app.request(path, {}, remote)).status).toBe(404);
    expect((await openBrowser(platform.app).get(path)).status).toBe(404);
    expect((await openBrowser(app).get(path)).status).toBe(303);
  });
});
