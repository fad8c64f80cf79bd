import http from 'node:http';
import type net from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { newRequestContext, runInContext } from '#lib/server/log/request-context.ts';
import { isListed, networkListOf } from '#shared/network/network-list.ts';
import { proxyTest } from './is-proxy.ts';
import { requireHttps } from './require-https.ts';

const told = 'https://desk.example.com';
const isProxy = proxyTest(['172.30.7.10'], { address: '192.168.9.20', family: 'IPv4', port: 3000 });
const ownNetwork = networkListOf(['192.168.1.0/24', 'fd00::/8']);
const servers: http.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

interface Asked {
  /** The remote address of the socket. */
  from: string;
  headers?: Record<string, string>;
  deskUrl?: string;
}

/** Sends a request over a real connection whose remote address is replaced. */
async function ask({ from, headers = {}, deskUrl = told }: Asked) {
  const rules = {
    deskUrl,
    isProxy,
    mayBePlain: (address: string) => isListed(address, ownNetwork),
  };
  const handle = requireHttps((_, response) => response.end('Lena'), rules);
  const context = newRequestContext();
  const server = http.createServer((request, response) => {
    Object.defineProperty(request.socket, 'remoteAddress', { value: from });
    runInContext(context, () => handle(request, response));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo; // safe because: it listens on TCP
  const answer = await fetch(`http://127.0.0.1:${port}/sign-in`, { headers });
  return { status: answer.status, body: await answer.text(), code: context.code, headers: answer.headers };
}
const https = { 'x-forwarded-proto': 'https' };
const http1 = { 'x-forwarded-proto': 'http' };
const of = (client: string) => ({ 'x-forwarded-for': client });

test.each<[string, Asked]>([
  ['this machine', { from: '127.0.0.1' }],
  ['this machine, by IPv6', { from: '::1' }],
  ['this machine, on a dual-stack socket', { from: '::ffff:127.0.0.1' }],
  ['a proxy on this machine that terminated TLS', { from: '127.0.0.1', headers: { ...https, ...of('198.51.100.7') } }],
  ['a proxy on this machine, for a local program', { from: '127.0.0.1', headers: { ...http1, ...of('::1') } }],
  ['a configured proxy that terminated TLS', { from: '172.30.7.10', headers: { ...https, ...of('198.51.100.7') } }],
  [
    'the desk itself, for a browser behind a proxy',
    { from: '192.168.9.20', headers: { ...https, ...of('198.51.100.7') } },
  ],
  ['the desk itself, for a browser of an allowed network', { from: '192.168.9.20', headers: of('192.168.1.40') }],
  ['an allowed network', { from: '192.168.1.40' }],
  ['an allowed network, on a dual-stack socket', { from: '::ffff:192.168.1.40' }],
  ['an allowed IPv6 network', { from: 'fd00::40' }],
  ['an allowed network, through a proxy', { from: '127.0.0.1', headers: { ...http1, ...of('192.168.1.40') } }],
])('%s is answered', async (_, asked) => {
  expect(await ask(asked)).toMatchObject({ status: 200, body: 'Lena', code: undefined });
});

test.each<[string, Asked]>([
  ['another machine', { from: '192.168.2.40' }],
  ['another machine that pretends to be a proxy', { from: '192.168.2.40', headers: https }],
  ['another machine that pretends to be this one', { from: '192.168.2.40', headers: { ...https, ...of('127.0.0.1') } }],
  ['a machine beside the proxy', { from: '172.30.7.11', headers: https }],
  [
    'a client without TLS, through a proxy on this machine',
    { from: '127.0.0.1', headers: { ...http1, ...of('198.51.100.7') } },
  ],
  ['a client whose proxy does not forward the scheme', { from: '172.30.7.10', headers: of('198.51.100.7') }],
  ['a configured proxy without forwarded headers', { from: '172.30.7.10' }],
  [
    'a client that sends the forwarded header itself',
    { from: '172.30.7.10', headers: { 'x-forwarded-proto': 'https, http', ...of('198.51.100.7') } },
  ],
])('%s is refused with an explanation and no data', async (_, asked) => {
  const { status, body, code, headers } = await ask(asked);
  expect([status, code, headers.get('cache-control')]).toEqual([403, 'httpsRequired', 'no-store']);
  expect(body).toContain(`Open ${told} instead.`);
  expect(body).toContain(`Öffnen Sie stattdessen ${told}.`);
  expect(body).not.toContain('Lena');
});

test('a desk without a public HTTPS address refers to the documentation', async () => {
  const { body } = await ask({ from: '192.168.2.40', deskUrl: 'http://192.168.2.1:3000' });
  expect(body).toMatch(/What to do: docs\/operate\.md.*\n.*Was zu tun ist: docs\/operate\.md/);
});
