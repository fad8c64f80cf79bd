import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { checkOut } from '#lib/server/arrivals/check-out.ts';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { readConfirmed } from '#lib/server/arrivals/read-confirmed.ts';
import { undo } from '#lib/server/arrivals/undo.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { handleEvent } from '#lib/server/webhooks/handle-event.ts';
import { hourMs, minuteMs } from '#lib/testing/directory-of.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import type { Verdict } from '#lib/wire/verdict.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
let lena: ReturnType<typeof inventMember>;
let tom: ReturnType<typeof inventMember>;
let phone: string;

beforeEach(async () => {
  here = await testDesk.openLocation();
  [lena, tom] = [inventMember(), inventMember()];
  phone = inventMember().card;
  lena.rfids?.push(phone);
  here.platform.members.push(lena, tom);
  await scan(lena.card);
  await scan(phone);
  await here.pass(30 * hourMs);
  here.platform.visits.clear();
});

const context = () => ({ desk: testDesk.desk, actor: here.actor });
const scan = (value: string) => lookUp(context(), { ...here.tap(), source: 'scan', value });
const read = async ({ tapId }: Verdict) => (await readConfirmed(context(), { tapId: [tapId] }))[0] ?? null;
const leaveAt = (tappedAt: number) =>
  checkOut(context(), { ...here.tap(), tappedAt, accountId: lena.account.accountId });
const tell = (type: 'GYM_CHECKIN' | 'GYM_CHECKOUT', at: number) =>
  testDesk.desk.db.transaction((tx) =>
    handleEvent(tx, testDesk.desk, {
      locationId: here.location.id,
      accountId: lena.account.accountId,
      type,
      at: new Date(at),
      receivedAt: new Date(testDesk.clock.now),
    }),
  );
const inLedger = async ({ tapId }: Verdict) => (await here.ledger()).find((visit) => visit.tapId === tapId) ?? null;
const sent = () => [...here.platform.visits.values()].map(({ accountId, kind }) => [accountId, kind]);

const beginOutage = () => {
  here.platform.fault = () => ({ status: 503 });
};
async function endOutage(): Promise<void> {
  here.platform.fault = () => null;
  await here.pass(30 * minuteMs);
}
const giveCardToTom = () => {
  lena.rfids?.splice(0, 2, phone);
  tom.rfids?.push(lena.card);
};

/** Lena is in by her other card, and her card is held to the reader in an outage: the desk takes it for a repeated scan. */
async function scanAgain(): Promise<Verdict> {
  await scan(phone);
  await here.pass(hourMs);
  beginOutage();
  const again = await scan(lena.card);
  expect(again).toMatchObject({ kind: 'unconfirmed', reasons: [{ code: 'platformFailed' }, { code: 'alreadyIn' }] });
  return again;
}

test('a scan that counts later, as its member had left before, is the visit of whoever has the card', async () => {
  const again = await scanAgain();
  giveCardToTom();
  await leaveAt(testDesk.clock.now - 30 * minuteMs);
  expect(await inLedger(again)).toMatchObject({ isUnasked: true, scannedKind: 'rfid', scannedValue: lena.card });
  await endOutage();
  expect(sent()).toEqual([
    [lena.account.accountId, 'checkins'],
    [lena.account.accountId, 'checkouts'],
    [tom.account.accountId, 'checkins'],
  ]);
  expect(await read(again)).toMatchObject({ kind: 'admitted', member: { accountId: tom.account.accountId } });
});

test('the card of a scan is asked for until the platform answers, however long that takes', async () => {
  const again = await scanAgain();
  giveCardToTom();
  for (let hour = 0; hour < 3; hour += 1) {
    await here.confirm();
    await here.pass(hourMs);
  }
  here.platform.fault = () => null;
  await here.confirm();
  await here.pass(minuteMs);
  expect(sent()).toEqual([
    [lena.account.accountId, 'checkins'],
    [tom.account.accountId, 'checkins'],
  ]);
  expect(await read(again)).toMatchObject({
    member: { accountId: tom.account.accountId },
    visit: { tapId: again.tapId },
  });
});

test('a scan whose card the platform has confirmed counts without another question', async () => {
  const again = await scanAgain();
  here.platform.fault = () => null;
  await here.confirm();
  expect(await read(again)).toMatchObject({ kind: 'admitted', member: { accountId: lena.account.accountId } });
  await leaveAt(testDesk.clock.now - 30 * minuteMs);
  expect(await inLedger(again)).toMatchObject({ isUnasked: false, accountId: lena.account.accountId });
});

test('a scan keeps its card where a turnstile event sets it aside and another one lets it count again', async () => {
  giveCardToTom();
  beginOutage();
  const first = await scan(lena.card);
  const { now } = testDesk.clock;
  await here.pass(5_000);
  await tell('GYM_CHECKIN', now - 20 * minuteMs);
  expect(await inLedger(first)).toBeNull();
  await tell('GYM_CHECKOUT', now - 10 * minuteMs);
  expect(await inLedger(first)).toMatchObject({ isUnasked: true, scannedValue: lena.card });
  await endOutage();
  expect(sent()).toEqual([[tom.account.accountId, 'checkins']]);
});

test('a scan by another card than that of the visit is not confirmed with the visit: that card may be somebody else’s', async () => {
  tom.rfids?.push(phone);
  lena.rfids?.splice(1);
  beginOutage();
  const first = await scan(lena.card);
  await here.pass(minuteMs);
  const again = await scan(phone);
  expect(again).toMatchObject({ kind: 'unconfirmed', member: { accountId: lena.account.accountId } });
  here.platform.fault = () => null;
  await here.confirm();
  await here.confirm();
  await endOutage();
  expect(sent().toSorted()).toEqual([lena, tom].map(({ account }) => [account.accountId, 'checkins']).toSorted());
  expect(await read(first)).toMatchObject({ kind: 'admitted', member: { accountId: lena.account.accountId } });
  expect(await read(again)).toMatchObject({ kind: 'admitted', member: { accountId: tom.account.accountId } });
});

test('a scan by another card than that of the visit is asked for also where that visit is settled without an answer', async () => {
  tom.rfids?.push(phone);
  lena.rfids?.splice(1);
  beginOutage();
  const first = await scan(lena.card);
  await here.pass(minuteMs);
  const again = await scan(phone);
  await here.confirm();
  const settled = { state: 'refused', lastError: 'rejected', settledAt: new Date(testDesk.clock.now) } as const;
  await testDesk.desk.db.update(visits).set(settled).where(eq(visits.tapId, first.tapId));
  await endOutage();
  await here.confirm();
  await here.pass(minuteMs);
  expect(sent()).toEqual([[tom.account.accountId, 'checkins']]);
  expect(await read(again)).toMatchObject({ kind: 'admitted', member: { accountId: tom.account.accountId } });
});

test.each([
  ['in the outage', false],
  ['after the platform has confirmed the visit', true],
])(
  'a scan does not count by another card of the same member where staff have taken the visit back: %s',
  async (_, isConfirmed) => {
    if (!isConfirmed) beginOutage();
    const first = await scan(lena.card);
    beginOutage();
    testDesk.clock.now += 5_000;
    await scan(phone);
    await undo(context(), { tapId: first.tapId });
    here.platform.fault = () => null;
    await here.confirm();
    await endOutage();
    await here.confirm();
    await here.pass(minuteMs);
    expect(await inLedger(first)).toMatchObject({ state: 'undone' });
    expect(sent()).toEqual([]);
  },
);
