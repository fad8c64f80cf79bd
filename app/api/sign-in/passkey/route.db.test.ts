import { beforeEach, expect, test } from 'vitest';
import { POST as askBadge } from '#app/api/desk/badge/route.ts';
import { POST as askBadges } from '#app/api/sign-in/badges/route.ts';
import { giveBadge } from '#lib/server/staff/badges.ts';
import { browser, browserRequest, hire, signIn } from '#lib/testing/browser.ts';
import { contextOf } from '#lib/testing/sessions.ts';
import { setUpStartedDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { Authenticator } from '#shared/testing/authenticator.ts';
import { POST } from './route.ts';

const testDesk = setUpStartedDesk();
let here: TestLocation;
const { origin } = new Authenticator();
const badge = '04B0C0D1E2F3A5';

beforeEach(async () => {
  here = await testDesk.openLocation();
  browser.claim = null;
  browser.cookies = {};
  browser.headers = { origin, host: new URL(origin).host };
});

const send = async (route: (request: Request) => Promise<Response>, body: object, headers = {}) => {
  const sent = { 'content-type': 'application/json', ...headers };
  const answer = await route(
    await browserRequest(`${origin}/`, { method: 'POST', headers: sent, body: JSON.stringify(body) }),
  );
  return { status: answer.status, body: await answer.json() };
};

test('a page without a session gets the question for a passkey, whose challenge belongs to this browser', async () => {
  const { body } = await send(POST, {});
  expect(body).toMatchObject({ ok: true, value: { challenge: expect.any(String), userVerification: 'required' } });
  expect(Object.keys(browser.cookies)).toHaveLength(1);
});

test('an address without passkeys is an answer of the desk, and a page of another site gets none', async () => {
  const at = 'http://192.0.2.7';
  browser.headers = { origin: at, host: '192.0.2.7' };
  expect(await send(POST, {})).toMatchObject({ status: 200, body: { ok: false, error: { code: 'conflict' } } });
  browser.headers = { origin: 'https://elsewhere.example', host: '192.0.2.7' };
  for (const route of [POST, askBadges, askBadge]) expect((await send(route, {})).status).toBe(403);
});

test('a page without a session is told whether badges sign in at its browser', async () => {
  expect((await send(askBadges, {})).body).toEqual({ ok: true, value: false });
});

test('whether a card is a badge is told only to users of the gym', async () => {
  const manager = await contextOf(testDesk.desk, here.actor.staffId);
  const staffId = await hire(testDesk, 'reception', here);
  await giveBadge(manager, { staffId, card: badge, source: 'scan', pin: '25809413' });
  const ask = (card: string) => send(askBadge, { card, source: 'scan', locationId: here.location.id });
  expect(await ask(badge)).toMatchObject({ status: 401, body: { error: { code: 'signedOut' } } });
  await signIn(testDesk, 'trainer', await testDesk.openLocation());
  expect(await ask(badge)).toMatchObject({ status: 403, body: { error: { code: 'notAllowed' } } });
  await signIn(testDesk, 'trainer', here);
  expect((await ask(badge)).body).toEqual({ ok: true, value: true });
  expect((await ask('04A23BC21C2680')).body).toEqual({ ok: true, value: false });
});
