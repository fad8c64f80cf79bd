import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { checkOut } from '#lib/server/arrivals/check-out.ts';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { undo } from '#lib/server/arrivals/undo.ts';
import { elsewhereEvents, visits } from '#lib/server/db/schema/visits.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { listCorporateEndings } from './list-endings.ts';

const november = { from: '2026-11-01', to: '2026-11-30' };

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation();
});

/** A corporate member of the platform, with the end of the entitlement as it sends it. */
function enrol(endTimestamp?: string) {
  const member = inventMember({ type: 'CORPORATE_FITNESS' });
  Object.assign(member.account.membership ?? {}, { corporateFitness: { endTimestamp } });
  here.platform.members.push(member);
  return { ...member, accountId: member.account.accountId };
}

/** Has the platform list all enrolled members. */
function answerList() {
  const { platform } = here;
  platform.fault = ({ path }) =>
    path.endsWith('/corporate-fitness') ? { status: 200, body: platform.members.map(({ account }) => account) } : null;
}

const endings = async () => (await listCorporateEndings({ desk: testDesk.desk, actor: here.actor }, november)).entries;

test('the request to the platform contains the range, both days included', async () => {
  answerList();
  await endings();
  const [asked] = here.platform.requests;
  expect(asked?.path).toBe('/api/v2/accounts/corporate-fitness');
  expect(Object.fromEntries(asked?.query ?? [])).toEqual({ endDateFrom: '2026-11-01', endDateTo: '2026-11-30' });
});

test('endings are listed by days in the location’s time zone, the earliest first', async () => {
  const late = enrol('2026-11-30T22:59:59.000Z');
  const past = enrol('2026-11-19T22:59:59.000Z');
  const today = enrol('2026-11-21T22:59:59.000Z');
  const openEnded = enrol();
  answerList();
  expect(await endings()).toMatchObject([
    { accountId: past.accountId, since: '2019-04-01', until: '2026-11-19', daysLeft: -2 },
    { accountId: today.accountId, until: '2026-11-21', daysLeft: 0 },
    { accountId: late.accountId, displayName: `Lena ${late.account.lastName}`, until: '2026-11-30', daysLeft: 9 },
    { accountId: openEnded.accountId, until: null, daysLeft: null },
  ]);
});

test('an end without a time or a zone is that day in the location’s time zone', async () => {
  enrol('2026-11-19');
  enrol('2026-11-20T00:00:00');
  enrol('2026-11-30T23:59:59');
  answerList();
  expect((await endings()).map(({ until }) => until)).toEqual(['2026-11-19', '2026-11-20', '2026-11-30']);
});

test('a list longer than any page is read completely', async () => {
  const members = Array.from({ length: 300 }, () => enrol('2026-11-30T22:59:59.000Z'));
  const values = Array.from({ length: 200 }, (_, index) => index);
  here.platform.fault = () => ({ status: 200, body: members.map(({ account }) => ({ ...account, values })) });
  expect(await endings()).toHaveLength(300);
});

test('the answer has no more fields than the screen shows', async () => {
  enrol('2026-11-30T22:59:59.000Z');
  answerList();
  expect((await endings()).map((entry) => Object.keys(entry).sort())).toEqual([
    ['accountId', 'daysLeft', 'displayName', 'initials', 'lastVisitAt', 'photoUrl', 'since', 'until'],
  ]);
});

test('the last visit is the last check-in that the desk knows, here or elsewhere', async () => {
  const [own, elsewhere, undone, refused] = [enrol('2026-11-10'), enrol('2026-11-11'), enrol('2026-11-12'), enrol()];
  answerList();
  const scan = (value: string) =>
    lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'scan', value });
  const cameAt = new Date(testDesk.clock.now);
  for (const { card } of [own, elsewhere, refused]) await scan(card);
  const { tapId } = await scan(undone.card);
  await undo({ desk: testDesk.desk, actor: here.actor }, { tapId });
  await testDesk.desk.db.update(visits).set({ state: 'refused' }).where(eq(visits.accountId, refused.accountId));
  await here.pass(5 * 60_000);
  await checkOut({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), accountId: own.accountId });
  const laterAt = new Date(testDesk.clock.now);
  const event = { locationId: here.location.id, accountId: elsewhere.accountId, kind: 'checkIn' } as const;
  await testDesk.desk.db.insert(elsewhereEvents).values({ ...event, at: laterAt });
  const lastVisits = new Map((await endings()).map(({ accountId, lastVisitAt }) => [accountId, lastVisitAt]));
  expect(lastVisits).toEqual(
    new Map([
      [own.accountId, cameAt.toISOString()],
      [elsewhere.accountId, laterAt.toISOString()],
      [undone.accountId, null],
      [refused.accountId, cameAt.toISOString()],
    ]),
  );
});

test('a platform that cannot be asked is a failure', async () => {
  await here.platform.stop();
  await expect(endings()).rejects.toMatchObject({ code: 'platformUnavailable' });
});
