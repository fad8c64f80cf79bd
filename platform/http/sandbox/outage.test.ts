import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { outageRoutes, simulateOutage } from './outage.ts';

function openApp() {
  const outage = { isAway: false };
  const app = new Hono<PlatformEnv>()
    .use(simulateOutage(outage))
    .route('/sandbox', outageRoutes(outage))
    .get('/api/v2/accounts', (c) => c.text('members'))
    .onError((_, c) => c.text('nothing here', 404));
  const destroy = vi.fn();
  const ask = (path: string, method = 'GET', remoteAddress = '127.0.0.1') =>
    app.request(path, { method }, { incoming: { socket: { remoteAddress, destroy } } });
  return { ask, destroy };
}

test('during an outage every connection is closed without a response, except for those that end the outage', async () => {
  const { ask, destroy } = openApp();
  expect(await (await ask('/sandbox/outage', 'PUT')).json()).toEqual({ isAway: true });
  for (const path of ['/api/v2/accounts', '/health', '/sandbox']) await ask(path);
  expect(destroy).toHaveBeenCalledTimes(3);
  expect(await (await ask('/sandbox/outage')).json()).toEqual({ isAway: true });
  await ask('/sandbox/outage', 'DELETE');
  expect(await (await ask('/api/v2/accounts')).text()).toBe('members');
  expect(destroy).toHaveBeenCalledTimes(3);
});

test.each<[string, string, Record<string, string>, string?]>([
  ...['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'].map(
    (mark): [string, string, Record<string, string>] => [
      `a proxy on this machine that tells of itself by ${mark}`,
      'http://localhost',
      { [mark]: 'for=198.51.100.7' },
    ],
  ),
  ['a proxy without headers that uses HTTP/1.0, as nginx does', 'http://localhost', {}, '1.0'],
  ['a page whose host name resolves to this machine', 'http://evil.example', {}],
  ['a page whose host name starts with localhost', 'http://localhost.evil.example', {}],
])('the switch does not exist for %s', async (_, address, headers, httpVersion = '1.1') => {
  const outage = { isAway: false };
  const app = new Hono<PlatformEnv>().route('/sandbox', outageRoutes(outage)).onError((_, c) => c.text('nothing', 404));
  const ask = (url: string, sent: Record<string, string>, version = '1.1') =>
    app.request(
      `${url}/sandbox/outage`,
      { method: 'PUT', headers: sent },
      { incoming: { httpVersion: version, socket: { remoteAddress: '127.0.0.1' } } },
    );
  expect((await ask(address, headers, httpVersion)).status).toBe(404);
  expect(outage.isAway).toBe(false);
  for (const own of ['http://localhost:4010', 'http://127.0.0.1:4010', 'http://[::1]:4010']) {
    expect((await ask(own, {})).status, own).toBe(200);
  }
});

test('the switch does not exist for other machines', async () => {
  const { ask, destroy } = openApp();
  for (const method of ['GET', 'PUT', 'DELETE']) {
    expect((await ask('/sandbox/outage', method, '10.1.2.3')).status).toBe(404);
  }
  expect(await (await ask('/api/v2/accounts')).text()).toBe('members');
  expect(destroy).not.toHaveBeenCalled();
});
