import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { admissions } from '#lib/server/db/schema/admissions.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { askAdmission } from '#lib/server/lookup/ask-admission.ts';
import { forgetMember } from '#lib/server/members/forget-member.ts';
import type { FakeRequest } from '#lib/testing/fake-platform.ts';
import { holdAnswer } from '#lib/testing/hold-answer.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { until } from '#shared/testing/until.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
let member: ReturnType<typeof inventMember>;
let accountId: string;
beforeEach(async () => {
  here = await testDesk.openLocation();
  member = inventMember();
  member.account.membership = { ...member.account.membership, membershipType: 'CORPORATE_FITNESS' };
  here.platform.members.push(member);
  ({ accountId } = member.account);
});

const context = () => ({ desk: testDesk.desk, actor: here.actor });
const scan = (tap = here.tap()) => lookUp(context(), { ...tap, source: 'scan', value: member.card });
const kept = () =>
  testDesk.desk.db.select().from(admissions).where(eq(admissions.locationId, here.location.id)).orderBy(admissions.at);
const isOfAdmission = ({ path }: FakeRequest) => path.endsWith('/admissions');

function holdAdmission() {
  const held = holdAnswer();
  here.platform.fault = async (request) => {
    if (isOfAdmission(request)) await held.promise;
    return null;
  };
  return held;
}

test('a tap that is sent twice, at once or later, has one admission', async () => {
  const tap = here.tap();
  await Promise.all([scan(tap), scan(tap)]);
  await scan(tap);
  expect(await kept()).toMatchObject([
    { accountId, tapId: tap.tapId, occasion: 'counter', isFirst: expect.any(Boolean) },
  ]);
});

test('a row exists before the platform answers, so that a process that dies meanwhile leaves it without an answer', async () => {
  const held = holdAdmission();
  const scanned = scan();
  await until(() => expect(here.platform.count('/admissions')).toBe(1));
  expect(await kept()).toMatchObject([{ accountId, isFirst: null }]);
  held.release();
  await scanned;
  await until(async () => expect(await kept()).toMatchObject([{ isFirst: false }]));
});

test('what the platform has not received, or not understood, leaves no row; what it may have granted does', async () => {
  const asked = () =>
    askAdmission(context(), {
      accountId,
      tapId: here.tap().tapId,
      foundAt: new Date(testDesk.clock.now),
      urgency: 'ledger',
    });
  here.platform.fault = (request) => (isOfAdmission(request) ? { status: 429 } : null);
  await asked();
  expect(await kept()).toEqual([]);
  here.platform.fault = (request) => (isOfAdmission(request) ? { status: 502, body: {} } : null);
  await asked();
  expect(await kept()).toMatchObject([{ isFirst: null, occasion: 'later' }]);
});

test('an admission stays when its visit is undone or lost', async () => {
  await scan();
  await testDesk.desk.db.delete(visits).where(eq(visits.locationId, here.location.id));
  expect(await kept()).toHaveLength(1);
});

test('nothing is kept of a member who is forgotten before the request, or while it is under way', async () => {
  const forget = () =>
    testDesk.desk.db.transaction((tx) => forgetMember(tx, testDesk.desk, { locationId: here.location.id, accountId }));
  const before = {
    accountId,
    tapId: here.tap().tapId,
    foundAt: new Date(testDesk.clock.now),
    urgency: 'ledger',
  } as const;
  const held = holdAdmission();
  const asked = askAdmission(context(), before);
  await until(() => expect(here.platform.count('/admissions')).toBe(1));
  await forget();
  held.release();
  expect(await asked).toMatchObject({ kind: 'granted' });
  expect(await kept()).toEqual([]);
  expect(await askAdmission(context(), before)).toMatchObject({ kind: 'granted' });
  expect(await kept()).toEqual([]);
});
