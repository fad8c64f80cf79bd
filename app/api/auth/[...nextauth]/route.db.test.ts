import { NextRequest } from 'next/server';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { authOptions } from '#lib/server/auth/options.ts';
import { leaveStartedDesk } from '#lib/server/base/desk-context.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { GET, POST } from './route.ts';

const jar = vi.hoisted(() => new Map<string, string>());
vi.mock('next/headers', () => ({
  cookies: async () => ({
    getAll: () => [...jar].map(([name, value]) => ({ name, value })),
    get: (name: string) => (jar.has(name) ? { name, value: jar.get(name) } : undefined),
    delete: (name: string) => jar.delete(name),
  }),
  headers: async () => new Headers({ host: 'desk' }),
}));

const asked = vi.hoisted((): { url: string; body: string }[] => []);
/** Cookies are only available in a running Next. */
vi.mock('next-auth', () => ({
  default: async (request: Request) => {
    asked.push({ url: request.url, body: await request.text() });
    return new Response();
  },
}));

const testDesk = setUpTestDesk();
const lines: unknown[] = [];
const ownPage = { origin: 'http://desk', host: 'desk', 'content-type': 'application/json' };

beforeAll(() => {
  const note = (...line: unknown[]) => void lines.push(line);
  const log = { info: note, warn: note, error: note };
  leaveStartedDesk({ desk: { ...testDesk.desk, log }, stop: async () => {}, setUpLink: null });
});
beforeEach(() => {
  lines.splice(0);
  asked.splice(0);
  jar.clear();
});

const placeOf = (path: string) => ({ params: Promise.resolve({ nextauth: path.split('?')[0]?.split('/') ?? [] }) });
const read = (path: string) => GET(new NextRequest(`http://desk/api/auth/${path}`), placeOf(path));
const send = (path: string, body: BodyInit, headers: Record<string, string> = ownPage) => {
  const init = { method: 'POST', headers, body, duplex: 'half' } as const;
  return POST(new NextRequest(`http://desk/api/auth/${path}`, init), placeOf(path));
};

test('the log endpoint of next-auth does not exist, and requests to it are not logged', async () => {
  const line = JSON.stringify({ level: 'error', code: 'forged line', message: 'x' });
  for (const headers of [ownPage, {}, { 'content-type': 'application/json' }] as Record<string, string>[]) {
    expect((await send('_log', line, headers)).status).toBe(404);
  }
  expect((await read('_log')).status).toBe(404);
  expect(lines).toEqual([]);
});

test.each(['signin', 'error', 'error/%0d%0a', 'signin/credentials', 'providers', 'verify-request', 'signout'])(
  'endpoints of next-auth that no screen uses do not exist: %s',
  async (path) => {
    expect((await read(path)).status).toBe(404);
  },
);

const nested = (begin: string, end: string, depth: number) => begin.repeat(depth) + end.repeat(depth);

test.each([
  ['nothing', ''],
  ['half of JSON', '{"email":'],
  ['no object', '[1]'],
  ['a number', '1'],
  ['null', 'null'],
  ['what is no text', JSON.stringify({ json: 'true', email: { a: 1 }, password: ['b'] })],
  ['an address to lead to', JSON.stringify({ callbackUrl: { a: 1 } })],
  ['a form’s way to ask', JSON.stringify({ csrfToken: 'x' })],
  ['lists 30,000 deep', nested('[', ']', 30_000)],
  ['objects 8,000 deep', nested('{"a":', '}', 8_000).replace('{"a":}', '{}')],
  ['30,000 values', `[${'1,'.repeat(30_000)}1]`],
])('an invalid body is answered with 400 and is not logged as an error: %s', async (_, body) => {
  for (const path of ['callback/credentials', 'callback/badge', 'callback/link', 'callback/nobody', 'signout']) {
    expect((await send(path, body)).status, path).toBe(400);
  }
  expect(asked).toEqual([]);
  expect(lines.map((line) => JSON.stringify(line))).not.toContainEqual(expect.stringContaining('"error"'));
});

test('next-auth gets only the fields that our pages send', async () => {
  const sent = { csrfToken: 'x', json: 'true', email: 'a@b.example', password: 'y' };
  const elsewhere = { callbackUrl: 'javascript:alert(1)', redirect: true };
  const path = `callback/credentials?${new URLSearchParams({ callbackUrl: 'javascript:alert(1)' })}`;
  expect((await send(path, JSON.stringify({ ...sent, ...elsewhere }))).status).toBe(200);
  expect((await read('csrf?callbackUrl=nowhere&error=%0d%0a')).status).toBe(200);
  expect(asked.map(({ url }) => url)).toEqual([
    'http://desk/api/auth/callback/credentials',
    'http://desk/api/auth/csrf',
  ]);
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual(sent);
});

test.each(['JWT_SESSION_ERROR', 'SIGNOUT_ERROR'])('a forged cookie or a made-up address logs nothing: %s', (code) => {
  authOptions().logger?.error?.(code, new Error('what was sent'));
  expect(lines).toEqual([]);
});

test('an internal error of next-auth is logged, without the request body (control)', () => {
  authOptions().logger?.error?.('NO_SECRET', new Error('what was sent'));
  expect(JSON.stringify(lines)).toContain('NO_SECRET');
  expect(JSON.stringify(lines)).not.toContain('what was sent');
});

test.each([
  ['of a page on another port', { ...ownPage, origin: 'http://desk:8080' }, 403],
  ['of no page', { 'content-type': 'application/json' }, 403],
  ['as a form', { ...ownPage, 'content-type': 'application/x-www-form-urlencoded' }, 400],
])('a sign-in %s is refused before its body is read', async (_, headers: Record<string, string>, status) => {
  const pull = vi.fn();
  const body = new ReadableStream({ pull }, { highWaterMark: 0 });
  expect((await send('callback/credentials', body, headers)).status).toBe(status);
  expect(pull).not.toHaveBeenCalled();
});

test('at most 64 kB and one chunk of a sign-in are read', async () => {
  let pieces = 0;
  const piece = new Uint8Array(16 * 1024);
  const pull = (stream: ReadableStreamDefaultController) => {
    pieces += 1;
    stream.enqueue(piece);
  };
  expect((await send('callback/credentials', new ReadableStream({ pull }, { highWaterMark: 0 }))).status).toBe(400);
  expect(pieces).toBeLessThanOrEqual(6);
});

test('text that cannot be stored is refused without a look-up', async () => {
  const sent = JSON.stringify({ email: 'a\0b', password: 'half \ud800 of a pair' });
  expect((await send('callback/credentials', sent)).status).toBe(400);
  expect(lines).toEqual([[{ requestId: expect.any(String), code: 'invalidInput' }, 'request']]);
});
