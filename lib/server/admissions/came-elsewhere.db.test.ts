import { beforeEach, expect, test } from 'vitest';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { undo } from '#lib/server/arrivals/undo.ts';
import { elsewhereEvents } from '#lib/server/db/schema/visits.ts';
import { upsertMember } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { forgetMember } from '#lib/server/members/forget-member.ts';
import { handleEvent } from '#lib/server/webhooks/handle-event.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { type TestLocation, testNow } from '#lib/testing/test-desk.ts';
import { readCorporateStatement } from './read-statement.ts';
import { writeStatement } from './write-statement.ts';

const minute = 60_000;

const testDesk = setUpTestDesk();
let here: TestLocation;
const context = () => ({ desk: testDesk.desk, actor: here.actor });

beforeEach(async () => {
  testDesk.clock.now = testNow;
  here = await testDesk.openLocation();
});

async function enrol(type = 'CORPORATE_FITNESS') {
  const member = inventMember({ type, admission: { firstAdmission: false } });
  here.platform.members.push(member);
  const askedAt = new Date(testDesk.clock.now);
  await upsertMember(testDesk.desk.db, { locationId: here.location.id, member: memberOf(member.account), askedAt });
  return { ...member, ...member.account };
}
type Enrolled = Awaited<ReturnType<typeof enrol>>;

const scan = ({ card }: Enrolled) => lookUp(context(), { ...here.tap(), source: 'scan', value: card });
/** The platform says so many minutes from now what happened then. */
async function hear({ accountId }: Enrolled, inMinutes: number, type: 'GYM_CHECKIN' | 'GYM_CHECKOUT' = 'GYM_CHECKIN') {
  const { desk, clock } = testDesk;
  const at = new Date(clock.now + inMinutes * minute);
  const event = { locationId: here.location.id, accountId, type, at, receivedAt: new Date(at.getTime() + 1) };
  await desk.db.transaction((tx) => handleEvent(tx, desk, event));
  return at.toISOString();
}
async function statement() {
  const { exceptions, total, refusals } = await readCorporateStatement(context(), { month: '2026-11' });
  return { granted: total.granted, refusals, exceptions: exceptions.map(({ kind, at }) => [kind, at]) };
}

test('a corporate member who comes by a turnstile is listed once for the visit, also where a scan at the counter asks for nothing', async () => {
  const lena = await enrol();
  const at = await hear(lena, -10);
  await hear(lena, -5);
  expect(await scan(lena)).toMatchObject({ kind: 'admitted', reasons: [{ code: 'alreadyIn' }] });
  expect(here.platform.count('/admissions')).toBe(0);
  const membershipId = lena.membership?.membershipId ?? null;
  expect(await readCorporateStatement(context(), { month: '2026-11' })).toMatchObject({
    total: { granted: 0, unanswered: 0 },
    exceptions: [{ kind: 'cameElsewhere', at, accountId: lena.accountId, membershipId, reason: null, visits: 1 }],
  });
  // nor in another month
  const { exceptions } = await readCorporateStatement(context(), { month: '2026-10' });
  expect(exceptions).toEqual([]);
});

test('somebody who is admitted at the counter is not, whatever a turnstile reports of the same visit, but is for the next one', async () => {
  const lena = await enrol();
  await scan(lena);
  await hear(lena, 1);
  expect(await statement()).toEqual({ granted: 1, refusals: [], exceptions: [] });
  await hear(lena, 60, 'GYM_CHECKOUT');
  const at = await hear(lena, 120);
  expect(await statement()).toEqual({ granted: 1, refusals: [], exceptions: [['cameElsewhere', at]] });
});

test('nor is somebody about whom the counter asked because it heard of the turnstile late', async () => {
  const lena = await enrol();
  await scan(lena);
  await here.pass(minute);
  await hear(lena, -2);
  expect(await statement()).toEqual({ granted: 1, refusals: [], exceptions: [] });
});

test('nor somebody whose visit was undone, since the admission still counts', async () => {
  const lena = await enrol();
  const { tapId } = await scan(lena);
  await undo(context(), { tapId });
  await hear(lena, 2);
  expect(await statement()).toEqual({ granted: 1, refusals: [], exceptions: [] });
});

test('of two visits by the turnstile shortly after an admission whose visit was undone, the second one is listed', async () => {
  const lena = await enrol();
  const { tapId } = await scan(lena);
  await undo(context(), { tapId });
  await hear(lena, 2);
  await hear(lena, 5, 'GYM_CHECKOUT');
  const at = await hear(lena, 8);
  expect(await statement()).toEqual({ granted: 1, refusals: [], exceptions: [['cameElsewhere', at]] });
});

test('so is the visit after one that the turnstile reported late, in place of which the counter had recorded its own', async () => {
  const lena = await enrol();
  await scan(lena);
  await hear(lena, -2);
  expect(await here.ledger()).toEqual([]);
  await hear(lena, 3, 'GYM_CHECKOUT');
  const at = await hear(lena, 6);
  expect(await statement()).toEqual({ granted: 1, refusals: [], exceptions: [['cameElsewhere', at]] });
});

test('so is the visit after one that began in the month before', async () => {
  const lena = await enrol();
  // a minute before the gym's midnight
  testDesk.clock.now = Date.parse('2026-10-31T22:59:00Z');
  const { tapId } = await scan(lena);
  await undo(context(), { tapId });
  await hear(lena, 0.5);
  await hear(lena, 3, 'GYM_CHECKOUT');
  const at = await hear(lena, 6);
  expect((await statement()).exceptions).toEqual([['cameElsewhere', at]]);
});

test('a visit by the turnstile that ended before the month is not one of this month, in which the member came again', async () => {
  const lena = await enrol();
  // an hour and a half before the gym's midnight
  testDesk.clock.now = Date.parse('2026-10-31T21:30:00Z');
  await hear(lena, 0);
  await hear(lena, 30, 'GYM_CHECKOUT');
  testDesk.clock.now = testNow;
  const at = await hear(lena, -10);
  const { exceptions } = await readCorporateStatement(context(), { month: '2026-11' });
  expect(exceptions).toMatchObject([{ kind: 'cameElsewhere', at, visits: 1 }]);
});

test('who goes out by the turnstile shortly after an admission at the counter, and comes in by it again, is listed', async () => {
  const lena = await enrol();
  await scan(lena);
  await hear(lena, 6, 'GYM_CHECKOUT');
  const at = await hear(lena, 9);
  expect(await statement()).toEqual({ granted: 1, refusals: [], exceptions: [['cameElsewhere', at]] });
});

test('so is who comes by a turnstile while a visit of the day before is admitted at last', async () => {
  const lena = await enrol();
  here.platform.fault = ({ path }) => (path.endsWith('/admissions') ? { status: 429 } : null);
  await scan(lena);
  here.platform.fault = () => null;
  await here.pass(21 * 60 * minute);
  const at = await hear(lena, -20);
  await here.confirm();
  expect(await statement()).toEqual({ granted: 1, refusals: [], exceptions: [['cameElsewhere', at]] });
});

test('a member who comes by the turnstile on many days is one row with their number, and has a line for each in the file', async () => {
  const [lena, jan] = [await enrol(), await enrol()];
  const day = 24 * 60;
  const at = await hear(lena, -3 * day);
  for (const days of [-2, -1]) await hear(lena, days * day);
  await hear(jan, -day);
  const { exceptions } = await readCorporateStatement(context(), { month: '2026-11' });
  expect(exceptions).toMatchObject([
    { kind: 'cameElsewhere', at, accountId: lena.accountId, visits: 3 },
    { kind: 'cameElsewhere', accountId: jan.accountId, visits: 1 },
  ]);
  const words = { separator: ',', say: (key: string) => key, sayReason: (reason: string) => reason } as const;
  const file = await Array.fromAsync(writeStatement(context(), { month: '2026-11', words }));
  expect(file.join('').match(/kinds\.cameElsewhere/g)).toHaveLength(4);
});

test('who is refused at the counter and comes in by a turnstile is listed', async () => {
  const lena = await enrol();
  here.platform.members[0] = { ...lena, admission: { refusal: 'corporateFitnessMembershipExpired' } };
  await scan(lena);
  const at = await hear(lena, 1);
  expect(await statement()).toMatchObject({ refusals: [{ count: 1 }], exceptions: [['cameElsewhere', at]] });
});

test('who waits for a decision about a visit at the counter is listed for that alone', async () => {
  const lena = await enrol();
  here.platform.fault = ({ path }) => (path.endsWith('/admissions') ? { status: 429 } : null);
  await scan(lena);
  await hear(lena, 1);
  expect((await statement()).exceptions.map(([kind]) => kind)).toEqual(['undecided']);
});

test('ordinary members are not listed, nor somebody whose data was deleted, and these visits come last', async () => {
  const [lena, jan, mira] = [await enrol(), await enrol(), await enrol()];
  await hear(await enrol('PREMIUM'), -30);
  for (const one of [lena, jan]) await hear(one, -20);
  here.platform.fault = ({ path }) => (path.endsWith('/admissions') ? { status: 429 } : null);
  await scan(mira);
  const { accountId } = jan;
  const { desk } = testDesk;
  await desk.db.transaction((tx) =>
    forgetMember(tx, desk, { locationId: here.location.id, accountId, isOptOut: false }),
  );
  expect(await desk.db.$count(elsewhereEvents)).toBeGreaterThan(1);
  expect((await statement()).exceptions.map(([kind]) => kind)).toEqual(['undecided', 'cameElsewhere']);
});
