import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeLegacy, type FakeLegacyReply } from '#lib/testing/fake-legacy.ts';
import { until } from '#shared/testing/until.ts';
import { sendAlive } from './send-alive.ts';

let platform: FakeLegacy;

beforeEach(async () => {
  platform = await new FakeLegacy().start();
});
afterEach(() => platform.stop());

const send = (other: Partial<Parameters<typeof sendAlive>[0]> = {}, timeoutMs = 20_000) => {
  const { url, gymId, token } = platform;
  return sendAlive({ url, gymId, token, reach: 'any', ...other }, { timeoutMs });
};

test('the gym is named in the query and the token in its header', async () => {
  platform.gymId = 'a b&c';
  expect(await send()).toEqual({ state: 'heard' });
  expect(platform.requests).toEqual([`POST /v1/alive?gymId=a+b%26c ${platform.token}`]);
});

test('a token of another gym is refused', async () => {
  expect(await send({ token: 'another' })).toEqual({ state: 'refused' });
  expect(await send({ gymId: '235' })).toEqual({ state: 'refused' });
});

test.each<[string, FakeLegacyReply]>([
  ['nothing', { status: 200 }],
  ['JSON', { status: 200, body: '{}' }],
  ['nothing, declared as HTML,', { status: 204, body: '', contentType: 'text/html' }],
  ['an empty page', { status: 200, body: '', contentType: 'text/html' }],
  ['a text', { status: 202, body: 'OK', contentType: 'text/plain' }],
])('any success with %s is a success', async (_, reply) => {
  platform.fault = () => reply;
  expect(await send()).toEqual({ state: 'heard' });
});

test.each<[string, FakeLegacyReply | 'silence' | 'reset', string, string]>([
  ['an HTML page', { status: 200, body: '<p>Back soon', contentType: 'text/html; charset=utf-8' }, 'page', 'portal'],
  ['a 403, as of a proxy', { status: 403, body: '{}' }, 'status 403', 'foreign'],
  ['a 404, as of another address', { status: 404, body: '{}' }, 'status 404', 'foreign'],
  ['a 500', { status: 500, body: '{}' }, 'status 500', 'failing'],
  ['no answer', 'silence', 'slow', 'silent'],
  ['a broken connection', 'reset', 'noConnection', 'brokenOff'],
])('%s means unreachable, not refused', async (_, reply, because, cause) => {
  platform.fault = () => reply;
  expect(await send({}, reply === 'silence' ? 100 : undefined)).toMatchObject({ state: 'unreachable', because, cause });
});

test('a closed port and a redirect mean unreachable', async () => {
  platform.fault = () => ({ status: 302, body: '' });
  expect(await send()).toMatchObject({ state: 'unreachable', cause: 'portal' });
  await platform.stop();
  // a request meets the former connection until this process has heard of its end
  await until(async () =>
    expect(await send()).toMatchObject({ state: 'unreachable', because: 'noConnection', cause: 'refused' }),
  );
});

test('a token that is invalid in a header is not sent', async () => {
  expect(await send({ token: 'two\r\nlines' })).toMatchObject({ state: 'unreachable' });
  expect(platform.requests).toEqual([]);
});
