import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { dropFromDirectory } from '#lib/testing/kept-of-members.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { admitAnyway } from './admit-anyway.ts';
import { checkIn, lookUp } from './look-up.ts';
import { readConfirmed } from './read-confirmed.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
const jan = inventMember({
  type: 'CORPORATE_FITNESS',
  admission: { refusal: 'corporateFitnessMembershipExpired' },
});
const { accountId } = jan.account;
const reason = 'His company renews on Monday.';

beforeEach(async () => {
  here = await testDesk.openLocation();
  here.platform.members.push(jan);
});

const refuse = () =>
  lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'scan', value: jan.card });
const override = (tap = here.tap()) =>
  admitAnyway({ desk: testDesk.desk, actor: here.actor }, { ...tap, accountId, reason });
const audit = () => testDesk.desk.db.select().from(auditLog).where(eq(auditLog.locationId, here.location.id));

test('a refused member is admitted, and the reason and the refusal are recorded', async () => {
  expect((await refuse()).kind).toBe('refused');
  const tap = here.tap();
  expect(await override(tap)).toMatchObject({
    kind: 'attention',
    reasons: [{ code: 'admissionOverridden', nextActor: 'manager' }],
    visit: { tapId: tap.tapId, kind: 'checkIn' },
    offers: ['checkOut'],
  });
  expect(await audit()).toMatchObject([
    {
      action: 'admitAnyway',
      staffId: here.actor.staffId,
      accountId,
      tapId: tap.tapId,
      reason,
      cause: 'corporateMembershipEnded',
    },
  ]);
  await here.pass(10_000);
  expect(await here.ledger()).toMatchObject([{ state: 'sent' }]);
  // asked once by the refused scan, and not again
  expect(here.platform.count('/admissions')).toBe(1);
});

test('a repeated tap is one visit and one entry of the audit log', async () => {
  await refuse();
  const tap = here.tap();
  const [one, two] = [await override(tap), await override(tap)];
  expect(two).toEqual(one);
  expect(await here.ledger()).toHaveLength(1);
  expect(await audit()).toHaveLength(1);
});

test('an override works while the platform is unreachable', async () => {
  await refuse();
  await here.platform.stop();
  expect(await override()).toMatchObject({ kind: 'attention', visit: { kind: 'checkIn' } });
});

test('the check-in button does not override a refusal', async () => {
  await refuse();
  const verdict = await checkIn({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), accountId });
  expect(verdict).toMatchObject({ kind: 'refused', visit: null });
  expect(await here.ledger()).toEqual([]);
});

test('the verdict says whether the person may override', async () => {
  expect(await refuse()).toMatchObject({ mayOverride: true });
  const reception = { ...here.actor, mayOverride: false };
  const seen = await lookUp(
    { desk: testDesk.desk, actor: reception },
    { ...here.tap(), source: 'scan', value: jan.card },
  );
  expect(seen).toMatchObject({ kind: 'refused', mayOverride: false });
});

test('an unknown member is admitted while the platform is unreachable, and not refused again later', async () => {
  await refuse();
  await dropFromDirectory(testDesk.desk.db, { locationId: here.location.id, accountId });
  await here.platform.stop();
  const { tapId, kind } = await override();
  expect(kind).toBe('unconfirmed');
  await here.platform.start();
  await here.confirm();
  expect(await readConfirmed({ desk: testDesk.desk, actor: here.actor }, { tapId: [tapId] })).toMatchObject([
    { kind: 'attention', reasons: [{ code: 'admissionOverridden' }], member: { accountId } },
  ]);
  await here.pass(10_000);
  expect(await here.ledger()).toMatchObject([{ state: 'sent' }]);
  expect(here.platform.count('/admissions')).toBe(1);
});
