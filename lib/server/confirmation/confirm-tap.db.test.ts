import { describe, expect, test } from 'vitest';
import { checkIn, lookUp } from '#lib/server/arrivals/look-up.ts';
import { readConfirmed } from '#lib/server/arrivals/read-confirmed.ts';
import { taps } from '#lib/server/db/schema/visits.ts';
import { forgetMember } from '#lib/server/members/forget-member.ts';
import { holdAnswer } from '#lib/testing/hold-answer.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import type { Verdict } from '#lib/wire/verdict.ts';

const testDesk = setUpTestDesk();

/** A location where check-in takes a press after the scan, and one of its members. */
async function open(settings: { checkInOnScan: boolean } = { checkInOnScan: false }) {
  const here = await testDesk.openLocation(settings);
  const lena = inventMember({ endOfContract: '2026-11-24' });
  here.platform.members.push(lena);
  return { here, lena };
}

const scan = (here: TestLocation, value: string, tap = here.tap()) =>
  lookUp({ desk: testDesk.desk, actor: here.actor }, { ...tap, source: 'scan', value });
const read = async (here: TestLocation, { tapId }: Verdict) =>
  (await readConfirmed({ desk: testDesk.desk, actor: here.actor }, { tapId: [tapId] }))[0] ?? null;
const codes = (verdict: Verdict | null) => verdict?.reasons.map(({ code }) => code);

/** Scans while the platform answers with an error; afterwards it works again. */
async function scanUnconfirmed(here: TestLocation, value: string, tap = here.tap()) {
  here.platform.fault = () => ({ status: 503 });
  const verdict = await scan(here, value, tap);
  here.platform.fault = () => null;
  expect(verdict.kind).toBe('unconfirmed');
  expect(await read(here, verdict)).toBeNull();
  return verdict;
}

describe('a look-up that recorded no visit and could not be confirmed', () => {
  test('is confirmed as soon as the platform answers, with the actions of a confirmed verdict', async () => {
    const { here, lena } = await open();
    const scanned = await scanUnconfirmed(here, lena.card);
    await here.confirm();
    expect(await read(here, scanned)).toMatchObject({
      kind: 'attention',
      member: { accountId: lena.account.accountId },
      reasons: [{ code: 'contractEndsSoon' }],
      scanned: scanned.scanned,
      visit: null,
      offers: ['checkIn'],
    });
    expect(await here.ledger()).toEqual([]);
  });

  test('is confirmed even if the desk knew the member, and a repeated request for the tap gets the confirmed answer', async () => {
    const { here, lena } = await open();
    await scan(here, lena.card);
    const tap = here.tap();
    const scanned = await scanUnconfirmed(here, lena.card, tap);
    expect(scanned).toMatchObject({ member: { accountId: lena.account.accountId } });
    await here.confirm();
    expect(await read(here, scanned)).toMatchObject({ kind: 'attention' });
    expect(await scan(here, lena.card, tap)).toEqual(await read(here, scanned));
  });

  test('is looked up by its card, which may belong to another member by now', async () => {
    const { here, lena } = await open();
    await scan(here, lena.card);
    const scanned = await scanUnconfirmed(here, lena.card);
    const mia = inventMember({ rfids: [lena.card] });
    here.platform.members.splice(0, 1, mia);
    await here.confirm();
    expect(await read(here, scanned)).toMatchObject({ member: { accountId: mia.account.accountId } });
  });

  test('of an unknown card becomes unknown, without the remark that a member was let in', async () => {
    const { here } = await open();
    const scanned = await scanUnconfirmed(here, '0x04A2FFFF');
    await here.confirm();
    const unknown = await read(here, scanned);
    expect(unknown?.kind).toBe('unknown');
    expect(codes(unknown)).toEqual(['cardUnknown']);
  });

  test('is retried while the platform is unavailable, for a limited time', async () => {
    const { here, lena } = await open();
    const scanned = await scanUnconfirmed(here, lena.card);
    here.platform.fault = () => ({ status: 503 });
    await here.confirm();
    expect(await read(here, scanned)).toBeNull();
    here.platform.fault = () => null;
    await here.confirm();
    expect(await read(here, scanned)).toMatchObject({ kind: 'attention' });

    const given = await scanUnconfirmed(here, '0x04A2FFFE');
    here.platform.fault = () => ({ status: 503 });
    testDesk.clock.now += 10 * 60_000 + 1;
    await here.confirm();
    here.platform.fault = () => null;
    await here.confirm();
    expect(await read(here, given)).toBeNull();
  });

  test('of a member whose data is erased meanwhile is not changed', async () => {
    const { here, lena } = await open();
    const scanned = await scanUnconfirmed(here, lena.card);
    const [asked, held] = [Promise.withResolvers<void>(), holdAnswer()];
    here.platform.fault = () => {
      asked.resolve();
      return { status: 200, body: lena.account, after: held.promise };
    };
    const confirming = here.confirm();
    await asked.promise;
    const { db } = testDesk.desk;
    await db.transaction((tx) =>
      forgetMember(tx, testDesk.desk, { locationId: here.location.id, accountId: lena.account.accountId }),
    );
    held.release();
    await confirming;
    expect(JSON.stringify(await db.select().from(taps))).not.toContain(lena.account.accountId);
    expect(await read(here, scanned)).not.toMatchObject({ kind: 'attention' });
  });

  test('of a member who opted out is confirmed, also after a clock that was set back since', async () => {
    const { here, lena } = await open();
    const { accountId } = lena.account;
    const at = new Date(testDesk.clock.now + 3_600_000);
    await testDesk.desk.db.transaction((tx) =>
      forgetMember(tx, testDesk.desk, { locationId: here.location.id, accountId, at, isOptOut: true }),
    );
    const scanned = await scanUnconfirmed(here, lena.card);
    await here.confirm();
    expect(await read(here, scanned)).toMatchObject({ kind: 'attention', member: { accountId } });
  });
});

describe('a scan of a member who is in', () => {
  test('is confirmed if the visit itself is', async () => {
    const { here, lena } = await open({ checkInOnScan: true });
    await scan(here, lena.card);
    await here.pass(30_000);
    const again = await scanUnconfirmed(here, lena.card);
    await here.confirm();
    const confirmed = await read(here, again);
    expect(confirmed).toMatchObject({ kind: 'attention', offers: ['checkOut'] });
    expect(codes(confirmed)).toContain('repeatIgnored');
    expect(await here.ledger()).toHaveLength(1);
  });

  test('waits for the visit if that is not confirmed itself', async () => {
    const here = await testDesk.openLocation({ checkInOnScan: true });
    const jan = inventMember({
      type: 'CORPORATE_FITNESS',
      admission: { refusal: 'corporateFitnessGymNotInNetwork' },
    });
    here.platform.members.push(jan);
    const first = await scanUnconfirmed(here, jan.card);
    const again = await scanUnconfirmed(here, jan.card);
    await here.confirm();
    expect(await read(here, first)).toMatchObject({ kind: 'refused' });
    expect(await read(here, again)).toMatchObject({ kind: 'refused' });
  });

  test('a press for a member who is in is confirmed like a scan', async () => {
    const { here, lena } = await open();
    const { accountId } = lena.account;
    const press = () => checkIn({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), accountId });
    await press();
    await here.pass(30_000);
    here.platform.fault = () => ({ status: 503 });
    const again = await press();
    here.platform.fault = () => null;
    expect(again.kind).toBe('unconfirmed');
    await here.confirm();
    expect(await read(here, again)).toMatchObject({ kind: 'attention', offers: ['checkOut'] });
  });
});
