import { beforeAll, beforeEach, expect, test } from 'vitest';
import { upsertMember } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { browser, browserRequest, signIn } from '#lib/testing/browser.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpStartedDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { GET } from './route.ts';

const testDesk = setUpStartedDesk();
let here: TestLocation;
const lena = inventMember();

beforeAll(async () => {
  here = await testDesk.openLocation();
  const card = { kind: 'rfid', value: lena.card } as const;
  await upsertMember(testDesk.desk.db, {
    locationId: here.location.id,
    member: memberOf(lena.account),
    card,
    askedAt: new Date(testDesk.clock.now),
  });
});
beforeEach(() => {
  browser.claim = null;
});

const ask = (value: string, source = 'scan', locationId = here.location.id) =>
  browserRequest(`http://desk/api/desk/at-a-glance?${new URLSearchParams({ value, source, locationId })}`).then(GET);

test.each([
  ['a card, as the reader writes it', lena.card.slice(2).toLowerCase(), 'scan'],
  ['an e-mail address', lena.account.email ?? '', 'typed'],
  ['a membership id', lena.account.membership?.membershipId ?? '', 'typed'],
  ['a barcode', lena.account.membership?.barcode ?? '', 'scan'],
])('finds a known member by %s without a request to the platform and without a record', async (_, value, source) => {
  await signIn(testDesk, 'reception', here);
  const answer = await ask(value, source);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await answer.json()).toEqual({
    glance: {
      member: expect.objectContaining({
        accountId: lena.account.accountId,
        displayName: `Lena ${lena.account.lastName}`,
      }),
    },
  });
  expect(here.platform.requests).toEqual([]);
  expect(await here.ledger()).toEqual([]);
});

test.each([
  ['a card nobody here holds', '0x04FFFFFF', 'scan'],
  ['what is no card', '0x04F', 'scan'],
  ['a name', 'Lena', 'typed'],
])('finds no member for %s', async (_, value, source) => {
  await signIn(testDesk, 'reception', here);
  expect(await (await ask(value, source)).json()).toEqual({ glance: null });
});

test('finds only members of the location of the tap', async () => {
  const there = await testDesk.openLocation();
  await signIn(testDesk, 'reception', there, here);
  expect(await (await ask(lena.card, 'scan', there.location.id)).json()).toEqual({ glance: null });
  expect(await (await ask(lena.card)).json()).not.toEqual({ glance: null });
  await signIn(testDesk, 'reception', there);
  expect((await ask(lena.card)).status).toBe(403);
});

test.each([
  ['nobody who is not signed in', 401, null],
  ['a trainer', 403, 'trainer'],
] as const)('is not for %s', async (_, status, role) => {
  if (role) await signIn(testDesk, role, here);
  const answer = await ask(lena.card);
  expect(answer.status).toBe(status);
  expect(await answer.text()).not.toContain('Lena');
});

test.each([
  ['', 'scan'],
  ['0x04A2', 'chosen'],
  ['x'.repeat(1025), 'typed'],
])('a look-up of "%s" by %s is refused', async (value, source) => {
  await signIn(testDesk, 'reception', here);
  expect((await ask(value, source)).status).toBe(400);
});
