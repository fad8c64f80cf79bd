import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { checkOut } from '#lib/server/arrivals/check-out.ts';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { refuse } from '#lib/testing/fake-platform.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { hourMs } from '#shared/calendar/durations.ts';
import { resendVisits } from './resend-visits.ts';

const testDesk = setUpTestDesk();
const [lena, omar] = [inventMember(), inventMember({ type: 'CORPORATE_FITNESS' })];
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation();
  here.platform.members.push(lena, omar);
});

const context = () => ({ desk: testDesk.desk, actor: here.actor });
const scan = ({ card }: typeof lena) => lookUp(context(), { ...here.tap(), source: 'scan', value: card });
const leave = ({ account: { accountId } }: typeof lena) => checkOut(context(), { ...here.tap(), accountId });
const resend = async (since: Date) => {
  const resent = await resendVisits(testDesk.desk, { location: here.location, since });
  await here.pass(0);
  return resent;
};
/** Visits of two members, those before and those after the moment of a backup. @returns that moment */
async function visitBothSides(): Promise<Date> {
  await scan(lena);
  await here.pass(hourMs);
  testDesk.clock.now += hourMs;
  const since = new Date(testDesk.clock.now);
  await leave(lena);
  await scan(omar);
  await here.pass(hourMs);
  return since;
}
const states = async () => (await here.ledger()).map(({ state }) => state);
/** As a platform restored from a backup of that moment. */
function forget(since: Date): void {
  for (const [key, { at }] of here.platform.visits) if (at >= since.getTime()) here.platform.visits.delete(key);
}

test('what a platform has lost reaches it again with its own time, and nothing counts twice however often it is sent', async () => {
  const since = await visitBothSides();
  const before = new Map(here.platform.visits);
  forget(since);
  expect([before.size, here.platform.visits.size]).toEqual([3, 1]);
  expect(await resend(since)).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }]);
  expect(here.platform.visits).toEqual(before);
  expect(await states()).toEqual(['sent', 'sent', 'sent']);
  const sent = here.platform.count('/checkins');
  await resend(since);
  expect(here.platform.count('/checkins')).toBe(sent + 1);
  expect(here.platform.visits).toEqual(before);
  const entries = await testDesk.desk.db.select().from(auditLog).where(eq(auditLog.locationId, here.location.id));
  const entry = { action: 'resendVisits', staffId: null, reason: '2 2026-11-21' };
  expect(entries).toMatchObject([entry, entry]);
});

test('a visit from before the moment that arrived after it is lost too, and sent again', async () => {
  await here.platform.stop();
  await scan(lena);
  await here.pass(hourMs);
  const since = new Date(testDesk.clock.now);
  await here.platform.start();
  await here.pass(hourMs);
  expect(await states()).toEqual(['sent']);
  here.platform.visits.clear();
  expect(await resend(since)).toHaveLength(1);
  expect(here.platform.visits.size).toBe(1);
});

test('the moment is one of the platform’s clock, and what reached it two minutes before is sent too', async () => {
  const aheadMs = 10 * 60_000;
  here.platform.clock = () => testDesk.clock.now + aheadMs;
  const mira = inventMember();
  here.platform.members.push(mira);
  await scan(mira);
  await here.pass(10_000);
  testDesk.clock.now += hourMs;
  await scan(lena);
  await here.pass(10_000);
  testDesk.clock.now += 60_000;
  const since = new Date(testDesk.clock.now + aheadMs);
  await scan(omar);
  await here.pass(10_000);
  here.platform.visits.clear();
  expect(new Set((await resend(since)).map(({ accountId }) => accountId))).toEqual(
    new Set([lena, omar].map(({ account }) => account.accountId)),
  );
});

test('neither the admission nor the card of a visit that was sent is asked about again', async () => {
  await here.platform.stop();
  const { tapId } = here.tap();
  await lookUp(context(), { ...here.tap(), tapId, source: 'scan', value: omar.card });
  await here.platform.start();
  await here.pass(hourMs);
  // as of one that its echo has settled before the platform could be asked
  await testDesk.desk.db.update(visits).set({ isUnasked: true }).where(eq(visits.tapId, tapId));
  const asked = () => [here.platform.count('/admissions'), here.platform.count('/rfid/')];
  const before = asked();
  expect(before).toEqual([1, 1]);
  here.platform.visits.clear();
  await resend(new Date(0));
  expect(await states()).toEqual(['sent']);
  expect([asked(), here.platform.visits.size]).toEqual([before, 1]);
});

test('what has failed for a day before it arrived is not given up at the first failure after it', async () => {
  await visitBothSides();
  const longAgo = new Date(testDesk.clock.now - 48 * hourMs);
  await testDesk.desk.db.update(visits).set({ failingSince: longAgo }).where(eq(visits.locationId, here.location.id));
  here.platform.fault = ({ path }) => (/check(in|out)s$/.test(path) ? refuse('forbiddenAction') : null);
  await resend(new Date(0));
  expect(new Set(await states())).toEqual(new Set(['waiting']));
});
