import { randomUUID } from 'node:crypto';
import { decode, encode } from 'next-auth/jwt';
import { expect, test, vi } from 'vitest';
import { readSessionToken, sessionTest } from './session-token.ts';

vi.mock('next-auth/jwt', { spy: true });

const secret = 'a secret of this desk that is long enough';
let now = Date.now();
const ended: unknown[] = [];
const hasSession = sessionTest({ secret, clock: () => now }, ({ sessionId }) => ended.includes(sessionId));
const maxAge = 60;
const sessionToken = (by = secret) => encode({ secret: by, maxAge, token: { sessionId: randomUUID(), version: 1 } });

test('a token of next-auth passes, among other cookies, under its name over HTTP and over HTTPS', async () => {
  const token = await sessionToken();
  expect(hasSession(`device=a.b; next-auth.session-token=${token}`)).toBe(true);
  expect(hasSession(`__Host-next-auth.session-token=${token}; locale=de`)).toBe(true);
  expect(hasSession(`device=${token}`)).toBe(false);
});

test('a token names its session', async () => {
  const claim = { sessionId: randomUUID(), version: 3 };
  const desk = { secret, clock: () => now };
  expect(await readSessionToken(desk, await encode({ secret, maxAge, token: claim }))).toEqual(claim);
  expect(await readSessionToken(desk, await encode({ secret, maxAge, token: {} }))).toBeNull();
  expect(await readSessionToken(desk, await encode({ secret: 'another secret', maxAge, token: claim }))).toBeNull();
  expect(await readSessionToken(desk, await encode({ secret, maxAge: -maxAge, token: claim }))).toBeNull();
  expect(await readSessionToken(desk, 'a.b.c.d.e')).toBeNull();
});

test('a token is decoded once: it still expires, and counts for no other desk', async () => {
  const [desk, other] = [
    { secret, clock: () => now },
    { secret: 'another secret', clock: () => now },
  ];
  const claim = { sessionId: randomUUID(), version: 1 };
  const token = await encode({ secret, maxAge, token: claim });
  vi.mocked(decode).mockClear();
  for (let i = 0; i < 2; i += 1) expect(await readSessionToken(desk, token)).toEqual(claim);
  expect(decode).toHaveBeenCalledTimes(1);
  expect(await readSessionToken(other, token)).toBeNull();
  now += (maxAge + 1) * 1_000;
  expect(await readSessionToken(desk, token)).toBeNull();
  now = Date.now();
});

test('a token passes until it expires', async () => {
  const cookie = `next-auth.session-token=${await sessionToken()}`;
  expect(hasSession(cookie)).toBe(true);
  now += (maxAge + 1) * 1_000;
  expect(hasSession(cookie)).toBe(false);
  now = Date.now();
});

test('a token does not pass once its session is known to have ended', async () => {
  const sessionId = randomUUID();
  const cookie = `next-auth.session-token=${await encode({ secret, maxAge, token: { sessionId, version: 1 } })}`;
  expect(hasSession(cookie)).toBe(true);
  ended.push(sessionId);
  expect(hasSession(cookie)).toBe(false);
});

test('what this desk has not made does not pass', async () => {
  const [header, , iv, text = '', tag = ''] = (await sessionToken()).split('.');
  const changed = `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`;
  const forged = [
    await sessionToken('the secret of another desk, long enough'),
    [header, '', iv, changed, tag].join('.'),
    // the first four bytes of a tag are quickly guessed
    [header, '', iv, text, Buffer.from(tag, 'base64url').subarray(0, 4).toString('base64url')].join('.'),
    [header, '', '', text, tag].join('.'),
    await encode({ secret, maxAge, token: { sub: 'no session' } }),
    'a.b.c.d.e',
    '....',
    'x',
    '',
  ];
  expect(forged.filter((token) => hasSession(`next-auth.session-token=${token}`))).toEqual([]);
  expect([undefined, '', ';', '='].filter((cookies) => hasSession(cookies))).toEqual([]);
});

test('of a cookie that comes more than once the last is read, so that a header of hundreds costs no more', async () => {
  const token = await sessionToken();
  expect(hasSession(`next-auth.session-token=a; next-auth.session-token=${token}`)).toBe(true);
  expect(hasSession(`next-auth.session-token=${token}; next-auth.session-token=a`)).toBe(false);
});
