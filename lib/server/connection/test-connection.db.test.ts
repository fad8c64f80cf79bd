import { beforeEach, expect, test } from 'vitest';
import { upsertMember } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { receiveDelivery } from '#lib/server/webhooks/receive.ts';
import { keepWebhooksRegistered } from '#lib/server/webhooks/register.ts';
import { registerWebhook } from '#lib/server/webhooks/register-anew.ts';
import { type Answer, type FakeRequest, type Reply, refuse } from '#lib/testing/fake-platform.ts';
import { inventMember } from '#lib/testing/members.ts';
import { contextOf } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { readConnection } from './read-connection.ts';
import { testConnection } from './test-connection.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation();
});

const context = (desk = testDesk.desk) => contextOf(desk, here.actor.staffId);
const publicDesk = () => ({ ...testDesk.desk, url: 'https://desk.example.com' });

test('a test says what the platform answers, and changes nothing there', async () => {
  const lena = inventMember();
  here.platform.members.push(lena);
  await upsertMember(testDesk.desk.db, {
    locationId: here.location.id,
    member: memberOf(lena.account),
    askedAt: new Date(testDesk.clock.now),
  });
  await keepWebhooksRegistered(publicDesk());
  here.platform.requests.length = 0;
  const test = await testConnection(await context());
  expect(test).toMatchObject({
    api: {
      kind: 'answered',
      tookMs: expect.any(Number),
      rateLeft: 60,
      gym: { kind: 'sameMembers' },
      permissions: expect.arrayContaining([
        { name: 'accounts', state: 'granted' },
        { name: 'visits', state: 'granted' },
        { name: 'webhooks', state: 'granted' },
      ]),
    },
    legacy: null,
    dataExport: null,
  });
  const written = here.platform.requests.filter(
    ({ method, path }) => method !== 'GET' && !path.endsWith('/admissions'),
  );
  expect(written).toEqual([]);
  expect(here.platform.deviations).toEqual([]);
  expect(here.platform.visits.size).toBe(0);
});

test('the own webhook is no proof: the desk registers it under the key of any gym', async () => {
  await keepWebhooksRegistered(publicDesk());
  expect(await testConnection(await context())).toMatchObject({ api: { gym: { kind: 'untold' } } });
  const there = await testDesk.openLocation();
  await keepWebhooksRegistered(publicDesk());
  const [theirs] = there.platform.webhooks.all;
  if (!theirs) throw new Error('There is no webhook.');
  here.platform.webhooks.all.push(theirs);
  expect(await testConnection(await context())).toMatchObject({ api: { gym: { kind: 'otherGym' } } });
  // left behind by a key of the other location that was replaced
  here.platform.webhooks.all.splice(1, 1, { ...theirs, secret: 'a former one' });
  expect(await testConnection(await context())).toMatchObject({ api: { gym: { kind: 'untold' } } });
});

test('a permission that the key lacks is named', async () => {
  here.platform.fault = ({ path }: FakeRequest) =>
    path.startsWith('/api/v2/tasks') ? refuse('missingPermission') : null;
  const { api } = await testConnection(await context());
  expect(api).toMatchObject({ permissions: expect.arrayContaining([{ name: 'tasks', state: 'missing' }]) });
});

const replies: [string, Reply | Answer, object][] = [
  ['rejects the key', refuse('forbiddenAction'), { kind: 'rejected' }],
  ['lets the key read no members', refuse('missingPermission'), { kind: 'permissionMissing' }],
  ['has no requests left', { status: 429, body: {} }, { kind: 'busy' }],
  ['fails', { status: 500, body: {} }, { kind: 'unreachable', cause: 'failing' }],
  [
    'redirects',
    { status: 301, headers: { location: 'https://other.example.com' } },
    { kind: 'unreachable', cause: 'portal' },
  ],
  ['shows a page', { status: 200, body: '<p>Sign in' }, { kind: 'unreachable', cause: 'portal' }],
  ['answers junk', { status: 200, body: { items: 'none' } }, { kind: 'unreachable', cause: 'foreign' }],
  ['breaks off', 'reset', { kind: 'unreachable', cause: 'brokenOff' }],
];

test.each(replies)('a platform that %s is told apart', async (_, reply, api) => {
  here.platform.fault = () => reply;
  expect(await testConnection(await context())).toMatchObject({ api });
});

test('the connection is shown without its key, and says when it was last heard', async () => {
  await keepWebhooksRegistered(publicDesk());
  await testConnection(await context());
  const view = await readConnection(await context());
  expect(view).toMatchObject({
    url: here.platform.url,
    fingerprint: expect.stringMatching(/^[0-9a-f]{8}$/),
    rate: { left: 60 },
    webhook: { state: 'registered', heardAt: null, deliveries: [] },
  });
  expect(JSON.stringify(view)).not.toContain(here.platform.apiKey);
  const [hook] = here.platform.webhooks.all;
  expect(JSON.stringify(view)).not.toContain(hook?.url);
  expect(JSON.stringify(view)).not.toContain(hook?.secret);
});

test('a webhook that is registered anew has another secret and the same address', async () => {
  await keepWebhooksRegistered(publicDesk());
  const before = { ...here.platform.webhooks.all[0] };
  expect(await registerWebhook(await context(publicDesk()))).toEqual({ state: 'registered' });
  expect(here.platform.webhooks.all).toMatchObject([{ url: before.url }]);
  expect(here.platform.webhooks.all[0]?.secret).not.toBe(before.secret);
  here.platform.webhooks.all.splice(0);
  expect(await registerWebhook(await context(publicDesk()))).toEqual({ state: 'registered' });
  expect(here.platform.webhooks.all).toMatchObject([{ url: before.url }]);
});

test('a webhook that cannot be registered anew keeps its secret', async () => {
  await keepWebhooksRegistered(publicDesk());
  const [before] = structuredClone(here.platform.webhooks.all);
  here.platform.fault = ({ path }: FakeRequest) =>
    path.startsWith('/api/v2/webhooks') ? refuse('missingPermission') : null;
  expect(await registerWebhook(await context(publicDesk()))).toEqual({ state: 'notPermitted' });
  here.platform.fault = () => null;
  const sent = { hookId: before?.url.split('/').at(-1) ?? '', secret: before?.secret ?? null };
  const signature = { id: null, timestamp: null, signatures: null };
  const delivery = { ...sent, signature, readBody: async () => '{"type":"TEST"}' };
  expect(await receiveDelivery(testDesk.desk, delivery)).toBe('ignored');
});
