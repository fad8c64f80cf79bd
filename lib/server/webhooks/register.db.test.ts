import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { unseal } from '#lib/server/crypto/seal.ts';
import { webhookRegistrations } from '#lib/server/db/schema/webhooks.ts';
import { readStatus } from '#lib/server/status/read-status.ts';
import { refuse } from '#lib/testing/fake-platform.ts';
import { holdAnswer } from '#lib/testing/hold-answer.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { until } from '#shared/testing/until.ts';
import { keepWebhooksRegistered } from './register.ts';
import { makeRegistrationsDue } from './registration.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation();
});

const at = (url: string): DeskContext => ({ ...testDesk.desk, url });
const publicDesk = () => at('https://desk.example.com');
const pass = (ms: number) => {
  testDesk.clock.now += ms;
};
const registered = () => here.platform.webhooks.all;
const asked = () => here.platform.requests.map(({ method, path }) => `${method} ${path}`);

async function registration() {
  const { locationId } = webhookRegistrations;
  const rows = await testDesk.desk.db.select().from(webhookRegistrations).where(eq(locationId, here.location.id));
  if (!rows[0]) throw new Error('There is no registration.');
  const { sealedSecret } = rows[0];
  const context = { locationId: here.location.id, field: 'webhookSecret' } as const;
  return { ...rows[0], secret: unseal(testDesk.desk, { sealed: sealedSecret, ...context }) };
}

test('a desk with a public address is registered, with a random id and secret', async () => {
  await keepWebhooksRegistered(publicDesk());
  const { hookId, secret, sealedSecret, state } = await registration();
  expect(registered()).toMatchObject([{ url: `https://desk.example.com/api/hooks/${hookId}`, secret }]);
  expect(hookId).not.toBe(here.location.id);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  expect(sealedSecret).not.toContain(secret);
  expect(state).toBe('registered');
});

test('a desk without a public address sends no requests', async () => {
  await keepWebhooksRegistered(at('http://desk.example.com'));
  expect(asked()).toEqual([]);
  expect(await registration()).toMatchObject({ state: 'unreachable', url: null });
});

test('the registration is checked periodically, and nothing is written where nothing has changed', async () => {
  await keepWebhooksRegistered(publicDesk());
  await keepWebhooksRegistered(publicDesk());
  expect(asked()).toEqual(['GET /api/v2/webhooks', 'POST /api/v2/webhooks']);
  pass(15 * 60_000);
  await keepWebhooksRegistered(publicDesk());
  expect(asked().slice(2)).toEqual(['GET /api/v2/webhooks']);
});

test('a removed webhook is registered again, and a changed secret is set again', async () => {
  await keepWebhooksRegistered(publicDesk());
  const { secret } = await registration();
  here.platform.webhooks.all.length = 0;
  pass(15 * 60_000);
  await keepWebhooksRegistered(publicDesk());
  expect(registered()).toMatchObject([{ secret }]);
  Object.assign(registered()[0] ?? {}, { secret: 'another' });
  pass(15 * 60_000);
  await keepWebhooksRegistered(publicDesk());
  expect(registered()).toMatchObject([{ secret }]);
});

test('a webhook that exists under the address of the desk gets its secret', async () => {
  here.platform.fault = () => ({ status: 503, body: {} });
  await keepWebhooksRegistered(publicDesk());
  here.platform.fault = () => null;
  const { hookId, secret } = await registration();
  here.platform.webhooks.add({ url: `https://desk.example.com/api/hooks/${hookId}`, secret: 'of an earlier attempt' });
  pass(2_000);
  await keepWebhooksRegistered(publicDesk());
  expect(registered()).toMatchObject([{ secret }]);
});

test('after a conflict the list is read again, and the existing webhook is taken over', async () => {
  here.platform.fault = ({ method }) => {
    if (method !== 'GET') return null;
    here.platform.fault = () => null;
    return { status: 200, body: [] };
  };
  await testDesk.desk.db.delete(webhookRegistrations);
  await keepWebhooksRegistered(at('http://desk.example.com'));
  const { hookId, secret } = await registration();
  here.platform.webhooks.add({ url: `https://desk.example.com/api/hooks/${hookId}`, secret: 'of somebody else' });
  await makeRegistrationsDue(testDesk.desk.db, new Date(testDesk.clock.now));
  await keepWebhooksRegistered(publicDesk());
  expect(await registration()).toMatchObject({ state: 'open' });
  pass(2_000);
  await keepWebhooksRegistered(publicDesk());
  expect(await registration()).toMatchObject({ state: 'registered' });
  expect(registered()).toMatchObject([{ secret }]);
});

test('a new address of the desk replaces the old one, and webhooks of others are kept', async () => {
  const other = here.platform.webhooks.add({ url: 'https://elsewhere.example.com/api/hooks/1', secret: 'theirs' });
  await keepWebhooksRegistered(publicDesk());
  const moved = at('https://new.example.com');
  await makeRegistrationsDue(moved.db, new Date(testDesk.clock.now));
  await keepWebhooksRegistered(moved);
  const { hookId } = await registration();
  expect(registered().map(({ url }) => url)).toEqual([other.url, `https://new.example.com/api/hooks/${hookId}`]);
});

test('a desk that has lost its public address removes its webhook', async () => {
  await keepWebhooksRegistered(publicDesk());
  await makeRegistrationsDue(testDesk.desk.db, new Date(testDesk.clock.now));
  await keepWebhooksRegistered(at('http://desk.example.com'));
  expect(registered()).toEqual([]);
  expect(await registration()).toMatchObject({ state: 'unreachable', url: null });
});

test('a platform that does not answer is retried with exponential backoff', async () => {
  here.platform.fault = () => ({ status: 500, body: {} });
  await keepWebhooksRegistered(publicDesk());
  expect(asked()).toHaveLength(1);
  pass(1_999);
  await keepWebhooksRegistered(publicDesk());
  expect(asked()).toHaveLength(1);
  pass(1);
  await keepWebhooksRegistered(publicDesk());
  expect(asked()).toHaveLength(2);
  pass(3_999);
  await keepWebhooksRegistered(publicDesk());
  expect(asked()).toHaveLength(2);
  here.platform.fault = () => null;
  pass(1);
  await keepWebhooksRegistered(publicDesk());
  expect(await registration()).toMatchObject({ state: 'registered', attempts: 0 });
});

test('a key without the permission for webhooks is not an error, and is tried again', async () => {
  here.platform.fault = () => refuse('missingPermission');
  await keepWebhooksRegistered(publicDesk());
  expect(await registration()).toMatchObject({ state: 'notPermitted' });
  const status = await readStatus({ desk: testDesk.desk, actor: here.actor });
  expect(status.connection).toEqual({ state: 'reachable' });
  here.platform.fault = () => null;
  pass(5 * 60_000);
  await keepWebhooksRegistered(publicDesk());
  expect(await registration()).toMatchObject({ state: 'registered' });
});

test('an address that the platform refuses is not retried at once', async () => {
  here.platform.fault = ({ method }) => (method === 'POST' ? refuse('invalidArguments') : null);
  await keepWebhooksRegistered(publicDesk());
  expect(await registration()).toMatchObject({ state: 'refused' });
  pass(30 * 60_000);
  await keepWebhooksRegistered(publicDesk());
  expect(asked()).toHaveLength(2);
});

test('two processes register one webhook', async () => {
  const others = [publicDesk(), { ...testDesk.another(), url: 'https://desk.example.com' }];
  await Promise.all(others.map((desk) => keepWebhooksRegistered(desk)));
  expect(asked().filter((line) => line.startsWith('POST'))).toHaveLength(1);
  expect(registered()).toHaveLength(1);
});

test('a registration claimed by one process is left alone by another', async () => {
  const held = holdAnswer();
  here.platform.dialect = (reply) => ({ ...reply, after: held.promise });
  const lists = () => asked().filter((line) => line.startsWith('GET'));
  const first = keepWebhooksRegistered(publicDesk());
  await until(() => expect(lists()).toHaveLength(1));
  await keepWebhooksRegistered({ ...testDesk.another(), url: 'https://desk.example.com' });
  expect(lists()).toHaveLength(1);
  held.release();
  await first;
  expect(registered()).toHaveLength(1);
});
