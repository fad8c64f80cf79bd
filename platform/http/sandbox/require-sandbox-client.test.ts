import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { requireLocalClient } from '#platform/http/require-local-client.ts';
import { requireSandboxClient } from './require-sandbox-client.ts';

const token = 'a token of at least thirty-two characters';
const openApp = (guard = requireSandboxClient({ token })) =>
  new Hono<PlatformEnv>()
    .use(guard)
    .put('/sandbox/faults/down', (c) => c.text('set'))
    .onError((_, c) => c.text('nothing here', 404));

interface Asked {
  url?: string;
  headers?: Record<string, string>;
  httpVersion?: string;
  remoteAddress?: string;
}
const ask = async (
  app: ReturnType<typeof openApp>,
  { url = 'http://127.0.0.1:4010', headers = {}, httpVersion = '1.1', remoteAddress = '127.0.0.1' }: Asked,
) => {
  const incoming = { httpVersion, socket: { remoteAddress } };
  return (await app.request(`${url}/sandbox/faults/down`, { method: 'PUT', headers }, { incoming })).status;
};

test('a client on this machine that names it is accepted', async () => {
  for (const url of ['http://localhost:4010', 'http://127.0.0.1:4010', 'http://[::1]:4010']) {
    expect(await ask(openApp(), { url }), url).toBe(200);
    expect(await ask(openApp(), { url, headers: { origin: url } }), url).toBe(200);
  }
});

const others: [string, Asked][] = [
  ...['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'].map(
    (mark): [string, Asked] => [
      `a proxy on this machine that tells of itself by ${mark}`,
      { headers: { [mark]: 'for=198.51.100.7' } },
    ],
  ),
  ['a proxy without headers that uses HTTP/1.0, as nginx does', { httpVersion: '1.0' }],
  ['a page whose host name resolves to this machine', { url: 'http://evil.example' }],
  ['a page whose host name starts with localhost', { url: 'http://localhost.evil.example' }],
  ['a page of another site', { headers: { origin: 'https://evil.example' } }],
  ['a page on another port of this machine', { headers: { origin: 'http://127.0.0.1:4000' } }],
  ['a page without an origin', { headers: { origin: 'null' } }],
  ['another machine', { remoteAddress: '10.1.2.3' }],
];

describe.each(others)('for %s nothing exists', (_, asked) => {
  test('without the token or with another one, or if no token is set', async () => {
    for (const authorization of ['', token, 'Bearer ', `Bearer ${token}x`, `Basic ${token}`]) {
      const headers = { ...asked.headers, ...(authorization && { authorization }) };
      expect(await ask(openApp(), { ...asked, headers }), authorization).toBe(404);
      const untold = openApp(requireSandboxClient({ token: undefined }));
      expect(await ask(untold, { ...asked, headers }), authorization).toBe(404);
    }
    const headers = { ...asked.headers, authorization: 'Bearer undefined' };
    expect(await ask(openApp(requireSandboxClient({ token: undefined })), { ...asked, headers })).toBe(404);
  });

  test('except with the token of the sandbox, which does not sign an owner in', async () => {
    const headers = { ...asked.headers, authorization: `Bearer ${token}` };
    expect(await ask(openApp(), { ...asked, headers })).toBe(200);
    expect(await ask(openApp(requireLocalClient), { ...asked, headers })).toBe(404);
  });
});
