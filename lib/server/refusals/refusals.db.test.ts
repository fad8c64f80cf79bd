import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { admitAnyway } from '#lib/server/arrivals/admit-anyway.ts';
import { checkIn, lookUp } from '#lib/server/arrivals/look-up.ts';
import { undo } from '#lib/server/arrivals/undo.ts';
import { voidScan } from '#lib/server/arrivals/void-scan.ts';
import { refusals } from '#lib/server/db/schema/refusals.ts';
import { forgetMember } from '#lib/server/members/forget-member.ts';
import { holdAnswer } from '#lib/testing/hold-answer.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { hourMs } from '#shared/calendar/durations.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
beforeEach(async () => {
  here = await testDesk.openLocation();
});

const context = () => ({ desk: testDesk.desk, actor: here.actor });
const recorded = () =>
  testDesk.desk.db.select().from(refusals).where(eq(refusals.locationId, here.location.id)).orderBy(refusals.at);

function enrolRefused() {
  const member = { ...inventMember(), admission: { refusal: 'corporateFitnessGymNotInNetwork' as const } };
  member.account.membership = { ...member.account.membership, membershipType: 'CORPORATE_FITNESS' };
  here.platform.members.push(member);
  return { card: member.card, accountId: member.account.accountId };
}

test('a refusal is recorded once per tap, and says who let the member in anyway, by which visit', async () => {
  const { card, accountId } = enrolRefused();
  const tap = here.tap();
  for (const _ of Array(2)) await lookUp(context(), { ...tap, source: 'scan', value: card });
  const row = { tapId: tap.tapId, accountId, reason: 'gymNotInNetwork', how: 'card', staffId: here.actor.staffId };
  expect(await recorded()).toMatchObject([{ ...row, visitTapId: null, admittedBy: null }]);
  const pressed = { ...here.tap(), accountId, reason: 'Has a letter of the employer' };
  await admitAnyway(context(), pressed);
  expect(await recorded()).toMatchObject([{ ...row, visitTapId: pressed.tapId, admittedBy: here.actor.staffId }]);
  // the visit was a mistake: the next one is the one that counts
  await undo(context(), { tapId: pressed.tapId });
  const again = { ...pressed, ...here.tap() };
  await admitAnyway(context(), again);
  expect(await recorded()).toMatchObject([{ ...row, visitTapId: again.tapId }]);
});

test('a member who tries again within the repeat window, also at another window, is turned away once', async () => {
  const { card, accountId } = enrolRefused();
  const scans = [here.tap(), here.tap()].map((tap) => lookUp(context(), { ...tap, source: 'scan', value: card }));
  for (const verdict of await Promise.all(scans)) expect(verdict.kind).toBe('refused');
  await here.pass(30_000);
  await checkIn(context(), { ...here.tap(), accountId });
  expect(await recorded()).toMatchObject([{ accountId }]);
  await here.pass(60_000);
  await lookUp(context(), { ...here.tap(), source: 'scan', value: card });
  expect(await recorded()).toMatchObject([{ accountId }, { accountId }]);
});

test('a scan that is voided while the platform is asked about it again leaves no refusal', async () => {
  here = await testDesk.openLocation({ checkInOnScan: false });
  const [tap, value] = [here.tap(), '0x04A1B2C3D4E5F6'];
  here.platform.fault = () => ({ status: 503 });
  await lookUp(context(), { ...tap, source: 'scan', value });
  const [asked, held] = [Promise.withResolvers<void>(), holdAnswer()];
  here.platform.fault = async () => {
    asked.resolve();
    await held.promise;
    return null;
  };
  const confirming = here.confirm();
  await asked.promise;
  await voidScan(context(), { tapId: tap.tapId, value });
  held.release();
  await confirming;
  expect(await recorded()).toEqual([]);
});

test('a member who was sent away in the morning and let in at night was refused twice, and let in once', async () => {
  const { card, accountId } = enrolRefused();
  await lookUp(context(), { ...here.tap(), source: 'scan', value: card });
  await here.pass(8 * hourMs);
  await lookUp(context(), { ...here.tap(), source: 'scan', value: card });
  const pressed = { ...here.tap(), accountId, reason: 'Has a letter of the employer' };
  await admitAnyway(context(), pressed);
  expect(await recorded()).toMatchObject([
    { visitTapId: null, admittedBy: null },
    { visitTapId: pressed.tapId, admittedBy: here.actor.staffId },
  ]);
});

test('a manager who was called is the one who let the member in', async () => {
  const { card, accountId } = enrolRefused();
  await lookUp(context(), { ...here.tap(), source: 'scan', value: card });
  const manager = { ...here.actor, approval: { by: here.actor.staffId, reason: 'Known to me' } };
  await admitAnyway({ ...context(), actor: manager }, { ...here.tap(), accountId, reason: 'Known to me' });
  expect(await recorded()).toMatchObject([{ admittedBy: here.actor.staffId }]);
});

test('a member who was let in before the platform refused is recorded with that visit', async () => {
  const { card, accountId } = enrolRefused();
  here.platform.fault = () => ({ status: 500, body: {} });
  const tap = here.tap();
  await lookUp(context(), { ...tap, source: 'scan', value: card });
  expect(await recorded()).toEqual([]);
  here.platform.fault = () => null;
  await here.confirm();
  const row = { tapId: tap.tapId, accountId, reason: 'gymNotInNetwork', how: 'card', visitTapId: tap.tapId };
  expect(await recorded()).toMatchObject([{ ...row, admittedBy: null }]);
});

test('an unknown card is turned away, what was typed is not, nor is a card that was read in part', async () => {
  const card = '0x04A1B2C3D4E5F6';
  await lookUp(context(), { ...here.tap(), source: 'typed', value: 'nobody@example.com' });
  await lookUp(context(), { ...here.tap(), source: 'typed', value: card });
  const part = here.tap();
  await lookUp(context(), { ...part, source: 'scan', value: card });
  await voidScan(context(), { tapId: part.tapId, value: card });
  expect(await recorded()).toEqual([]);
  await lookUp(context(), { ...here.tap(), source: 'scan', value: card });
  expect(await recorded()).toMatchObject([{ accountId: null, reason: 'cardUnknown', how: 'card' }]);
});

test('a member whose membership is gone is named as long as the directory has them, and by no card after that', async () => {
  const member = inventMember();
  const { accountId } = member.account;
  here.platform.members.push(member);
  await lookUp(context(), { ...here.tap(), source: 'scan', value: member.card });
  here.platform.members.splice(0);
  await checkIn(context(), { ...here.tap(), accountId });
  expect(await recorded()).toMatchObject([{ accountId, reason: 'membershipMissing', how: 'name' }]);
  await testDesk.desk.db.transaction((tx) =>
    forgetMember(tx, testDesk.desk, { locationId: here.location.id, accountId }),
  );
  expect(await recorded()).toEqual([]);
  await checkIn(context(), { ...here.tap(), tapId: randomUUID(), accountId });
  expect(await recorded()).toMatchObject([{ accountId: null, reason: 'membershipMissing' }]);
});
