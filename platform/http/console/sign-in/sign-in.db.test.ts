import { BlockList } from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '#platform/app.ts';
import { randomIds } from '#platform/dependencies.ts';
import { createLog } from '#platform/log.ts';
import { createOwner } from '#platform/services/owners/create.ts';
import { removeOwner } from '#platform/services/owners/remove.ts';
import { sessionMs } from '#platform/services/owners/sessions.ts';
import { createSignInLink } from '#platform/services/owners/sign-in-link.ts';
import { createTestOwner, openBrowser, ownerPassword, signInOwnerOf } from '#platform/testing/console.ts';
import { exportRules } from '#platform/testing/export-rules.ts';
import { ownerRules } from '#platform/testing/owner-rules.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { sandboxWebhooks } from '#platform/testing/webhook-rules.ts';

const platform = startTestPlatform();
const minutes = (n: number) => n * 60_000;
const later = (ms: number) => {
  platform.time.now = new Date(platform.time.now.getTime() + ms);
};

let gym: TestGym;
let email = '';
beforeEach(async () => {
  gym = await platform.newGym();
  email = await createTestOwner(platform, gym);
});

/** Another process of the platform, on the same database. */
const openProcess = (options: { trustedProxies?: BlockList } = {}) => {
  const log = createLog('silent');
  const base = { db: platform.db, log, clock: () => platform.time.now, ids: randomIds, webhooks: sandboxWebhooks };
  return createApp({ ...base, exports: exportRules, owners: ownerRules, ...options });
};

const signIn = (address: string, password: string, app: Pick<typeof platform.app, 'request'> = platform.app) =>
  openBrowser(app).post('/console/sign-in', { email: address, password });
const fail = async (address: string, times: number) => {
  for (let i = 0; i < times; i += 1) await signIn(address, `wrong ${i}`);
};

describe('sign-in', () => {
  test('takes the e-mail address in any case, and the password exactly', async () => {
    expect((await signIn(` ${email.toUpperCase()} `, ownerPassword)).location).toBe('/console');
    expect((await signIn(email, ownerPassword.toUpperCase())).status).toBe(422);
  });

  test('leads back to the page that was asked for, and never away from the console', async () => {
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

  test('answers alike for a wrong password and an unknown owner, and keeps what was typed but for the password', async () => {
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

  test('takes as long to say no to an unknown owner as to a known one', async () => {
    const time = async (address: string) => {
      const startedAt = performance.now();
      await signIn(address, 'wrong');
      return performance.now() - startedAt;
    };
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let round = 0; round < 5; round += 1) {
      known.push(await time(email));
      unknown.push(await time(`unknown-${email}`));
    }
    // a look-up without a password check takes less than a tenth
    expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 3);
  });

  test('of the token in the cookie a hash is kept, and the cookie is for the console alone', async () => {
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
    ['ended at the proxy that is trusted', { remoteAddress: '10.9.9.9' }, { 'x-forwarded-proto': 'https' }, true],
    ['not used, on this machine', { remoteAddress: '127.0.0.1' }, {}, false],
    [
      'not used, whatever a stranger says of it',
      { remoteAddress: '127.0.0.1' },
      { 'x-forwarded-proto': 'https' },
      false,
    ],
  ])('over TLS the cookie never leaves TLS, and nobody else can set it: %s', async (_, socket, headers, isSecure) => {
    const trustedProxies = new BlockList();
    trustedProxies.addAddress('10.9.9.9');
    const app = openProcess({ trustedProxies });
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
    // what another host of the domain may set, or somebody on the way
    const planted = cookie.replace('__Host-', '');
    expect((await ask('/console', { headers: { cookie: planted } })).status).toBe(isSecure ? 303 : 200);
  });

  test('of forty strangers at the same moment ten are heard, and the rest are asked to try again', async () => {
    const strangers = Array.from({ length: 40 }, (_, i) => `stranger-${i}@example.com`);
    const app = openProcess();
    const answers = await Promise.all(strangers.map((address) => signIn(address, 'a wrong password', app)));
    const told = answers.filter(({ page }) => page.includes('Try again in a moment'));
    expect(told.map(({ status }) => status)).toEqual(Array(30).fill(429));
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(10);
    expect((await signIn(email, ownerPassword, app)).location).toBe('/console');
  });

  test('is in the log with its outcome and, where there is one, its owner', async () => {
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

  test('what was typed as an address is kept nowhere', async () => {
    await fail('my-secret-password', 1);
    expect(JSON.stringify(await platform.rows('SELECT * FROM owner_sign_in_failures'))).not.toContain('my-secret');
    expect(JSON.stringify(platform.logged)).not.toContain('my-secret');
  });
});

describe('after ten failures in fifteen minutes', () => {
  test.each([
    ['a known', () => email],
    ['an unknown', () => `nobody-${email}`],
  ])('%s address is locked, also for the right password', async (_, address) => {
    await fail(address(), 9);
    expect((await signIn(address(), 'wrong')).status).toBe(422);
    expect((await signIn(address(), ownerPassword)).status).toBe(429);
  });

  test('it opens again when they are past, and attempts in between do not prolong it', async () => {
    await fail(email, 10);
    later(minutes(14));
    await fail(email, 5);
    later(minutes(1) + 1);
    expect((await signIn(email, ownerPassword)).status).toBe(303);
  });

  test('a success before that begins a new count, and another address is not locked', async () => {
    await fail(email, 9);
    await signIn(email, ownerPassword);
    await fail(email, 9);
    await fail('somebody@example.com', 11);
    expect((await signIn(email, ownerPassword)).status).toBe(303);
  });

  let processes: ReturnType<typeof openProcess>[] = [];
  beforeEach(() => {
    processes = Array.from({ length: 30 }, () => openProcess());
  });
  const lookedAtOf = async (count: number) => {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, i) => signIn(email, `wrong ${i}`, processes[i % processes.length])),
    );
    return answers.filter(({ status }) => status === 422).length;
  };

  test('of thirty attempts at the same moment, at as many processes, ten are looked at', async () => {
    expect(await lookedAtOf(30)).toBe(10);
  });

  test('more are, where attempts do not wait for each other (negative control)', async () => {
    await platform.rows(`CREATE FUNCTION public.pg_advisory_xact_lock(bigint) RETURNS void LANGUAGE sql AS 'SELECT'`);
    await platform.rows(`CREATE FUNCTION public.wait_a_little() RETURNS trigger LANGUAGE plpgsql
      AS 'BEGIN PERFORM pg_sleep(random() / 2); RETURN NEW; END'`);
    await platform.rows(`CREATE TRIGGER slow BEFORE INSERT ON owner_sign_in_failures
      FOR EACH ROW EXECUTE FUNCTION public.wait_a_little()`);
    const database = new URL(platform.url).pathname.slice(1);
    await platform.rows(`ALTER DATABASE "${database}" SET search_path = public, pg_catalog`);
    await platform.rows(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()`,
      [database],
    );
    try {
      // connections are opened beforehand: attempts of which each waits for its own come one by one
      await Promise.all(
        Array.from({ length: 20 }, (_, i) => signIn(`somebody-${i}@example.com`, 'wrong', processes[i])),
      );
      expect(await lookedAtOf(30)).toBeGreaterThan(10);
    } finally {
      await platform.rows('DROP TRIGGER slow ON owner_sign_in_failures');
      await platform.rows('DROP FUNCTION public.pg_advisory_xact_lock(bigint)');
      await platform.rows(`ALTER DATABASE "${database}" RESET search_path`);
    }
  });
});

describe('a session', () => {
  test('ends with signing out, in that browser alone', async () => {
    const [one, other] = [await signInOwnerOf(platform, gym), openBrowser(platform.app)];
    await other.post('/console/sign-in', { email, password: ownerPassword });
    const copy = openBrowser(platform.app);
    for (const [name, value] of one.cookies) copy.cookies.set(name, value);
    expect((await one.post('/console/sign-out')).location).toBe('/console/sign-in');
    expect((await one.get('/console')).status).toBe(303);
    expect((await copy.get('/console')).status).toBe(303);
    expect((await other.get('/console')).status).toBe(200);
  });

  test('ends after twelve hours', async () => {
    const browser = await signInOwnerOf(platform, gym);
    later(sessionMs - 1);
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

  test('of this browser from before ends where a new one begins', async () => {
    const browser = await signInOwnerOf(platform, gym);
    const before = openBrowser(platform.app);
    for (const [name, value] of browser.cookies) before.cookies.set(name, value);
    await browser.post('/console/sign-in', { email, password: ownerPassword });
    expect([(await browser.get('/console')).status, (await before.get('/console')).status]).toEqual([200, 303]);
  });

  test.each([
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from a sibling of this site', { 'sec-fetch-site': 'same-site', origin: 'http://localhost' }],
    ['with the origin of another site', { origin: 'https://evil.example' }],
    ['with an origin that says nothing', { origin: 'null' }],
    ['that does not say where it comes from', {}],
  ])('does nothing for a form %s', async (_, headers) => {
    const browser = await signInOwnerOf(platform, gym);
    expect((await browser.post('/console/sign-out', {}, headers)).status).toBe(403);
    expect((await browser.get('/console')).status).toBe(200);
  });

  test('takes a form whose origin is the console, from a browser that says no more', async () => {
    const browser = await signInOwnerOf(platform, gym);
    expect((await browser.post('/console/sign-out', {}, { origin: 'http://localhost' })).status).toBe(303);
    expect((await browser.get('/console')).status).toBe(303);
  });
});

describe('the link of a sandbox', () => {
  const sandbox = (address: string) => {
    const signInLink = createSignInLink(randomIds, address);
    const app = createApp({
      db: platform.db,
      clock: () => platform.time.now,
      ids: randomIds,
      log: createLog('silent'),
      webhooks: sandboxWebhooks,
      exports: exportRules,
      owners: { ...ownerRules, signInLink },
    });
    return { app, path: `/console/link/${signInLink.token}` };
  };

  test('signs in as the owner of the gym, once', async () => {
    const { app, path } = sandbox(email);
    const [first, second] = [openBrowser(app), openBrowser(app)];
    expect((await first.get(path)).location).toBe('/console');
    expect((await first.get('/console')).page).toContain(email);
    const again = await second.get(path);
    expect([again.status, again.headers.getSetCookie()]).toEqual([404, []]);
    expect((await second.get('/console')).status).toBe(303);
    // whoever is in already is led on
    expect((await first.get(path)).location).toBe('/console');
  });

  test('does not sign in with another token, nor as an owner there is not', async () => {
    const { app } = sandbox(email);
    expect((await openBrowser(app).get(`/console/link/${'a'.repeat(32)}`)).status).toBe(404);
    const stray = sandbox('nobody@example.com');
    expect((await openBrowser(stray.app).get(stray.path)).status).toBe(404);
  });

  test('does not exist from another machine, nor outside a sandbox', async () => {
    const { app, path } = sandbox(email);
    const remote = { incoming: { socket: { remoteAddress: '10.1.2.3', encrypted: true } } };
    expect((await app.request(path, {}, remote)).status).toBe(404);
    expect((await openBrowser(platform.app).get(path)).status).toBe(404);
    expect((await openBrowser(app).get(path)).status).toBe(303);
  });
});
