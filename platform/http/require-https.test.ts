import { BlockList } from 'node:net';
import { Hono } from 'hono';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { PlatformEnv } from './environment.ts';
import { answerError } from './error-answer.ts';
import { requireHttps } from './require-https.ts';

const proxies = new BlockList();
proxies.addSubnet('10.0.0.0', 8);
proxies.addAddress('127.0.0.9');
const networks = new BlockList();
networks.addSubnet('172.30.0.0', 16);
proxies.addAddress('172.30.0.9');

async function statusFor(remoteAddress: string, { proto, tls = false }: { proto?: string; tls?: boolean } = {}) {
  const app = new Hono<PlatformEnv>();
  app.use(requireHttps({ trustedProxies: proxies, trustedNetworks: networks }));
  app.get('/', (c) => c.text('served'));
  app.onError(answerError(pino({ level: 'silent' }), () => new Date(0)));
  const socket = tls ? { remoteAddress, encrypted: true } : { remoteAddress };
  const headers: Record<string, string> = proto ? { 'x-forwarded-proto': proto } : {};
  return (await app.request('/', { headers }, { incoming: { socket } })).status;
}

test.each(['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'])(
  'plain HTTP from this machine (%s) is accepted',
  async (address) => {
    expect(await statusFor(address)).toBe(200);
  },
);

test.each(['192.168.1.5', '::ffff:192.168.1.5', '2001:db8::1', '128.0.0.1', ''])(
  'plain HTTP from %s is refused',
  async (address) => {
    expect(await statusFor(address)).toBe(403);
  },
);

test('TLS is accepted from anywhere', async () => {
  expect(await statusFor('192.168.1.5', { tls: true })).toBe(200);
});

test('a configured proxy is trusted about whether it terminated TLS', async () => {
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '127.0.0.9']) {
    expect(await statusFor(address, { proto: 'https' })).toBe(200);
    expect(await statusFor(address, { proto: 'http' })).toBe(403);
    expect(await statusFor(address)).toBe(403);
  }
});

test('forwarded headers from others are not trusted', async () => {
  expect(await statusFor('192.168.1.5', { proto: 'https' })).toBe(403);
});

test('plain HTTP from a trusted network is accepted, whatever its forwarded headers say', async () => {
  for (const address of ['172.30.0.5', '::ffff:172.30.0.5']) {
    expect(await statusFor(address)).toBe(200);
    expect(await statusFor(address, { proto: 'http' })).toBe(200);
  }
  expect(await statusFor('172.31.0.5')).toBe(403);
});

test('a proxy in a trusted network cannot forward unencrypted requests', async () => {
  expect(await statusFor('172.30.0.9', { proto: 'http' })).toBe(403);
  expect(await statusFor('172.30.0.9', { proto: 'https' })).toBe(200);
  expect(await statusFor('172.30.0.9')).toBe(200);
});
