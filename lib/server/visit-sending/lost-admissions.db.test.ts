import { beforeEach, expect, test } from 'vitest';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { retryWaitingVisits } from '#lib/server/visits/ledger.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

/** A corporate member comes in; the platform answers everything but requests for their admission. */
beforeEach(async () => {
  here = await testDesk.openLocation();
  const member = inventMember({ type: 'CORPORATE_FITNESS', admission: { firstAdmission: false } });
  here.platform.members.push(member);
  here.platform.fault = ({ path }) => (path.endsWith('/admissions') ? { status: 504, body: {} } : null);
  const scanned = { ...here.tap(), source: 'scan', value: member.card } as const;
  expect(await lookUp({ desk: testDesk.desk, actor: here.actor }, scanned)).toMatchObject({ kind: 'unconfirmed' });
});

const asked = () => here.platform.count('/admissions');
const passHours = async (hours: number) => {
  for (let tenMinutes = 0; tenMinutes < 6 * hours; tenMinutes += 1) await here.pass(600_000);
};

test('a visit whose admission gets no clear answer is asked about a few times in a day, and then refused', async () => {
  await passHours(23);
  expect(asked()).toBeLessThan(25);
  expect(await here.ledger()).toMatchObject([{ state: 'waiting', lastError: 'failed' }]);
  await passHours(4);
  expect(asked()).toBeLessThan(25);
  expect(await here.ledger()).toMatchObject([{ state: 'refused', lastError: 'failed' }]);
});

test('it is sent within two hours once the platform answers, and asked about once for that', async () => {
  await passHours(6);
  const before = asked();
  here.platform.fault = () => null;
  await passHours(2);
  expect(await here.ledger()).toMatchObject([{ state: 'sent' }]);
  expect(asked()).toBe(before + 1);
  expect(here.platform.count('/checkins')).toBe(1);
});

test('it is not asked about at once when the platform is back after failing, which its own failures lead to', async () => {
  await passHours(6);
  const before = asked();
  const { desk } = testDesk;
  await desk.db.transaction((tx) => retryWaitingVisits(tx, desk, { locationId: here.location.id }));
  await here.pass(0);
  expect(asked()).toBe(before);
});

test('an admission whose answer was lost once is requested again soon', async () => {
  here.platform.fault = () => null;
  await here.pass(10_000);
  expect(await here.ledger()).toMatchObject([{ state: 'sent' }]);
  expect(asked()).toBe(2);
});
