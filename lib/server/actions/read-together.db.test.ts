import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { browser, browserRequest, signIn } from '#lib/testing/browser.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpStartedDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { addressOf, partOf } from '#lib/wire/reads/address-of.ts';
import { reads } from '#lib/wire/reads/registry.ts';
import { mostTogether } from '#lib/wire/reads/together.ts';
import { answerRead } from './answer-read.ts';

const testDesk = setUpStartedDesk();
let here: TestLocation;
let tapId: string;

beforeEach(async () => {
  browser.claim = null;
  here = await testDesk.openLocation();
  const lena = inventMember();
  here.platform.members.push(lena);
  ({ tapId } = await lookUp(
    { desk: testDesk.desk, actor: here.actor },
    { ...here.tap(), source: 'scan', value: lena.card },
  ));
});

const ask = async (address: string) => {
  const answer = await answerRead(await browserRequest(`http://desk${address}`));
  const body: unknown = await answer.json();
  return { status: answer.status, body };
};
const askTogether = async (read: string[], locationId = here.location.id) =>
  ask(addressOf(reads.together, locationId, { read }));
const refused = (status: number, code: string) => ({
  status,
  body: { ok: false, error: expect.objectContaining({ code }) },
});

test('each read has the answer that it has by itself', async () => {
  await signIn(testDesk, 'reception', here);
  const { presence, status, tapsOfToday, confirmedTaps } = reads;
  const alone = [
    await ask(addressOf(presence, here.location.id, {})),
    await ask(addressOf(status, here.location.id, {})),
    await ask(addressOf(tapsOfToday, here.location.id, {})),
    await ask(addressOf(confirmedTaps, here.location.id, { tapId: [tapId] })),
  ];
  const parts = [
    partOf(presence, {}),
    partOf(status, {}),
    partOf(tapsOfToday, {}),
    partOf(confirmedTaps, { tapId: [tapId] }),
  ];
  expect(alone[0]?.body).toMatchObject({ entries: [{ displayName: expect.stringContaining('Lena') }] });
  expect(await askTogether(parts)).toEqual({ status: 200, body: { answers: alone } });
  expect(await askTogether(parts.slice(1, 2))).toEqual({ status: 200, body: { answers: alone.slice(1, 2) } });
});

test('a read that the person may not make is refused and audited, and the others are answered', async () => {
  const staffId = await signIn(testDesk, 'trainer', here);
  const { body } = await askTogether(['/taps/today', '/presence']);
  expect(body).toEqual({ answers: [refused(403, 'notAllowed'), { status: 200, body: expect.anything() }] });
  const ofPerson = and(eq(auditLog.action, 'refusePermission'), eq(auditLog.staffId, staffId));
  expect(await testDesk.desk.db.select({ reason: auditLog.reason }).from(auditLog).where(ofPerson)).toEqual([
    { reason: 'recordVisits' },
  ]);
});

test('an invalid input concerns its own read', async () => {
  await signIn(testDesk, 'reception', here);
  expect((await askTogether(['/taps?tapId=none', '/status'])).body).toEqual({
    answers: [refused(400, 'invalidInput'), { status: 200, body: expect.anything() }],
  });
});

test.each([
  ['a read that a person causes, which would extend the session', '/at-a-glance?source=scan&value=0x04'],
  ['a read that may wait for a platform', '/members/5f0c1c0e-3d0a-4c4e-9d1a-0b7d3f4a2c11'],
  ['several reads in one', '/together?read=/status'],
  ['what is no read', '/nothing'],
])('%s is not answered with others', async (_, part) => {
  await signIn(testDesk, 'manager', here);
  expect((await askTogether([part, '/status'])).body).toEqual({
    answers: [refused(404, 'notFound'), { status: 200, body: expect.anything() }],
  });
});

test('the location is that of the request, whatever a read names', async () => {
  const other = await testDesk.openLocation();
  await signIn(testDesk, 'reception', here);
  const [named, own] = [`/presence?locationId=${other.location.id}`, '/presence'];
  expect((await askTogether([named])).body).toEqual((await askTogether([own])).body);
  expect(await askTogether([own], other.location.id)).toEqual(refused(403, 'notAllowed'));
});

test('without a session nothing is answered', async () => {
  expect(await askTogether(['/status'])).toEqual(refused(401, 'signedOut'));
});

test('a request has a bounded number of reads, each once', async () => {
  await signIn(testDesk, 'reception', here);
  const parts = Array.from({ length: mostTogether + 1 }, (_, index) => `/readers?other=${index}`);
  expect(await askTogether(parts)).toEqual(refused(400, 'invalidInput'));
  expect((await askTogether(parts.slice(1))).status).toBe(200);
  expect(await askTogether(['/readers', '/status', '/readers'])).toEqual(refused(400, 'invalidInput'));
});
