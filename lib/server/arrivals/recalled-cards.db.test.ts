import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { closeLocations } from '#lib/server/closing/close.ts';
import { refusals } from '#lib/server/db/schema/refusals.ts';
import { elsewhereEvents } from '#lib/server/db/schema/visits.ts';
import { writeNote } from '#lib/server/members/notes.ts';
import { readProfile } from '#lib/server/members/read-profile.ts';
import { hourMs, minuteMs } from '#lib/testing/directory-of.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import type { Verdict } from '#lib/wire/verdict.ts';
import { checkOut } from './check-out.ts';
import { checkIn, lookUp } from './look-up.ts';
import { readConfirmed } from './read-confirmed.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation();
});

const scan = (value: string) =>
  lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'scan', value });
const read = async ({ tapId }: Verdict) =>
  (await readConfirmed({ desk: testDesk.desk, actor: here.actor }, { tapId: [tapId] }))[0] ?? null;
const sentFor = () => [...here.platform.visits.values()].map(({ accountId }) => accountId);

/** Lena, whose card was scanned here once, and Tom; the platform is unreachable now. */
async function recallLena(tom = inventMember()) {
  const lena = inventMember();
  here.platform.members.push(lena, tom);
  await scan(lena.card);
  await here.pass(30 * hourMs);
  here.platform.visits.clear();
  here.platform.fault = () => ({ status: 503 });
  const verdict = await scan(lena.card);
  expect(verdict).toMatchObject({ kind: 'unconfirmed', member: { accountId: lena.account.accountId } });
  return { lena, tom, verdict };
}

async function endOutage(): Promise<void> {
  here.platform.fault = () => null;
  await here.pass(30 * minuteMs);
}

test('a card that was moved before an outage is the other member’s once the platform answers, and so is the visit', async () => {
  const { lena, tom, verdict } = await recallLena();
  lena.rfids?.splice(0);
  tom.rfids?.push(lena.card);
  await endOutage();
  expect(await read(verdict)).toMatchObject({ kind: 'admitted', member: { accountId: tom.account.accountId } });
  expect(sentFor()).toEqual([tom.account.accountId]);
});

test('a corporate member to whom a card was moved is asked for admission after an outage', async () => {
  const corporate = inventMember({ type: 'CORPORATE_FITNESS' });
  corporate.admission = { refusal: 'corporateFitnessMembershipExpired' };
  const { lena, tom } = await recallLena(corporate);
  lena.rfids?.splice(0);
  tom.rfids?.push(lena.card);
  await endOutage();
  expect(sentFor()).toEqual([]);
  expect((await here.ledger()).at(-1)).toMatchObject({ state: 'refused', accountId: tom.account.accountId });
});

test('a card that did not move is confirmed after an outage, and its visit is sent once', async () => {
  const { lena, verdict } = await recallLena();
  await endOutage();
  expect(await read(verdict)).toMatchObject({ kind: 'admitted', reasons: [] });
  expect(sentFor()).toEqual([lena.account.accountId]);
});

test('a visit by a card that the platform does not know any more is not sent after an outage', async () => {
  const { lena, verdict } = await recallLena();
  lena.rfids?.splice(0);
  await endOutage();
  expect(await read(verdict)).toMatchObject({ kind: 'unknown' });
  expect(sentFor()).toEqual([]);
  expect((await here.ledger()).at(-1)).toMatchObject({
    accountId: null,
    state: 'unresolved',
    lastError: 'cardUnknown',
  });
});

test('a corporate member who was in already is not asked for again by a card that turns out to be theirs', async () => {
  const [lena, tom] = [inventMember(), inventMember({ type: 'CORPORATE_FITNESS' })];
  here.platform.members.push(lena, tom);
  await scan(lena.card);
  await here.pass(30 * hourMs);
  expect(await scan(tom.card)).toMatchObject({ kind: 'admitted' });
  await here.pass(30 * minuteMs);
  const admissions = () => here.platform.count('/admissions');
  const before = admissions();
  expect(before).toBeGreaterThan(0);
  lena.rfids?.splice(0);
  tom.rfids?.push(lena.card);
  here.platform.fault = () => ({ status: 503 });
  const verdict = await scan(lena.card);
  expect(verdict).toMatchObject({ kind: 'unconfirmed', member: { accountId: lena.account.accountId } });
  await endOutage();
  expect(admissions()).toBe(before);
  expect(await read(verdict)).toMatchObject({ member: { accountId: tom.account.accountId } });
  expect((await here.ledger()).filter(({ tapId }) => tapId === verdict.tapId)).toEqual([]);
});

describe('a check-out follows its check-in to the member who has the card', () => {
  const leave = ({ accountId }: { accountId: string }) =>
    checkOut({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), accountId });
  const events = () => [...here.platform.visits.values()].map(({ accountId, kind }) => [accountId, kind]);

  test('where staff pressed it beside the name of the former holder', async () => {
    const { lena, tom } = await recallLena();
    await here.pass(10 * minuteMs);
    const left = await leave(lena.account);
    lena.rfids?.splice(0);
    tom.rfids?.push(lena.card);
    await endOutage();
    const { accountId } = tom.account;
    expect(events()).toEqual([
      [accountId, 'checkins'],
      [accountId, 'checkouts'],
    ]);
    expect(await read(left)).toMatchObject({ member: { accountId }, visit: { tapId: left.tapId, kind: 'checkOut' } });
  });

  test('where the former holder had left two hours earlier', async () => {
    const [lena, tom] = [inventMember(), inventMember()];
    here.platform.members.push(lena, tom);
    await scan(lena.card);
    await here.pass(hourMs);
    await leave(lena.account);
    await here.pass(2 * hourMs);
    here.platform.fault = () => ({ status: 503 });
    const came = await scan(lena.card);
    expect(came).toMatchObject({ kind: 'unconfirmed', member: { accountId: lena.account.accountId } });
    await here.pass(10 * minuteMs);
    const left = await leave(lena.account);
    lena.rfids?.splice(0);
    tom.rfids?.push(lena.card);
    await endOutage();
    expect(events()).toEqual([
      [lena.account.accountId, 'checkins'],
      [lena.account.accountId, 'checkouts'],
      [tom.account.accountId, 'checkins'],
      [tom.account.accountId, 'checkouts'],
    ]);
    expect(await read(left)).toMatchObject({ visit: { tapId: left.tapId, kind: 'checkOut' } });
  });

  test('where the location closed, and a later closing checks out the former holder as well', async () => {
    here = await testDesk.openLocation({ closingTimes: { sunday: '23:00' }, longestStayH: 12 });
    testDesk.clock.now = Date.parse('2026-11-21T13:00:00Z');
    const { lena, tom } = await recallLena();
    await here.pass(3 * hourMs);
    const phone = inventMember().card;
    lena.rfids?.splice(0, 1, phone);
    tom.rfids?.push(lena.card);
    await closeLocations(testDesk.desk);
    expect((await here.ledger()).at(-1)).toMatchObject({ kind: 'checkOut', accountId: lena.account.accountId });
    await endOutage();
    const { accountId } = tom.account;
    expect(events()).toEqual([
      [accountId, 'checkins'],
      [accountId, 'checkouts'],
    ]);
    // a scan of her own that a browser delivers late
    const tappedAt = testDesk.clock.now - 4 * hourMs;
    await lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), tappedAt, source: 'scan', value: phone });
    await here.pass(minuteMs);
    await closeLocations(testDesk.desk);
    await here.pass(0);
    expect(events().filter(([id]) => id === lena.account.accountId)).toEqual([
      [lena.account.accountId, 'checkins'],
      [lena.account.accountId, 'checkouts'],
    ]);
  });

  test('where the visit was a second scan of a member who was in already', async () => {
    const tom = inventMember();
    here.platform.members.push(tom);
    const lena = inventMember();
    here.platform.members.push(lena);
    await scan(lena.card);
    await here.pass(30 * hourMs);
    await scan(tom.card);
    await here.pass(10 * minuteMs);
    here.platform.visits.clear();
    lena.rfids?.splice(0);
    tom.rfids?.push(lena.card);
    here.platform.fault = () => ({ status: 503 });
    await scan(lena.card);
    await here.pass(10 * minuteMs);
    await leave(lena.account);
    await endOutage();
    expect(events()).toEqual([[tom.account.accountId, 'checkouts']]);
  });

  test('unless the former holder has come in through a turnstile as well', async () => {
    const { lena, tom } = await recallLena();
    await here.pass(10 * minuteMs);
    const { accountId } = lena.account;
    const at = new Date(testDesk.clock.now);
    const arrival = { locationId: here.location.id, accountId, kind: 'checkIn', at } as const;
    await testDesk.desk.db.insert(elsewhereEvents).values(arrival);
    await here.pass(10 * minuteMs);
    await leave(lena.account);
    lena.rfids?.splice(0);
    tom.rfids?.push(lena.card);
    await endOutage();
    expect(events()).toEqual([
      [tom.account.accountId, 'checkins'],
      [accountId, 'checkouts'],
    ]);
  });
});

test('a member who came by name while another one was in by their former card keeps the visit', async () => {
  const { lena, tom } = await recallLena();
  await here.pass(10 * minuteMs);
  const choose = () =>
    lookUp(
      { desk: testDesk.desk, actor: here.actor },
      { ...here.tap(), source: 'chosen', value: lena.account.accountId },
    );
  const [came, again] = [await choose(), await choose()];
  expect(came.reasons).toContainEqual(expect.objectContaining({ code: 'alreadyIn' }));
  lena.rfids?.splice(0);
  tom.rfids?.push(lena.card);
  await endOutage();
  await here.confirm();
  await here.pass(minuteMs);
  expect(sentFor().toSorted()).toEqual([lena.account.accountId, tom.account.accountId].toSorted());
  for (const verdict of [came, again]) {
    const { tapId } = came;
    expect(await read(verdict)).toMatchObject({
      kind: 'admitted',
      member: { accountId: lena.account.accountId },
      visit: { tapId },
    });
  }
});

describe('where check-in takes a press', () => {
  beforeEach(async () => {
    here = await testDesk.openLocation({ checkInOnScan: false });
  });

  const press = ({ tapId: scanTapId }: Verdict, { accountId }: { accountId: string }) =>
    checkIn({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), accountId, scanTapId });

  test('a card that was moved before an outage is the other member’s, and so is the visit of the press', async () => {
    const { lena, tom, verdict } = await recallLena();
    const pressed = await press(verdict, lena.account);
    expect(pressed).toMatchObject({ kind: 'unconfirmed', member: { accountId: lena.account.accountId } });
    lena.rfids?.splice(0);
    tom.rfids?.push(lena.card);
    await endOutage();
    expect(await read(pressed)).toMatchObject({ kind: 'admitted', member: { accountId: tom.account.accountId } });
    expect(sentFor()).toEqual([tom.account.accountId]);
  });

  test('a press after the outage asks by the card, too, and a note of the other member stops it', async () => {
    const { lena, tom, verdict } = await recallLena();
    lena.rfids?.splice(0);
    tom.rfids?.push(lena.card);
    here.platform.fault = () => null;
    const context = { desk: testDesk.desk, actor: here.actor };
    const { accountId } = tom.account;
    await readProfile(context, { accountId });
    const note = { text: 'Owes for a towel', level: 'stop', expiresOn: null } as const;
    await writeNote(context, { locationId: here.location.id, accountId, noteId: randomUUID(), base: null, note });
    const pressed = await press(verdict, lena.account);
    expect(pressed).toMatchObject({ member: { accountId: tom.account.accountId }, visit: null });
    expect(await press(pressed, tom.account)).toMatchObject({ visit: { kind: 'checkIn' } });
    await here.pass(minuteMs);
    expect(sentFor()).toEqual([tom.account.accountId]);
  });

  test('a press that arrives after the scan was confirmed as another member’s is that member’s', async () => {
    const { lena, tom, verdict } = await recallLena();
    lena.rfids?.splice(0);
    tom.rfids?.push(lena.card);
    await endOutage();
    await here.confirm();
    await press(verdict, lena.account);
    await here.pass(minuteMs);
    expect(sentFor()).toEqual([tom.account.accountId]);
  });

  test('a press of a card that the platform does not know any more counts no visit, and is listed as refused', async () => {
    const { lena, verdict } = await recallLena();
    lena.rfids?.splice(0);
    here.platform.fault = () => null;
    const pressed = await press(verdict, lena.account);
    expect(pressed).toMatchObject({ kind: 'unknown' });
    expect(await testDesk.desk.db.select().from(refusals).where(eq(refusals.tapId, pressed.tapId))).toMatchObject([
      { reason: 'cardUnknown', how: 'card' },
    ]);
  });

  test('a press of a scan that the platform has confirmed is for its member, whatever happened to the card since', async () => {
    const { lena } = await recallLena();
    here.platform.fault = () => null;
    const verdict = await scan(lena.card);
    lena.rfids?.splice(0);
    await press(verdict, lena.account);
    await here.pass(minuteMs);
    expect(sentFor()).toEqual([lena.account.accountId]);
  });

  test('a press without the id of a scan is for the member beside the button', async () => {
    const { lena, verdict } = await recallLena();
    here.platform.fault = () => null;
    await press({ ...verdict, tapId: here.tap().tapId }, lena.account);
    await here.pass(minuteMs);
    expect(sentFor()).toEqual([lena.account.accountId]);
  });
});
