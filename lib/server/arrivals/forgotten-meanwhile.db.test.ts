import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Queryable } from '#lib/server/db/client.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { cards, directorySyncs, members } from '#lib/server/db/schema/directory.ts';
import { locationWork } from '#lib/server/db/schema/location-work.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { lockSync } from '#lib/server/directory/absent.ts';
import { upsertMembers } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { forgetGone, forgetMember, forgetWithEntry } from '#lib/server/members/forget-member.ts';
import { countWaiting } from '#lib/testing/count-waiting.ts';
import { tablesWith } from '#lib/testing/member-traces.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { cardNumber, displayCardNumber } from '#lib/wire/reader/card-number.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { until } from '#shared/testing/until.ts';
import { admitAnyway } from './admit-anyway.ts';
import { lookUp } from './look-up.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation({ checkInOnScan: true });
});

const forget = (accountId: string, isOptOut: boolean) =>
  testDesk.desk.db.transaction((tx) => {
    const erasure = isOptOut ? undefined : { scans: [] };
    return forgetMember(tx, testDesk.desk, { locationId: here.location.id, accountId, isOptOut, erasure });
  });
const scan = (value: string) =>
  lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'scan', value });
const override = (accountId: string) =>
  admitAnyway({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), accountId, reason: 'Jan pays on Monday.' });
/** Locks something for the rest of the test. @returns releases it earlier */
async function hold(lock: (tx: Queryable) => Promise<unknown>): Promise<() => Promise<void>> {
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = testDesk.desk.db.transaction(async (tx) => {
    await lock(tx);
    held.resolve();
    await released.promise;
  });
  const release = () => {
    released.resolve();
    return holding;
  };
  onTestFinished(release);
  await held.promise;
  return release;
}
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

test('a member who is erased while a scan waits for the platform is unknown, and the scan does not wait for a page of the mirror', async () => {
  const { db } = testDesk.desk;
  await db.insert(directorySyncs).values({ locationId: here.location.id });
  const member = enrolForgottenWhileAsked(false);
  await hold((page) => lockSync(page, here.location.id));
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

test.each([
  ['the platform does not know the card any more', true, 'known'],
  ['the platform cannot be asked', true, 'away'],
  ['the platform does not know the card any more, and check-in is a button of its own', false, 'known'],
])(
  'a scan that waited in a browser while its member was erased is refused and stored nowhere: %s',
  async (_, checkInOnScan, platform) => {
    here = await testDesk.openLocation({ checkInOnScan });
    const lena = inventMember();
    here.platform.members.push(lena);
    await scan(lena.card);
    const waited = [lena.card, lena.account.email ?? ''].map(
      (value) => ({ ...here.tap(), source: 'typed', value }) as const,
    );
    testDesk.clock.now += 2 * 60_000;
    here.platform.members.length = 0;
    await forget(lena.account.accountId, false);
    if (platform === 'away') here.platform.fault = () => ({ status: 503 });
    for (const tap of waited) {
      const late = { ...tap, sentAt: testDesk.clock.now };
      const answer = lookUp({ desk: testDesk.desk, actor: here.actor }, late);
      await expect(answer).rejects.toMatchObject({ code: 'notFound' });
    }
    expect(await here.ledger()).toEqual([]);
    const traces = [lena.card, lena.account.email ?? 'none', displayCardNumber(cardNumber(lena.card.slice(2)))];
    expect(await tablesWith(testDesk.desk.db, traces)).toEqual([]);
  },
);

test('a card of an erased member counts again for scans after the erasure, of whomever has it', async () => {
  const lena = inventMember();
  here.platform.members.push(lena);
  await scan(lena.card);
  await forget(lena.account.accountId, false);
  testDesk.clock.now += 1;
  here.platform.fault = () => ({ status: 503 });
  expect((await scan(lena.card)).kind).toBe('unconfirmed');
  expect(await here.ledger()).toMatchObject([{ kind: 'checkIn', accountId: null }]);
});

/** A member's second scan of a day, which waits in a browser for two minutes before it is sent. */
async function scanThatWaits() {
  const member = inventMember();
  here.platform.members.push(member);
  await scan(member.card);
  testDesk.clock.now += 12 * 3_600_000;
  const waited = { ...here.tap(), source: 'scan', value: member.card } as const;
  testDesk.clock.now += 2 * 60_000;
  const sendWaiting = () =>
    lookUp({ desk: testDesk.desk, actor: here.actor }, { ...waited, sentAt: testDesk.clock.now });
  return { accountId: member.account.accountId, sendWaiting };
}

test('a scan that waited while its member only opted out still counts', async () => {
  const { accountId, sendWaiting } = await scanThatWaits();
  await forget(accountId, true);
  here.platform.fault = () => ({ status: 503 });
  await sendWaiting();
  expect(await here.ledger()).toMatchObject([{ kind: 'checkIn', accountId: null }]);
});

test('a scan that waited while the membership only ended is recorded for a manager', async () => {
  const { accountId, sendWaiting } = await scanThatWaits();
  here.platform.members.length = 0;
  await forgetWithEntry(testDesk.desk, { locationId: here.location.id, accountId, staffId: here.actor.staffId });
  await sendWaiting();
  expect(await here.ledger()).toMatchObject([{ kind: 'checkIn', accountId: null }]);
});

test('a scan that waited while the platform no longer knew its member, whom no person erased, is recorded for a manager', async () => {
  const { accountId, sendWaiting } = await scanThatWaits();
  here.platform.members.length = 0;
  await testDesk.desk.db.delete(visits).where(eq(visits.locationId, here.location.id));
  const gone = [{ accountId, askedAt: new Date(testDesk.clock.now) }];
  expect(await forgetGone(testDesk.desk, { locationId: here.location.id, gone })).toBe(1);
  await sendWaiting();
  expect(await here.ledger()).toMatchObject([{ kind: 'checkIn', accountId: null }]);
});

test('a scan waits for one of the members who are being forgotten, not for all of them, and reports are counted after the last', async () => {
  const { db } = testDesk.desk;
  const work = { kind: 'countForReports', locationId: here.location.id } as const;
  const later = new Date(testDesk.clock.now + dayMs);
  await db.insert(locationWork).values({ ...work, dueAt: later });
  const isWork = and(eq(locationWork.kind, work.kind), eq(locationWork.locationId, work.locationId));
  const countDue = () => db.select({ dueAt: locationWork.dueAt }).from(locationWork).where(isWork);
  const [lena, ...leavers] = [inventMember(), inventMember(), inventMember()];
  const askedAt = new Date(testDesk.clock.now);
  const key = { locationId: here.location.id };
  await upsertMembers(db, { ...key, members: leavers.map(({ account }) => memberOf(account)), askedAt });
  here.platform.members.push(lena);
  const gone = leavers.map(({ account: { accountId } }) => ({ accountId, askedAt }));
  const [first, second] = await Promise.all(
    gone.map(({ accountId }) =>
      hold((tx) => tx.select().from(members).where(eq(members.accountId, accountId)).for('update')),
    ),
  );
  const forgetting = forgetGone(testDesk.desk, { ...key, gone });
  await until(async () => expect(await countWaiting(db)).toBe(1));
  const scanning = scan(lena.card);
  await until(async () => expect(await countWaiting(db)).toBe(2));
  await first?.();
  await until(async () => expect(await here.ledger()).toMatchObject([{ accountId: lena.account.accountId }]));
  expect(await countDue()).toEqual([{ dueAt: later }]);
  await second?.();
  expect(await forgetting).toBe(2);
  expect(await countDue()).toEqual([{ dueAt: new Date(testDesk.clock.now) }]);
  expect((await scanning).kind).toBe('admitted');
});
