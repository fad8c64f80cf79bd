import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import type { APIRequestContext, PlaywrightWorkerArgs } from '@playwright/test';
import { queryDatabase } from '#e2e/base/databases.ts';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';
import { requestSignIn, signInByRequest } from '#e2e/base/sign-in-request.ts';
import { takeAllBadges } from '#e2e/base/staff-badges.ts';
import { pathAt } from '#lib/wire/path-at.ts';
import type { Stack } from '#tools/testing/stack.ts';
import { builtActions } from './access/build.ts';
import { callAction } from './access/call.ts';
import { callAboutStaff, giveBadgeByRequest } from './access/give-badge.ts';

/** The browser's console errors about pages that may not read a response. */
test.use({ allowedConsoleError: /Failed to load resource|Access to fetch|ERR_BLOCKED_BY_RESPONSE/ });

/** A web server on another port of the desk's machine: same-site for a browser. */
async function openOtherPort() {
  const server = http.createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Another page</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // safe because: it listens at a port
  return { url: `http://127.0.0.1:${port}`, close: () => new Promise((closed) => server.close(closed)) };
}

test('a page on another port cannot record a visit, although the browser sends the session', async ({
  page,
  desk,
  stack,
}) => {
  await desk.signIn(page);
  await desk.scan(page, desk.card('admitted').value);
  await expect(verdict(page, 'admitted')).toBeVisible();
  const newest = { text: 'select location_id, staff_id, tap_id from visits order by recorded_at desc limit 1' };
  const [mine] = await queryDatabase<Record<'location_id' | 'staff_id', string>>(stack, 'desk', [newest]);
  const other = await openOtherPort();
  await page.goto(other.url);
  const cookies = await page.context().cookies(stack.deskUrl);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  expect(cookie).toContain('session-token');
  const tapId = randomUUID();
  const tap = {
    tapId,
    tappedAt: Date.now(),
    sentAt: Date.now(),
    locationId: mine?.location_id,
    staffId: mine?.staff_id,
    kind: 'lookUp',
    source: 'scan',
    value: desk.card('birthday').value,
  };
  const [url, body] = [`${stack.deskUrl}/api/desk/taps`, JSON.stringify(tap)];
  // the page cannot read the response, even of a request in `no-cors` mode
  const settled = await page.evaluate(
    async ([url = '', body = '']) =>
      fetch(url, { method: 'POST', mode: 'no-cors', credentials: 'include', body }).then(
        () => 'answered',
        () => 'kept back',
      ),
    [url, body],
  );
  expect(settled).toBe('kept back');
  expect((await fetch(url, { method: 'POST', headers: { cookie, origin: other.url }, body })).status).toBe(403);
  await other.close();
  const recorded = { text: 'select 1 from visits where tap_id = $1 union all select 1 from taps where tap_id = $1' };
  expect(await queryDatabase(stack, 'desk', [{ ...recorded, values: [tapId] }])).toEqual([]);
});

test('requests of strangers are answered, small or large, and cause no log line', async ({ stack, playwright }) => {
  const log = path.join(stack.dataDir, 'logs', 'desk.log');
  const mark = `stranger-${randomUUID()}`;
  const before = fs.statSync(log).size;
  const cookie = `next-auth.session-token=${mark}`;
  const json = { 'content-type': 'application/json', origin: stack.deskUrl };
  const [action] = builtActions();
  const ask = (place: string, init: RequestInit = {}) =>
    fetch(stack.deskUrl + place, { redirect: 'manual', ...init }).then(
      ({ status }) => status,
      (error: { cause?: { code?: string } }) => {
        // if a refused body is still being sent, the connection may end before the response
        if (['EPIPE', 'ECONNRESET'].includes(error.cause?.code ?? '')) return 413;
        throw error;
      },
    );
  const post = (place: string, body: string, headers: Record<string, string> = {}) =>
    ask(place, { method: 'POST', body, headers });

  expect(await post('/api/desk/taps', '{},'.repeat(80_000_000 / 3), json)).toBe(413);
  expect(await post('/api/desk/taps', `["${mark}${'x'.repeat(60_000)}"]`, json)).toBe(401);
  for (const place of ['/api/desk/taps', '/api/auth/callback/credentials', '/api/auth/_log']) {
    expect(await post(place, mark.repeat(50_000), json), place).toBe(413);
  }
  // a page accepts only its actions
  expect(await post('/sign-in', mark.repeat(50_000), json)).toBe(404);
  const asAction = { ...json, 'next-action': action?.id ?? '', 'content-type': 'text/plain' };
  expect(await post('/sign-in', mark.repeat(50_000), asAction)).toBe(413);
  expect(await post('/api/auth/_log', JSON.stringify({ level: 'error', code: mark }), json)).toBe(404);
  expect(await ask('/api/auth/session', { headers: { cookie } })).toBe(200);
  await ask(`/api/auth/signin?callbackUrl=${mark}`, { headers: { cookie } });
  await post('/api/auth/callback/credentials', JSON.stringify({ csrfToken: mark, email: mark }), json);
  await post('/api/auth/signout', JSON.stringify({ csrfToken: mark }), json);
  for (const id of [mark, '00'.repeat(21), action?.id ?? '']) {
    for (const headers of [{ origin: stack.deskUrl }, { origin: `http://${mark}` }, {}] as Record<string, string>[]) {
      for (const type of ['text/plain;charset=UTF-8', `multipart/form-data; boundary=${mark}`]) {
        const sent = { ...headers, cookie, 'next-action': id, 'content-type': type };
        expect(await post('/sign-in', `["${mark}"]`, sent), `${id} ${type}`).not.toBe(500);
      }
    }
  }
  for (const place of [
    `/${mark}`,
    `/api/${mark}`,
    `/%00${mark}`,
    `/api/desk/members?locationId=${mark}&q=%00${mark}`,
    `/_next/${mark}`,
  ]) {
    expect(await ask(place, { headers: { cookie, 'x-forwarded-host': mark } }), place).not.toBe(500);
  }
  expect(fs.readFileSync(log, 'utf8').slice(before)).not.toContain(mark);
  await (await signInByRequest(playwright, stack, 'reception')).dispose();
});

test('inputs in React’s own format that our pages never send are refused before React reads them', async ({
  stack,
  playwright,
}) => {
  const log = path.join(stack.dataDir, 'logs', 'desk.log');
  const before = fs.statSync(log).size;
  const request = await signInByRequest(playwright, stack, 'reception');
  const { cookies } = await request.storageState();
  await request.dispose();
  const signedIn = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const action = builtActions().find(({ endpoint }) => endpoint === 'app/actions.ts setTheme');
  if (!action) throw new Error('There is no such action in the build.');
  const call = async (body: string, headers: Record<string, string>) => {
    const sent = { 'next-action': action.id, 'content-type': 'text/plain', origin: stack.deskUrl, ...headers };
    return (await fetch(`${stack.deskUrl}/`, { method: 'POST', body, headers: sent })).status;
  };
  const deep = '['.repeat(20_000) + ']'.repeat(20_000);
  const many = `[[${'1,'.repeat(100_000)}1]]`;
  const signs = ['@0', '0', '0:0', 'Q0', 'W0', 'B1', 'K1', 'F1', 'h0', 'i0', 'R1', 'r1', 'X1', 'D0', 'n1', 'T', 'N'];
  const hostile = [
    ...signs.map((sign) => `["$${sign}"]`),
    '[["$0"]]',
    '[{"a":"$0"}]',
    deep,
    many,
    '[',
    '',
    '{}',
    '[1,2]',
  ];
  for (const headers of [{}, { cookie: signedIn }] as Record<string, string>[]) {
    for (const body of hostile) expect(await call(body, headers), body.slice(0, 40)).toBe(400);
    expect(await call('[{"theme":"system"}]', headers), 'what a page sends (control)').toBe(200);
  }
  // Next checks the host itself, and sends a request to another page of its own if this one does not have the action
  expect(await call('[{"theme":"system"}]', { cookie: signedIn, 'x-forwarded-host': 'a b' })).toBe(200);
  const elsewhere = { 'next-action': action.id, 'content-type': 'text/plain', origin: stack.deskUrl, cookie: signedIn };
  const answer = await fetch(`${stack.deskUrl}/sign-in`, {
    method: 'POST',
    body: '[{"theme":"system"}]',
    headers: { ...elsewhere, 'x-forwarded-proto': 'https' },
  });
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"ok":true')]);
  const setUp = builtActions().find(({ endpoint }) => endpoint === 'app/(auth)/actions.ts setUp');
  expect(await call('[{}]', { 'next-action': setUp?.id ?? '' }), 'there is staff').toBe(404);
  const lines = fs.readFileSync(log, 'utf8').slice(before);
  expect(lines).not.toMatch(/"level":(50|60)/);
  expect(lines).not.toContain('failed to forward');
});

const policyOf = (answer: Response) => answer.headers.get('content-security-policy') ?? '';

test('every response says which sites may embed and read it, and pages run only their own scripts', async ({
  stack,
}) => {
  const files = fs.readdirSync('.next/static/chunks').filter((name) => name.endsWith('.js'));
  const answers = [
    '/',
    '/sign-in',
    '/nowhere',
    '/members',
    '/icon.svg',
    `/_next/static/chunks/${files[0]}`,
    '/_next/nowhere',
    '/api/clock',
    '/api/auth/session',
    '/api/desk/presence',
    '/api/live',
    '/api/nowhere',
    '/%',
    '/sign-in?x=1',
  ];
  for (const place of answers) {
    const answer = await fetch(stack.deskUrl + place, {
      redirect: 'manual',
      headers: { origin: 'http://evil.example' },
    });
    expect(policyOf(answer), place).toContain("frame-ancestors 'none'");
    expect(policyOf(answer), place).toContain("base-uri 'none'");
    expect(answer.headers.get('x-content-type-options'), place).toBe('nosniff');
    expect(answer.headers.get('cross-origin-resource-policy'), place).toBe('same-origin');
    expect(answer.headers.get('access-control-allow-origin'), place).toBeNull();
    const isFile = place === '/icon.svg' || place.startsWith('/_next/static/');
    if (!isFile && answer.status < 300) expect(answer.headers.get('cache-control'), place).toContain('no-store');
    if (place !== '/%') expect(answer.headers.get('referrer-policy'), place).toBe('same-origin');
  }
  const [one, other] = await Promise.all([1, 2].map(() => fetch(`${stack.deskUrl}/sign-in`).then(policyOf)));
  const nonceOf = (policy = '') => /script-src 'self' 'nonce-([\w+/=]{40,})' 'strict-dynamic';/.exec(policy)?.[1];
  expect(nonceOf(one)).toBeTruthy();
  expect(nonceOf(one)).not.toBe(nonceOf(other));
  expect(one).toContain("object-src 'none'");
  // a photo before its upload
  expect(one).toContain("img-src 'self' blob: data:;");
  expect(one).not.toContain('unsafe-eval');
});

test('built files are compressed as far as the browser supports it, have the same content either way, and are cached permanently', async ({
  stack,
}) => {
  const chunks = fs.readdirSync('.next/static/chunks');
  // Next sends files of a few hundred bytes uncompressed
  const isLarge = (name: string) => fs.statSync(`.next/static/chunks/${name}`).size > 10_000;
  const names = ['.js', '.css'].flatMap((type) => chunks.find((name) => name.endsWith(type) && isLarge(name)) ?? []);
  expect(names).toHaveLength(2);
  for (const name of names) {
    const take = (encoding: string) =>
      fetch(`${stack.deskUrl}/_next/static/chunks/${name}`, { headers: { 'accept-encoding': encoding } });
    const [small, plain] = await Promise.all([take('gzip, br'), take('gzip')]);
    expect(small.headers.get('content-encoding')).toBe('br');
    expect(plain.headers.get('content-encoding')).toBe('gzip');
    for (const answer of [small, plain]) {
      expect(answer.headers.get('vary')).toContain('Accept-Encoding');
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
    expect(small.headers.get('content-type')).toBe(plain.headers.get('content-type'));
    expect(await small.text()).toBe(await plain.text());
    expect(small.headers.get('etag')).toBeTruthy();
    expect(small.headers.get('etag')).not.toBe(plain.headers.get('etag'));
  }
});

test('no URL redirects away from the desk, and Next’s image optimisation is off', async ({ stack }) => {
  const elsewhere = encodeURIComponent('https://evil.example/');
  for (const place of [
    '//evil.example',
    '/\\evil.example',
    `/api/auth/signin?callbackUrl=${elsewhere}`,
    '/%2F%2Fevil.example',
  ]) {
    const answer = await fetch(stack.deskUrl + place, {
      redirect: 'manual',
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    });
    const leadsTo = answer.headers.get('location');
    if (leadsTo !== null) expect(new URL(leadsTo, stack.deskUrl).origin, place).toBe(stack.deskUrl);
  }
  const picture = await fetch(`${stack.deskUrl}/_next/image?url=%2Ficon.svg&w=64&q=75`, { redirect: 'manual' });
  expect(picture.status).toBe(404);
});

test('strangers get what a browser needs to install the desk, the security contact, and no page', async ({ stack }) => {
  const get = (place: string) => fetch(stack.deskUrl + place, { redirect: 'manual' });
  const open = {
    '/favicon.ico': 'image/',
    '/icon-192.png': 'image/png',
    '/icon-512.png': 'image/png',
    '/icon-maskable-512.png': 'image/png',
    '/apple-touch-icon.png': 'image/png',
    '/manifest.webmanifest': 'application/manifest+json',
    '/robots.txt': 'text/plain',
    '/.well-known/security.txt': 'text/plain',
    '/worker.js': 'text/javascript',
  };
  for (const [place, type] of Object.entries(open)) {
    const answer = await get(place);
    expect([answer.status, answer.headers.get('content-type')?.startsWith(type)], place).toEqual([200, true]);
  }
  expect(await (await get('/robots.txt')).text()).toBe('User-agent: *\nDisallow: /\n');
  const security = await (await get('/.well-known/security.txt')).text();
  expect(security).toContain('Contact: mailto:security@demo.example');
  const expires = Date.parse(/^Expires: (.+)$/m.exec(security)?.[1] ?? '');
  expect(expires).toBeGreaterThan(Date.now());
  // a file whose name only begins like an allowed one is a page, and requires a session
  for (const place of ['/favicon.icons', '/robots.txt/members', '/manifest', '/worker.js2', '/away']) {
    expect((await get(place)).headers.get('location'), place).toContain('/sign-in');
  }
});

test('the desk closes connections that request another protocol', async ({ stack }) => {
  const { hostname, port } = new URL(stack.deskUrl);
  for (const place of ['/', '/_next/webpack-hmr', '/api/live']) {
    const socket = net.connect(Number(port), hostname).setEncoding('utf8');
    socket.write(`GET ${place} HTTP/1.1\r\nHost: ${hostname}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`);
    let answer = '';
    for await (const part of socket) answer += part;
    expect(answer, place).toMatch(/^HTTP\/1.1 400 /);
  }
});

test('a URL with a character that cannot be stored is refused at every route, for every user', async ({
  playwright,
  stack,
}) => {
  const manager = await signInByRequest(playwright, stack, 'manager');
  const locationId = await stack.findLocation();
  const read = async (path: `/api/${string}`) => (await manager.get(pathAt(locationId, path))).status();
  for (const place of ['photos/%00', 'photos/%00/about'] as const) {
    expect(await read(`/api/desk/${place}`), place).toBe(400);
  }
  for (const [place, field] of Object.entries({ members: 'q', tasks: 'accountId', directory: 'search' })) {
    const address = pathAt(locationId, `/api/desk/${place}`, { [field]: '\0' });
    expect((await manager.get(address)).status(), place).toBe(400);
  }
  for (const part of ['', '/cards', '/cards/passes', '/notes', '/products', '/roles', '/visits']) {
    expect(await read(`/api/desk/members/a%00${part}`), part).toBe(400);
  }
  await manager.dispose();
});

test.describe('at the sign-in', () => {
  const email = 'reception@demo.example';
  const byPassword = (password: string) => ({ means: 'credentials', given: { email, password } }) as const;

  test('many strangers at once are told to wait or that the password is wrong, while a colleague signs in', async ({
    playwright,
    stack,
  }) => {
    const known = await knownBrowser(playwright, stack);
    const strangers = await Promise.all(Array.from({ length: 12 }, () => playwright.request.newContext()));
    const answers = strangers.map((request, i) =>
      requestSignIn(request, stack, { ...byPassword(`wrong ${i}`), clientAddress: `10.0.0.1, 198.51.100.${i}` }),
    );
    expect(await requestSignIn(known, stack, byPassword(stack.password))).toBe('signedIn');
    const told = await Promise.all(answers);
    expect(told.filter((kind) => !['busy', 'CredentialsSignin', 'tooManyAttempts'].includes(kind))).toEqual([]);
    // the proxy's value counts, and not the values before it
    const wasTold = { text: `select distinct client_address as address from audit_log where action = 'signInFailed'` };
    const addresses = (await queryDatabase<{ address: string }>(stack, 'desk', [wasTold])).map(
      ({ address }) => address,
    );
    expect(addresses).toContainEqual(expect.stringMatching(/^198\.51\.100\.\d+$/));
    expect(addresses.filter((address) => address.includes('10.0.0.1'))).toEqual([]);
    await Promise.all([known, ...strangers].map((request) => request.dispose()));
  });

  test('ten guesses at a colleague’s password lock it for strangers, successful sign-ins of one’s own do not allow more, and the colleague still signs in', async ({
    playwright,
    stack,
  }) => {
    await queryDatabase(stack, 'desk', [{ text: 'delete from sign_in_failures' }]);
    const known = await knownBrowser(playwright, stack);
    const own = { email: 'trainer@demo.example', password: stack.password };
    const told: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      const bought = await playwright.request.newContext();
      const enter = (given: { email: string; password: string }) =>
        requestSignIn(bought, stack, { means: 'credentials', given, clientAddress: '203.0.113.77' });
      expect(await enter(own)).toBe('signedIn');
      const guesses = Array.from({ length: 4 }, (_, guess) => enter({ email, password: `wrong ${guess}` }));
      told.push(...(await Promise.all(guesses)));
      if (i === 2) expect(await enter({ email, password: stack.password })).toBe('tooManyAttempts');
      await bought.dispose();
    }
    expect(told.sort()).toEqual([...Array(10).fill('CredentialsSignin'), ...Array(2).fill('tooManyAttempts')]);
    expect(await requestSignIn(known, stack, byPassword(stack.password))).toBe('signedIn');
    await known.dispose();
  });

  test('wrong PINs lock a badge until a manager unlocks it, and it is valid in known browsers only', async ({
    playwright,
    stack,
  }) => {
    const badge = { name: 'Ana Keller', card: '04B0C0D1E2F3A6', pin: '9173' };
    const [known, stranger] = [await knownBrowser(playwright, stack), await playwright.request.newContext()];
    const enter = (pin: string, request = known) =>
      requestSignIn(request, stack, { means: 'badge', given: { card: badge.card, source: 'scan', pin } });
    await takeAllBadges(stack);
    await giveBadgeByRequest(playwright, stack, badge);
    expect(await enter(badge.pin, stranger)).toBe('unknownBrowser');
    expect(await enter('4000')).toBe('CredentialsSignin');
    // 28 more
    await queryDatabase(stack, 'desk', [{ text: 'update badge_failures set failures = 29' }]);
    expect([await enter('4001'), await enter('4002'), await enter(badge.pin)]).toEqual([
      'CredentialsSignin',
      'locked',
      'locked',
    ]);
    const unlocked = await callAboutStaff(playwright, stack, { action: 'openBadge', whom: badge.name });
    expect(unlocked).toMatchObject({ ok: true });
    expect(await enter(badge.pin)).toBe('signedIn');
    await takeAllBadges(stack);
    await Promise.all([known, stranger].map((request) => request.dispose()));
  });

  test('a stored cookie is invalid after a sign-out, here or everywhere', async ({ playwright, stack }) => {
    const locationId = await stack.findLocation();
    const staffOf = { text: `select id from staff where email = 'trainer@demo.example'` };
    const [person] = await queryDatabase<{ id: string }>(stack, 'desk', [staffOf]);
    const endings: Record<string, (request: APIRequestContext) => Promise<unknown>> = {
      'sign-out': async (request) => {
        const { csrfToken } = await (await request.get(`${stack.deskUrl}/api/auth/csrf`)).json();
        const headers = { origin: stack.deskUrl };
        return request.post(`${stack.deskUrl}/api/auth/signout`, { headers, data: { csrfToken, json: 'true' } });
      },
      'sign-out everywhere': async (request) => {
        const action = builtActions().find(({ endpoint }) => endpoint === 'app/actions.ts signOutEverywhere');
        if (!action) throw new Error('There is no such action in the build.');
        return callAction({ request, origin: stack.deskUrl }, action, { locationId, staffId: person?.id });
      },
    };
    for (const [ending, end] of Object.entries(endings)) {
      const request = await signInByRequest(playwright, stack, 'trainer');
      const thief = await playwright.request.newContext({ storageState: await request.storageState() });
      const read = async () =>
        (await thief.get(`${stack.deskUrl}/api/desk/presence?locationId=${locationId}`)).status();
      expect(await read(), `before the ${ending}`).toBe(200);
      await end(request);
      expect(await read(), `after the ${ending}`).toBe(401);
      await Promise.all([request.dispose(), thief.dispose()]);
    }
  });

  /** A browser in which reception has signed in before, and whose session has ended. */
  async function knownBrowser(
    playwright: PlaywrightWorkerArgs['playwright'],
    stack: Stack,
  ): Promise<APIRequestContext> {
    const before = await signInByRequest(playwright, stack, 'reception');
    const { cookies } = await before.storageState();
    await before.dispose();
    const kept = cookies.filter(({ name }) => !/session-token/.test(name));
    return playwright.request.newContext({ storageState: { cookies: kept, origins: [] } });
  }
});
