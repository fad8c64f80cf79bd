import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkOut } from '#lib/server/arrivals/check-out.ts';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { readConfirmed } from '#lib/server/arrivals/read-confirmed.ts';
import { closeLocations } from '#lib/server/closing/close.ts';
import { refusals } from '#lib/server/db/schema/refusals.ts';
import { readPresence } from '#lib/server/presence/list.ts';
import { retryKeptVisit } from '#lib/server/visits/kept-visits.ts';
import { hourMs, minuteMs } from '#lib/testing/directory-of.ts';
import { refuse } from '#lib/testing/fake-platform.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import type { Verdict } from '#lib/wire/verdict.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
let lena: ReturnType<typeof inventMember>;
let phone: string;

/** Lena's card was scanned here once; the platform is away when somebody else holds it to the reader, and does not know it afterwards. */
async function scanRecalled(): Promise<Verdict> {
  lena = inventMember();
  phone = inventMember().card;
  here.platform.members.push(lena);
  await scan(lena.card);
  await here.pass(30 * hourMs);
  here.platform.visits.clear();
  here.platform.fault = () => ({ status: 503 });
  const verdict = await scan(lena.card);
  lena.rfids?.splice(0, 1, phone);
  return verdict;
}

beforeEach(async () => {
  here = await testDesk.openLocation();
});

const context = () => ({ desk: testDesk.desk, actor: here.actor });
const scan = (value: string) => lookUp(context(), { ...here.tap(), source: 'scan', value });
const read = async ({ tapId }: Verdict) => (await readConfirmed(context(), { tapId: [tapId] }))[0] ?? null;
const whoIsIn = async () => (await readPresence(context())).entries.map(({ accountId }) => accountId);
const refused = () => testDesk.desk.db.select().from(refusals).where(eq(refusals.locationId, here.location.id));
const inLedger = async ({ tapId }: Verdict) => (await here.ledger()).find((visit) => visit.tapId === tapId) ?? null;

async function endOutage(): Promise<void> {
  here.platform.fault = () => null;
  await here.confirm();
  await here.pass(minuteMs);
}

test('the former holder of a card that the platform does not know any more is not in by it', async () => {
  const verdict = await scanRecalled();
  expect(await whoIsIn()).toEqual([lena.account.accountId]);
  await endOutage();
  expect(await read(verdict)).toMatchObject({ kind: 'unknown' });
  expect(await whoIsIn()).toEqual([]);
  expect(await inLedger(verdict)).toMatchObject({ accountId: null, state: 'unresolved', lastError: 'cardUnknown' });
});

test('nor by the same card again', async () => {
  await scanRecalled();
  await here.pass(20_000);
  const again = await scan(lena.card);
  await endOutage();
  await here.pass(minuteMs);
  expect(await read(again)).toMatchObject({ kind: 'unknown' });
  expect(await inLedger(again)).toBeNull();
  expect(await whoIsIn()).toEqual([]);
  expect(here.platform.visits.size).toBe(0);
});

test('their own scan counts, although it was set aside while they were in by the card', async () => {
  await scanRecalled();
  await here.pass(10 * minuteMs);
  const [own, again] = [await scan(phone), await scan(phone)];
  expect(own).toMatchObject({ kind: 'unconfirmed' });
  const chosen = await lookUp(context(), { ...here.tap(), source: 'chosen', value: lena.account.accountId });
  expect(chosen.reasons).toContainEqual(expect.objectContaining({ code: 'alreadyIn' }));
  await endOutage();
  await here.confirm();
  await here.pass(minuteMs);
  expect([...here.platform.visits.values()].map(({ accountId }) => accountId)).toEqual([lena.account.accountId]);
  expect(await whoIsIn()).toEqual([lena.account.accountId]);
  for (const verdict of [own, again, chosen]) {
    expect(await read(verdict)).toMatchObject({ kind: 'admitted', member: { accountId: lena.account.accountId } });
  }
});

test('a check-out that was pressed beside their name is left to the manager with the check-in', async () => {
  const verdict = await scanRecalled();
  await here.pass(10 * minuteMs);
  const left = await checkOut(context(), { ...here.tap(), accountId: lena.account.accountId });
  await endOutage();
  expect(here.platform.visits.size).toBe(0);
  expect(await read(left)).toMatchObject({
    kind: 'unknown',
    reasons: [{ code: 'cardUnknown' }, { code: 'visitNotCounted' }],
  });

  const tom = inventMember();
  here.platform.members.push(tom);
  tom.rfids?.push(lena.card);
  expect(await refused()).toMatchObject([{ tapId: verdict.tapId, reason: 'cardUnknown' }]);
  for (const { tapId } of [verdict, left]) await retryKeptVisit(testDesk.desk, { tapId });
  await here.pass(minuteMs);
  await here.pass(minuteMs);
  expect([...here.platform.visits.values()].map(({ accountId, kind }) => [accountId, kind])).toEqual([
    [tom.account.accountId, 'checkins'],
    [tom.account.accountId, 'checkouts'],
  ]);
  expect(await refused()).toEqual([]);
  expect(await read(verdict)).toMatchObject({ kind: 'admitted', member: { accountId: tom.account.accountId } });
});

test('closing time has checked nobody out', async () => {
  here = await testDesk.openLocation({ closingTimes: { sunday: '23:00' }, longestStayH: 12 });
  testDesk.clock.now = Date.parse('2026-11-21T13:00:00Z');
  const verdict = await scanRecalled();
  await here.pass(4 * hourMs);
  await closeLocations(testDesk.desk);
  const [closed] = (await here.ledger()).filter(({ isAutomatic }) => isAutomatic);
  expect(closed).toMatchObject({ accountId: lena.account.accountId });
  await endOutage();
  await closeLocations(testDesk.desk);
  expect((await here.ledger()).filter(({ isAutomatic }) => isAutomatic)).toEqual([]);
  expect(await inLedger(verdict)).toMatchObject({ state: 'unresolved' });
  expect(here.platform.visits.size).toBe(0);
});

test('a visit of a member whose membership has ended stays theirs, for the platform names them', async () => {
  const verdict = await scanRecalled();
  lena.rfids?.splice(0, 1, lena.card);
  lena.account = { ...lena.account, membership: null };
  await endOutage();
  expect(await inLedger(verdict)).toMatchObject({
    accountId: lena.account.accountId,
    state: 'refused',
    lastError: 'membershipMissing',
  });
});

test('it stays theirs, too, where another scan has made the desk forget the card before', async () => {
  const verdict = await scanRecalled();
  here.platform.fault = ({ path }) =>
    path.includes('/accounts/rfid/') ? refuse('notFound', { entity: 'MEMBERSHIP' }) : null;
  expect(await scan(lena.card)).toMatchObject({ kind: 'unknown' });
  await here.confirm();
  await here.pass(minuteMs);
  expect(await inLedger(verdict)).toMatchObject({
    accountId: lena.account.accountId,
    state: 'refused',
    lastError: 'membershipMissing',
  });
});

test('whoever gets the card afterwards is not in by what it was scanned for before', async () => {
  const verdict = await scanRecalled();
  await endOutage();
  expect(await inLedger(verdict)).toMatchObject({ accountId: null, state: 'unresolved' });
  const tom = inventMember();
  here.platform.members.push(tom);
  tom.rfids?.push(lena.card);
  expect(await scan(lena.card)).toMatchObject({ kind: 'admitted', member: { accountId: tom.account.accountId } });
  expect(await refused()).toMatchObject([{ tapId: verdict.tapId, reason: 'cardUnknown' }]);
  await retryKeptVisit(testDesk.desk, { tapId: verdict.tapId });
  await here.pass(minuteMs);
  await here.pass(minuteMs);
  expect([...here.platform.visits.values()].map(({ accountId }) => accountId)).toEqual([tom.account.accountId]);
  expect(await refused()).toEqual([]);
  expect(await read(verdict)).toMatchObject({ kind: 'admitted', member: { accountId: tom.account.accountId } });
});

describe('that nobody has a card, once it is of a corporate member,', () => {
  let tom: ReturnType<typeof inventMember>;
  let taps: ReturnType<TestLocation['tap']>[];
  beforeEach(async () => {
    tom = inventMember({ type: 'CORPORATE_FITNESS' });
    taps = [here.tap(), here.tap()];
    await here.pass(2 * minuteMs);
    for (const tap of taps) {
      await lookUp(context(), { ...tap, sentAt: testDesk.clock.now, source: 'scan', value: tom.card });
    }
    await here.pass(minuteMs);
    expect(await refused()).toMatchObject(taps.map(() => ({ reason: 'cardUnknown', visitTapId: taps[0]?.tapId })));
    here.platform.members.push(tom);
  });
  const retry = async () => {
    await retryKeptVisit(testDesk.desk, { tapId: taps[0]?.tapId ?? '' });
    await here.pass(minuteMs);
  };

  test('is withdrawn for each of its scans, also before their admission is answered', async () => {
    here.platform.fault = ({ path }) => (path.includes('/admissions') ? { status: 503 } : null);
    await retry();
    expect(await here.ledger()).toMatchObject([{ accountId: tom.account.accountId, state: 'waiting' }]);
    expect(await refused()).toEqual([]);
  });

  test('gives way to the refusal of their admission', async () => {
    tom.admission = { refusal: 'corporateFitnessMembershipExpired' };
    await retry();
    const { accountId } = tom.account;
    expect(await here.ledger()).toMatchObject([{ accountId, state: 'refused' }]);
    expect(await refused()).toMatchObject([{ tapId: taps[0]?.tapId, accountId, reason: 'corporateMembershipEnded' }]);
  });
});

test('that somebody was no member when they came stays, also once they have become one', async () => {
  lena = inventMember();
  const { membership } = lena.account;
  lena.account.membership = null;
  here.platform.members.push(lena);
  const tap = here.tap();
  await here.pass(2 * minuteMs);
  await lookUp(context(), { ...tap, sentAt: testDesk.clock.now, source: 'scan', value: lena.card });
  await here.pass(minuteMs);
  expect(await refused()).toMatchObject([{ reason: 'membershipMissing' }]);
  lena.account.membership = membership;
  await retryKeptVisit(testDesk.desk, { tapId: tap.tapId });
  await here.pass(minuteMs);
  expect(await here.ledger()).toMatchObject([{ accountId: lena.account.accountId, state: 'sent' }]);
  expect(await refused()).toMatchObject([{ reason: 'membershipMissing' }]);
});

test('a late scan of a former member is refused by name, also once the platform was asked about it again', async () => {
  lena = inventMember();
  here.platform.members.push(lena);
  await scan(lena.card);
  await here.pass(30 * hourMs);
  here.platform.fault = ({ path }) =>
    path.includes('/accounts/rfid/') ? refuse('notFound', { entity: 'MEMBERSHIP' }) : null;
  const tap = here.tap();
  await here.pass(2 * minuteMs);
  await lookUp(context(), { ...tap, sentAt: testDesk.clock.now, source: 'scan', value: lena.card });
  const { accountId } = lena.account;
  const byName = [{ tapId: tap.tapId, accountId, reason: 'membershipMissing', visitTapId: tap.tapId }];
  expect(await refused()).toMatchObject(byName);
  const asked = here.platform.count('/accounts/rfid/');
  await here.pass(minuteMs);
  expect(here.platform.count('/accounts/rfid/')).toBeGreaterThan(asked);
  expect(await refused()).toMatchObject(byName);
});

test('nor is whoever holds it to the reader in the next outage, when nobody can be asked whose it is', async () => {
  const verdict = await scanRecalled();
  await endOutage();
  expect(await inLedger(verdict)).toMatchObject({ accountId: null, state: 'unresolved' });
  here.platform.fault = () => ({ status: 503 });
  const next = await scan(lena.card);
  expect(await inLedger(next)).toMatchObject({ accountId: null, state: 'held' });
});
