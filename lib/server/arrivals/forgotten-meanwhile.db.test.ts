import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { cards, members } from '#lib/server/db/schema/directory.ts';
import { forgetMember } from '#lib/server/members/forget-member.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { admitAnyway } from './admit-anyway.ts';
import { lookUp } from './look-up.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation({ checkInOnScan: true });
});

const forget = (accountId: string, isOptOut: boolean) =>
  testDesk.desk.db.transaction((tx) =>
    forgetMember(tx, testDesk.desk, { locationId: here.location.id, accountId, isOptOut }),
  );
const scan = (value: string) =>
  lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'scan', value });
const override = (accountId: string) =>
  admitAnyway({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), accountId, reason: 'Jan pays on Monday.' });
const audit = () => testDesk.desk.db.select().from(auditLog).where(eq(auditLog.locationId, here.location.id));

/** A member who is forgotten while a scan waits for their admission. */
function enrolForgottenWhileAsked(isOptOut: boolean) {
  const member = inventMember({ type: 'CORPORATE_FITNESS' });
  here.platform.members.push(member);
  here.platform.fault = async ({ path }) => {
    if (path.includes('/admissions')) await forget(member.account.accountId, isOptOut);
    return null;
  };
  return member;
}

test('an opt-out while a scan waits for the platform loses no visit and stores nothing of the member', async () => {
  const member = enrolForgottenWhileAsked(true);
  expect((await scan(member.card)).kind).toBe('admitted');
  expect(here.platform.count('/admissions')).toBe(1);
  expect(await here.ledger()).toMatchObject([{ kind: 'checkIn', accountId: member.account.accountId }]);
  const { db } = testDesk.desk;
  expect(await db.$count(members, eq(members.locationId, here.location.id))).toBe(0);
  expect(await db.$count(cards, eq(cards.locationId, here.location.id))).toBe(0);
});

test('a member who is erased while a scan waits for the platform is unknown', async () => {
  const member = enrolForgottenWhileAsked(false);
  expect((await scan(member.card)).kind).toBe('unknown');
  expect(await here.ledger()).toEqual([]);
});

test('who is erased before they are admitted against a refusal appears in no entry of the audit log', async () => {
  const jan = inventMember({
    type: 'CORPORATE_FITNESS',
    admission: { refusal: 'corporateFitnessMembershipExpired' },
  });
  here.platform.members.push(jan);
  expect((await scan(jan.card)).kind).toBe('refused');
  here.platform.members.length = 0;
  await forget(jan.account.accountId, false);
  expect((await override(jan.account.accountId)).kind).toBe('unknown');
  expect(await audit()).toEqual([]);
});

test('who is erased while the platform is asked for them, to be admitted against a refusal, appears in no entry either', async () => {
  const jan = inventMember();
  const { accountId } = jan.account;
  here.platform.members.push(jan);
  here.platform.fault = async ({ path }) => {
    if (path.includes(accountId)) await forget(accountId, false);
    return null;
  };
  expect((await override(accountId)).kind).toBe('unknown');
  expect(await audit()).toEqual([]);
});

test('a member who is in already was not admitted against a refusal, so the audit log has no entry', async () => {
  const lena = inventMember();
  here.platform.members.push(lena);
  expect((await scan(lena.card)).kind).toBe('admitted');
  await override(lena.account.accountId);
  expect(await here.ledger()).toHaveLength(1);
  expect(await audit()).toEqual([]);
});
