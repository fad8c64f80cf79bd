import http, { type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dropCallbackAddress } from './framework-headers.ts';

let server: http.Server;
beforeAll(async () => {
  server = http.createServer((request: IncomingMessage, response) => {
    dropCallbackAddress(request);
    response.end(JSON.stringify(request.headers.cookie ?? null));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((closed) => server.close(closed)));

/** The cookie header that is left. */
const keptOf = async (...cookies: string[]): Promise<unknown> => {
  const { port } = server.address() as AddressInfo; // safe because: it listens at a port
  const headers = cookies.map((cookie): [string, string] => ['cookie', cookie]);
  return (await fetch(`http://127.0.0.1:${port}`, { headers })).json();
};

test.each([
  ['next-auth.callback-url=nowhere', null],
  ['__Secure-next-auth.callback-url=javascript:1', null],
  ['next-auth.callback-url', null],
  ['a=1; next-auth.callback-url=%; b=2', 'a=1; b=2'],
  ['a=1;  next-auth.callback-url =x;b=next-auth.callback-url', 'a=1;b=next-auth.callback-url'],
  ['next-auth.session-token=x; device=y', 'next-auth.session-token=x; device=y'],
  // a name that another host of the domain can set is no session
  ['a=1; __Secure-next-auth.session-token=x', 'a=1; __Secure-next-auth.session-token=x'],
])('of “%s”, next-auth gets %j', async (sent, kept) => {
  expect(await keptOf(sent)).toBe(kept);
});

test('a request without cookies is not changed', async () => {
  expect(await keptOf()).toBeNull();
});
