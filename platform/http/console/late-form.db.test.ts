import { beforeEach, expect, test } from 'vitest';
import { createOwner } from '#platform/services/owners/create.ts';
import { removePasskeys } from '#platform/services/owners/remove-passkeys.ts';
import { askedFrom, type Browser, createTestOwner, openBrowser, ownerPassword } from '#platform/testing/console.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import type { PasskeyCreation } from '#shared/passkeys/create-passkey.ts';
import { Authenticator } from '#shared/testing/authenticator.ts';
import { until } from '#shared/testing/until.ts';

const platform = startTestPlatform();
const phone = new Authenticator();
const asPage = { 'sec-fetch-site': 'same-origin', origin: phone.origin };

let gym: TestGym;
let email = '';
let thief: Browser;

beforeEach(async () => {
  gym = await platform.newGym();
  email = await createTestOwner(platform, gym);
  thief = openBrowser(platform.app);
  await thief.post('/console/sign-in', { email, password: ownerPassword });
});

/**
 * Sends a form up to its tenth byte, of which the console has then begun to read.
 * @returns what sends the rest
 */
async function begin(path: string, fields: Record<string, string>) {
  const form = new TextEncoder().encode(new URLSearchParams(fields).toString());
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const init = {
    method: 'POST',
    body: readable,
    // required for a stream as body
    duplex: 'half',
    headers: {
      ...asPage,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(form.length),
      cookie: [...thief.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  };
  const answer = platform.app.request(path, init);
  await writer.write(form.subarray(0, 10));
  return async () => {
    await writer.write(form.subarray(10));
    await writer.close();
    const { status, headers } = await answer;
    return { status, location: headers.get('location') };
  };
}

const createPasskey = async () => {
  const { page } = await thief.post('/console/account/passkeys/question', {}, asPage);
  return JSON.stringify(phone.create(JSON.parse(page) as PasskeyCreation)); // safe because: the console has made it
};
const madeAfterwards = async () => ({
  passkeys: await platform.rows('SELECT FROM owner_passkeys JOIN owners USING (owner_id) WHERE gym_id = $1', [
    gym.gymId,
  ]),
  webhooks: await platform.rows('SELECT FROM webhooks WHERE gym_id = $1', [gym.gymId]),
  keys: (await platform.rows('SELECT FROM api_keys WHERE gym_id = $1', [gym.gymId])).length,
});
const nothing = { passkeys: [], webhooks: [], keys: 1 };

test.each([
  ['/console/account/passkeys', async () => ({ answer: await createPasskey() })],
  ['/console/keys', async () => ({ permission: 'visits' })],
  ['/console/webhooks', async () => ({ url: 'http://127.0.0.1:9/', secret: 'a secret of the thief' })],
])('a form that %s began to receive is not carried out once the session has ended', async (path, fieldsOf) => {
  const finish = await begin(path, await fieldsOf());
  await platform.operate((operator) =>
    createOwner(operator, { gymId: gym.gymId, email, password: 'another horse battery' }),
  );
  expect(await finish()).toEqual({ status: 303, location: '/console/sign-in' });
  expect(await madeAfterwards()).toEqual(nothing);
});

test.each([
  ['/console/keys', { permission: 'visits' }, { keys: 2 }],
  ['/console/webhooks', { url: 'http://127.0.0.1:9/', secret: 'a secret of the owner' }, { webhooks: [{}] }],
])('a form that %s receives in parts is carried out in an open session', async (path, fields, made) => {
  const finish = await begin(path, fields);
  expect((await finish()).status).toBe(303);
  expect(await madeAfterwards()).toEqual({ ...nothing, ...made });
});

test('a passkey is not added while access is being taken away', async () => {
  const answer = await createPasskey();
  const adding = await platform.operate(async (operator) => {
    await removePasskeys(operator, email);
    // the session is still there for others
    const post = thief.post('/console/account/passkeys', { answer }, asPage);
    await until(async () => {
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      expect(await platform.rows(waiting)).toHaveLength(1);
    });
    return { post };
  });
  expect((await adding.post).status).toBe(422);
  expect(await madeAfterwards()).toEqual(nothing);
});

test.each([
  ['address', '198.51.100.7', '198.51.100.7'],
  ['IPv6 network', '2001:db8:0:7::1', '2001:db8:0:7:ffff::2'],
])('forms that an %s has begun hold at most 1 MB together, until they end', async (_, slow, same) => {
  const ended = Promise.withResolvers<void>();
  const unfinished = Array.from({ length: 16 }, () => {
    const body = new ReadableStream({ pull: (stream) => ended.promise.then(() => stream.close()) });
    const headers = { ...asPage, 'content-type': 'application/x-www-form-urlencoded', 'content-length': '65536' };
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit; // safe because: duplex is missing in the type alone
    return askedFrom(platform.app, slow).request('/console/sign-in', init);
  });
  const visitor = openBrowser(askedFrom(platform.app, same));
  const signIn = () => visitor.post('/console/sign-in', { email, password: ownerPassword });
  await until(async () =>
    expect(await signIn()).toMatchObject({ status: 429, page: expect.stringContaining('Too much') }),
  );
  ended.resolve();
  await Promise.all(unfinished);
  expect((await signIn()).status).toBe(303);
});
