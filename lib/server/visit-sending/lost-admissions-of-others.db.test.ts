import { beforeEach, describe, expect, test } from 'vitest';
import { checkIn, lookUp } from '#lib/server/arrivals/look-up.ts';
import { readConfirmed } from '#lib/server/arrivals/read-confirmed.ts';
import type { Reply } from '#lib/testing/fake-platform.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';

const minute = 60_000;

const testDesk = setUpTestDesk();
let here: TestLocation;
let member: ReturnType<typeof inventMember>;
let tapId: string;

/** A corporate member is in by a visit that the platform has refused. */
beforeEach(async () => {
  here = await testDesk.openLocation();
  member = inventMember({
    type: 'CORPORATE_FITNESS',
    admission: { refusal: 'corporateFitnessMembershipExpired' },
  });
  const { accountId } = member.account;
  here.platform.members.push(member);
  fail();
  ({ tapId } = await checkIn(context(), { ...here.tap(), accountId }));
  answer();
  await here.confirm();
  expect(await here.ledger()).toMatchObject([{ tapId, accountId, state: 'refused' }]);
  await here.pass(10 * minute);
});

const context = () => ({ desk: testDesk.desk, actor: here.actor });
const scan = () => lookUp(context(), { ...here.tap(), source: 'scan', value: member.card });
const asked = () => here.platform.count('/admissions');
const fail = (reply: Reply = { status: 503 }, of = '/') => {
  here.platform.fault = ({ path }) => (path.includes(of) ? reply : null);
};
const failAdmissions = () => fail({ status: 504, body: {} }, '/admissions');
const answer = () => {
  here.platform.fault = () => null;
};

describe('a visit by an unknown card that turns out to be theirs', () => {
  const passHours = async (hours: number) => {
    for (let tenMinutes = 0; tenMinutes < 6 * hours; tenMinutes += 1) await here.pass(10 * minute);
  };

  beforeEach(async () => {
    fail();
    const second = await scan();
    expect(await here.ledger()).toMatchObject([{ tapId }, { tapId: second.tapId, accountId: null }]);
    failAdmissions();
    await passHours(23);
    expect(asked()).toBeLessThan(25);
    expect(await here.ledger()).toMatchObject([{ state: 'refused' }, { state: 'waiting' }]);
  });

  test('asks about the refused one a few times in a day, and is refused then', async () => {
    await passHours(4);
    expect(asked()).toBeLessThan(25);
    expect(await here.ledger()).toMatchObject([{ state: 'refused' }, { state: 'refused', lastError: 'failed' }]);
  });

  test('asks once more within two hours after the platform answers, and the refused one is sent', async () => {
    const before = asked();
    answer();
    member.admission = { firstAdmission: false };
    await passHours(2);
    expect(await here.ledger()).toMatchObject([{ tapId, state: 'sent' }]);
    expect(asked()).toBe(before + 1);
  });
});

test('a scan of theirs asks about it a few times in the minutes in which it is confirmed', async () => {
  failAdmissions();
  const second = await scan();
  expect(second).toMatchObject({ kind: 'unconfirmed', visit: { tapId } });
  for (let minutes = 0; minutes < 10; minutes += 1) {
    testDesk.clock.now += minute;
    await here.confirm();
  }
  expect(asked()).toBeLessThan(9);
  expect(await readConfirmed(context(), { tapId: [second.tapId] })).toEqual([]);
});
