import { isNotNull } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { checkOut } from '#lib/server/arrivals/check-out.ts';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { workNow } from '#lib/server/due/location-work.ts';
import { readOutbox } from '#lib/server/outbox/read-outbox.ts';
import { dismissUnsent, retryUnsent } from '#lib/server/outbox/settle-unsent.ts';
import { probingLostPlatforms } from '#lib/server/status/probe-lost-platforms.ts';
import { type FakePlatform, type Reply, refuse } from '#lib/testing/fake-platform.ts';
import { inventMember } from '#lib/testing/members.ts';
import { contextOf } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
let manager: StaffContext;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

beforeEach(async () => {
  here = await testDesk.openLocation();
  manager = await contextOf(testDesk.desk, here.actor.staffId);
});

/** Time in which waiting visits are sent, and a platform that seems lost is pinged. */
async function pass(ms: number): Promise<void> {
  await workNow(testDesk.desk, probingLostPlatforms);
  await here.pass(ms);
  await workNow(testDesk.desk, probingLostPlatforms);
  await here.pass(0);
}

/** Days in which the desk works, and attempts to send each waiting visit: only the last attempt is made here. */
async function passDays(days = 1): Promise<void> {
  testDesk.clock.now += days * dayMs;
  const claimedAt = new Date(testDesk.clock.now - hourMs);
  await testDesk.desk.db.update(visits).set({ claimedAt }).where(isNotNull(visits.claimedAt));
  await pass(0);
}

const ledger = async () => (await here.ledger()).map(({ kind, state, lastError }) => [kind, state, lastError]);
const arrived = () => [...here.platform.visits.values()].map(({ kind }) => kind);
const outbox = async () => (await readOutbox(manager, { after: undefined })).rows;

/** A corporate member comes in unconfirmed and leaves; from then on the platform has this fault. */
async function comeAndGo(fault: Fault): Promise<void> {
  const lena = inventMember({ type: 'CORPORATE_FITNESS' });
  const { accountId } = lena.account;
  here.platform.members.push(lena);
  here.platform.fault = ({ path }) => (path.endsWith('/admissions') ? { status: 503 } : null);
  const scanned = { ...here.tap(), source: 'scan', value: lena.card } as const;
  expect(await lookUp({ desk: testDesk.desk, actor: here.actor }, scanned)).toMatchObject({ kind: 'unconfirmed' });
  testDesk.clock.now += 60_000;
  await checkOut({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), accountId });
  here.platform.fault = fault;
}

type Fault = FakePlatform['fault'];
const admissionAnswers =
  (reply: Reply): Fault =>
  ({ path }) =>
    path.endsWith('/admissions') ? reply : null;
const accountAnswers =
  (reply: Reply): Fault =>
  ({ path }) =>
    /^\/api\/v2\/accounts\/[^/]+$/.test(path) ? reply : null;
const told = (status: number, errorCode: string): Reply => ({ status, body: { errorCode, requestId: 'request-1' } });
const merged = { status: 200, body: inventMember().account };

test.each([
  ['an admission that the platform forbids', admissionAnswers(refuse('forbiddenAction')), 'forbiddenAction'],
  [
    'an admission of a member it does not know',
    admissionAnswers(refuse('notFound', { entity: 'ACCOUNT' })),
    'missing ACCOUNT',
  ],
  ['an admission with a code added later', admissionAnswers(told(422, 'addedLater')), 'addedLater'],
  ['a look-up with a code added later', accountAnswers(told(409, 'addedLater')), 'addedLater'],
  ['a look-up with another account', accountAnswers(merged), 'unreadable'],
  ['a look-up that fails', accountAnswers({ status: 500, body: {} }), 'failed'],
  ['a look-up without the id', accountAnswers({ status: 200, body: {} }), 'unreadable'],
])('%s is asked for a day, then listed as refused, and holds up no later visit', async (_, fault, code) => {
  await comeAndGo(fault);
  await pass(10_000);
  const [[, , because] = []] = await ledger();
  expect(await ledger()).toEqual([
    ['checkIn', 'waiting', because],
    ['checkOut', 'held', null],
  ]);
  expect(arrived()).toEqual([]);

  await passDays();
  expect(await ledger()).toEqual([
    ['checkIn', 'refused', code],
    ['checkOut', 'sent', null],
  ]);
  expect(arrived()).toEqual(['checkouts']);
  expect(await outbox()).toMatchObject([{ change: 'checkIn', state: 'refused' }]);
});

test('a gateway that goes between a question and the next one refuses no visit', async () => {
  const portal: Reply = { status: 200, body: { message: 'Accept the terms.' } };
  await comeAndGo(() => portal);
  await pass(10_000);
  await passDays();
  let answers = 0;
  here.platform.fault = () => (answers++ === 0 ? portal : null);
  await pass(60_000);
  expect(answers).toBeGreaterThan(0);
  for (let minute = 0; minute < 10; minute += 1) await pass(60_000);
  expect(await outbox()).toEqual([]);
  expect(arrived()).toEqual(['checkins', 'checkouts']);
});

test('bad answers after a platform has failed for two days refuse no visit', async () => {
  await comeAndGo(() => ({ status: 502, body: {} }));
  for (let minute = 0; minute < 5; minute += 1) await pass(60_000);
  await passDays(2);
  const onItsReturn = accountAnswers({ status: 502, body: {} });
  let failures = 0;
  here.platform.fault = async (request) => {
    const reply = await onItsReturn(request);
    if (reply) failures += 1;
    return reply;
  };
  for (let minute = 0; minute < 10; minute += 1) await pass(60_000);
  expect(failures).toBeGreaterThan(0);
  expect(await ledger()).toEqual([
    ['checkIn', 'waiting', 'failed'],
    ['checkOut', 'held', null],
  ]);

  here.platform.fault = () => null;
  for (let minute = 0; minute < 10; minute += 1) await pass(60_000);
  expect(arrived()).toEqual(['checkins', 'checkouts']);
  expect(await outbox()).toEqual([]);
});

test('a visit that is asked about for the first time after two days is asked for a day', async () => {
  await comeAndGo(accountAnswers({ status: 502, body: {} }));
  testDesk.clock.now += 2 * dayMs;
  await pass(0);
  expect((await ledger()).map(([, state]) => state)).toEqual(['waiting', 'held']);
  await passDays();
  expect(await ledger()).toEqual([
    ['checkIn', 'refused', 'failed'],
    ['checkOut', 'sent', null],
  ]);
});

test('so it is at a retired location, which asks for nothing else', async () => {
  await comeAndGo(accountAnswers({ status: 502, body: {} }));
  await pass(10_000);
  await here.retire();
  for (let minute = 0; minute < 10; minute += 1) await pass(60_000);
  await passDays();
  expect((await ledger()).slice(0, 2)).toEqual([
    ['checkIn', 'refused', 'failed'],
    ['checkOut', 'sent', null],
  ]);
});

test('a desk that was off in the night has not been failing: a visit that failed before and after it still waits', async () => {
  await comeAndGo(accountAnswers({ status: 502, body: {} }));
  await pass(10_000);
  testDesk.clock.now += dayMs;
  await pass(0);
  expect((await ledger()).map(([, state]) => state)).toEqual(['waiting', 'held']);

  // the hours in which it works add up, however often it is off
  for (let hour = 0; hour < 23; hour += 1) await pass(hourMs);
  testDesk.clock.now += 11 * hourMs;
  await pass(0);
  expect((await ledger()).map(([, state]) => state)).toEqual(['waiting', 'held']);
  await pass(hourMs);
  expect(await ledger()).toEqual([
    ['checkIn', 'refused', 'failed'],
    ['checkOut', 'sent', null],
  ]);
});

test('a clock that is set back does not lengthen the time for which a visit fails', async () => {
  await comeAndGo(accountAnswers({ status: 502, body: {} }));
  testDesk.clock.now += 30 * dayMs;
  await pass(10_000);
  testDesk.clock.now -= 30 * dayMs;
  await pass(0);
  await passDays();
  expect(await ledger()).toEqual([
    ['checkIn', 'refused', 'failed'],
    ['checkOut', 'sent', null],
  ]);
});

test('an outage that ends in a rejected key refuses no visit either', async () => {
  await comeAndGo(accountAnswers({ status: 502, body: {} }));
  await pass(10_000);
  await here.platform.stop();
  await pass(60_000);
  await passDays();
  await here.platform.start();
  here.platform.fault = () => ({ status: 401, body: {} });
  await pass(60_000);
  here.platform.fault = accountAnswers({ status: 502, body: {} });
  for (let minute = 0; minute < 10; minute += 1) await pass(60_000);
  expect((await ledger()).map(([, state]) => state)).toEqual(['waiting', 'held']);
});

test('such a visit is sent once when a manager tries it again after the platform has changed its mind', async () => {
  await comeAndGo(accountAnswers(merged));
  await pass(10_000);
  await passDays();
  const [row] = await outbox();
  if (!row) throw new Error('The visit is not listed.');
  await retryUnsent(manager, row);
  await pass(0);
  expect(await outbox()).toMatchObject([{ change: 'checkIn', state: 'refused', why: 'unreadable' }]);

  here.platform.fault = () => null;
  await retryUnsent(manager, row);
  for (let minute = 0; minute < 5; minute += 1) await pass(60_000);
  expect(arrived().toSorted()).toEqual(['checkins', 'checkouts']);
  expect(here.platform.count('/checkins')).toBe(1);
  expect(await outbox()).toEqual([]);
});

test('such a visit is dismissed by a manager', async () => {
  await comeAndGo(admissionAnswers(told(409, 'addedLater')));
  await pass(10_000);
  await passDays();
  const [row] = await outbox();
  if (!row) throw new Error('The visit is not listed.');
  expect(await dismissUnsent(manager, { ...row, reason: 'Recorded by hand.' })).toEqual({ kind: 'done' });
  expect(await outbox()).toEqual([]);
});

test.each<[string, Reply]>([
  ['a gateway that answers everything with JSON', { status: 200, body: { message: 'OK' } }],
  ['a gateway that answers everything with 404', { status: 404 }],
  ['a maintenance page', { status: 200, body: '<html>Back in a minute</html>' }],
  ['a platform that fails', { status: 500, body: {} }],
])('%s for days refuses no visit: both are sent once when the platform is back', async (_, reply) => {
  await comeAndGo(() => reply);
  await pass(10_000);
  await passDays(2);
  await passDays();
  expect((await ledger()).map(([, state]) => state)).toEqual(['waiting', 'held']);

  here.platform.fault = () => null;
  for (let minute = 0; minute < 10; minute += 1) await pass(60_000);
  expect(arrived()).toEqual(['checkins', 'checkouts']);
  expect([here.platform.count('/checkins'), here.platform.count('/checkouts')]).toEqual([1, 1]);
});
