import { beforeEach, expect, test } from 'vitest';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { reseal } from '#lib/server/locations/reseal.ts';
import { contextOf } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { receiveDelivery } from './receive.ts';
import { keepWebhooksRegistered } from './register.ts';
import { registerWebhook } from './register-anew.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
let desk: DeskContext;

beforeEach(async () => {
  here = await testDesk.openLocation();
  desk = { ...testDesk.desk, url: 'https://desk.example.com' };
  await keepWebhooksRegistered(desk);
});

const minute = 60_000;
const registerAnew = async () => registerWebhook(await contextOf(desk, here.actor.staffId));
/** The webhook as the platform has it. */
const webhook = () => here.platform.webhooks.all[0] ?? { url: '', secret: '' };

function deliver(secret: string, by: DeskContext = desk) {
  const signature = { id: null, timestamp: null, signatures: null };
  const hookId = webhook().url.split('/').at(-1) ?? '';
  return receiveDelivery(by, { hookId, secret, signature, readBody: async () => '{"type":"TEST"}' });
}

async function checkAfter(ms: number): Promise<void> {
  testDesk.clock.now += ms;
  await keepWebhooksRegistered(desk);
}

function refuseChanges(): void {
  here.platform.fault = ({ method }) => (method === 'GET' ? null : { status: 503, body: {} });
}

test('the former secret is accepted until the platform has the new one, and a check has found it there', async () => {
  const { secret: former } = { ...webhook() };
  refuseChanges();
  expect(await registerAnew()).toEqual({ state: 'open' });
  await checkAfter(minute);
  expect(await deliver(former)).toBe('ignored');
  here.platform.fault = () => null;
  await checkAfter(5 * minute);
  const { secret } = webhook();
  expect(secret).not.toBe(former);
  expect([await deliver(secret), await deliver(former)]).toEqual(['ignored', 'ignored']);
  await checkAfter(15 * minute);
  expect([await deliver(secret), await deliver(former)]).toEqual(['ignored', 'forbidden']);
});

test('pressed while the platform does not answer at all, it replaces the secret once the platform does', async () => {
  const { secret: former } = { ...webhook() };
  here.platform.fault = () => ({ status: 503, body: {} });
  expect(await registerAnew()).toEqual({ state: 'open' });
  expect(await deliver(former)).toBe('ignored');
  here.platform.fault = () => null;
  await checkAfter(5 * minute);
  const { secret } = webhook();
  expect(secret).not.toBe(former);
  expect([await deliver(secret), await deliver(former)]).toEqual(['ignored', 'ignored']);
});

test('pressing it again while nobody knows whether the platform has the new secret loses neither', async () => {
  const { secret: former } = { ...webhook() };
  here.platform.loss = ({ method }) => (method === 'GET' ? null : 'reset');
  await registerAnew();
  const { secret: taken } = { ...webhook() };
  expect(taken).not.toBe(former);
  here.platform.loss = () => null;
  here.platform.fault = () => ({ status: 503, body: {} });
  for (let times = 0; times < 2; times += 1) await registerAnew();
  expect([await deliver(taken), await deliver(former)]).toEqual(['ignored', 'ignored']);
  here.platform.fault = () => null;
  expect(await registerAnew()).toEqual({ state: 'registered' });
  expect(await deliver(webhook().secret)).toBe('ignored');
});

test('the former secret survives a change of the secret that seals it', async () => {
  const { secret: former } = { ...webhook() };
  refuseChanges();
  await registerAnew();
  const next: DeskContext = {
    ...desk,
    secret: 'another secret of the desk, for this test',
    previousSecret: desk.secret,
  };
  await reseal(next);
  expect(await deliver(former, { ...next, previousSecret: undefined })).toBe('ignored');
  await reseal({ ...desk, previousSecret: next.secret });
});
