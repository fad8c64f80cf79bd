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
  /** Whose socket it is. */
  from: string;
  headers?: Record<string, string>;
  deskUrl?: string;
}

/** Asks over a real connection of which the desk is told another address. */
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
  ['this machine, by the newer address', { from: '::1' }],
  ['this machine, on a socket of both', { from: '::ffff:127.0.0.1' }],
  ['a proxy on this machine that ended TLS', { from: '127.0.0.1', headers: { ...https, ...of('198.51.100.7') } }],
  ['a proxy on this machine that asks for a program of it', { from: '127.0.0.1', headers: { ...http1, ...of('::1') } }],
  ['a configured proxy that ended TLS', { from: '172.30.7.10', headers: { ...https, ...of('198.51.100.7') } }],
  [
    'the desk itself, for a browser behind a proxy',
    { from: '192.168.9.20', headers: { ...https, ...of('198.51.100.7') } },
  ],
  ['the desk itself, for a browser of a named network', { from: '192.168.9.20', headers: of('192.168.1.40') }],
  ['a network that was named', { from: '192.168.1.40' }],
  ['a network that was named, on a socket of both', { from: '::ffff:192.168.1.40' }],
  ['a newer network that was named', { from: 'fd00::40' }],
  ['a named network, through a proxy', { from: '127.0.0.1', headers: { ...http1, ...of('192.168.1.40') } }],
])('%s is answered', async (_, asked) => {
  expect(await ask(asked)).toMatchObject({ status: 200, body: 'Lena', code: undefined });
});

test.each<[string, Asked]>([
  ['another machine', { from: '192.168.2.40' }],
  ['another machine that calls itself a proxy', { from: '192.168.2.40', headers: https }],
  ['another machine that calls itself this one', { from: '192.168.2.40', headers: { ...https, ...of('127.0.0.1') } }],
  ['a machine beside the proxy', { from: '172.30.7.11', headers: https }],
  ['somebody without TLS, through a proxy here', { from: '127.0.0.1', headers: { ...http1, ...of('198.51.100.7') } }],
  ['somebody whose proxy says nothing of TLS', { from: '172.30.7.10', headers: of('198.51.100.7') }],
  ['a configured proxy that says nothing at all', { from: '172.30.7.10' }],
  [
    'somebody who says it to the proxy',
    { from: '172.30.7.10', headers: { 'x-forwarded-proto': 'https, http', ...of('198.51.100.7') } },
  ],
])('%s gets a sentence and no data', async (_, asked) => {
  const { status, body, code, headers } = await ask(asked);
  expect([status, code, headers.get('cache-control')]).toEqual([403, 'httpsRequired', 'no-store']);
  expect(body).toContain(`Open ${told} instead.`);
  expect(body).toContain(`Öffnen Sie stattdessen ${told}.`);
  expect(body).not.toContain('Lena');
});

test('a desk that knows no address with HTTPS says where to read on', async () => {
  const { body } = await ask({ from: '192.168.2.40', deskUrl: 'http://192.168.2.1:3000' });
  expect(body).toMatch(/What to do: docs\/operate\.md.*\n.*Was zu tun ist: docs\/operate\.md/);
});
