import { beforeEach, describe, expect, test } from 'vitest';
import { elsewhereEvents } from '#lib/server/db/schema/visits.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { presentTapId } from '#lib/wire/presence.ts';
import { checkOut } from './check-out.ts';
import { checkIn, lookUp } from './look-up.ts';
import { readConfirmed } from './read-confirmed.ts';
import { undo } from './undo.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  testDesk.clock.now = Date.parse('2026-11-21T08:41:07Z');
  here = await testDesk.openLocation();
});

const scan = (value: string) =>
  lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'scan', value });
const now = async (tapId: string) =>
  (await readConfirmed({ desk: testDesk.desk, actor: here.actor }, { tapId: [tapId] }))[0];
const leave = (accountId: string) => checkOut({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), accountId });

function enrol(account?: Parameters<typeof inventMember>[0]) {
  const member = inventMember(account);
  here.platform.members.push(member);
  return { card: member.card, accountId: member.account.accountId };
}

const atTurnstile = (kind: 'checkIn' | 'checkOut', accountId: string) =>
  testDesk.desk.db
    .insert(elsewhereEvents)
    .values({ locationId: here.location.id, accountId, kind, at: new Date(testDesk.clock.now) });

/** A minute later, when the undo time is over. */
const pass = (ms = 60_000) => {
  testDesk.clock.now += ms;
};

describe('the current verdict of an answered tap', () => {
  test('is unchanged while the member is in, however often others come and go', async () => {
    const [lena, omar] = [enrol(), enrol()];
    const { tapId } = await scan(lena.card);
    await scan(omar.card);
    pass();
    await leave(omar.accountId);
    expect(await now(tapId)).toMatchObject({ kind: 'admitted', reasons: [], visit: { tapId }, offers: ['checkOut'] });
  });

  test('says that the member has left, at any window, and keeps its reasons', async () => {
    const lena = enrol({ endOfContract: '2026-11-24' });
    const { tapId } = await scan(lena.card);
    pass();
    await leave(lena.accountId);
    expect(await now(tapId)).toMatchObject({
      kind: 'attention',
      reasons: [{ code: 'checkedOut', at: '2026-11-21T08:42:07.000Z' }, { code: 'contractEndsSoon' }],
      visit: null,
      offers: ['checkIn'],
    });
  });

  test('says that the member has left through the turnstile, also for the repeated scan', async () => {
    const lena = enrol();
    const first = await scan(lena.card);
    pass(5_000);
    const again = await scan(lena.card);
    expect(again.reasons).toMatchObject([{ code: 'repeatIgnored' }]);
    pass();
    await atTurnstile('checkOut', lena.accountId);
    for (const { tapId } of [first, again]) {
      expect((await now(tapId))?.reasons.map(({ code }) => code)).toEqual(['checkedOut']);
    }
  });

  test('says the same for a member who came through the turnstile', async () => {
    const lena = enrol();
    await atTurnstile('checkIn', lena.accountId);
    pass(5_000);
    const repeated = await scan(lena.card);
    expect(repeated).toMatchObject({ reasons: [{ code: 'repeatIgnored' }], visit: null });
    pass(3_600_000);
    const later = await scan(lena.card);
    expect(later).toMatchObject({ reasons: [{ code: 'alreadyIn' }], visit: null });
    pass();
    await atTurnstile('checkOut', lena.accountId);
    for (const { tapId } of [repeated, later]) {
      expect((await now(tapId))?.reasons.map(({ code }) => code)).toEqual(['checkedOut']);
    }
  });

  test('is unchanged for a member who has left and come again since', async () => {
    const lena = enrol();
    const { tapId } = await scan(lena.card);
    pass();
    await leave(lena.accountId);
    pass();
    await checkIn({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), accountId: lena.accountId });
    expect(await now(tapId)).toMatchObject({ reasons: [] });
  });

  test('ignores a departure before the tap', async () => {
    const lena = enrol();
    await scan(lena.card);
    pass();
    await leave(lena.accountId);
    pass();
    const { tapId, reasons } = await scan(lena.card);
    expect((await now(tapId))?.reasons).toEqual(reasons);
  });

  test('says that the visit was undone, also for an unconfirmed one', async () => {
    const lena = enrol();
    const { tapId } = await scan(lena.card);
    await undo({ desk: testDesk.desk, actor: here.actor }, { tapId });
    expect((await now(tapId))?.reasons).toMatchObject([{ code: 'undone' }]);

    const omar = enrol();
    here.platform.fault = () => ({ status: 503 });
    const open = await scan(omar.card);
    here.platform.fault = () => null;
    expect(await now(open.tapId)).toBeUndefined();
    await undo({ desk: testDesk.desk, actor: here.actor }, { tapId: open.tapId });
    expect((await now(open.tapId))?.reasons).toMatchObject([{ code: 'undone' }]);
  });

  test('says that the member came in since, at any window or turnstile, and that they left again', async () => {
    here = await testDesk.openLocation({ checkInOnScan: false });
    for (const isOfDesk of [true, false]) {
      const lena = enrol({ endOfContract: '2026-11-24' });
      const { tapId } = await scan(lena.card);
      expect(await now(tapId)).toMatchObject({ offers: ['checkIn'] });
      pass();
      const since = new Date(testDesk.clock.now).toISOString();
      const { accountId } = lena;
      if (isOfDesk) await checkIn({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), accountId });
      else await atTurnstile('checkIn', accountId);
      expect(await now(tapId)).toMatchObject({
        kind: 'attention',
        reasons: [{ code: 'alreadyIn', since }, { code: 'contractEndsSoon' }],
        visit: isOfDesk ? { kind: 'checkIn', at: since } : null,
        offers: ['checkOut'],
      });
      pass();
      await leave(lena.accountId);
      expect(await now(tapId)).toMatchObject({ offers: ['checkIn'] });
    }
  });

  test('says that the member came in since, also for an unconfirmed one', async () => {
    here = await testDesk.openLocation({ checkInOnScan: false });
    const lena = enrol();
    await scan(lena.card);
    pass(9 * 3_600_000);
    here.platform.fault = () => ({ status: 503 });
    const { tapId, kind } = await scan(lena.card);
    expect(kind).toBe('unconfirmed');
    expect(await now(tapId)).toBeUndefined();
    await atTurnstile('checkIn', lena.accountId);
    expect(await now(tapId)).toMatchObject({ kind: 'unconfirmed', offers: ['checkOut'] });
  });

  test('says that a checked-out member is back', async () => {
    const lena = enrol();
    await scan(lena.card);
    pass();
    const { tapId } = await leave(lena.accountId);
    pass(3_600_000);
    await scan(lena.card);
    expect(await now(tapId)).toMatchObject({
      reasons: [{ code: 'alreadyIn' }],
      visit: { kind: 'checkIn' },
      offers: ['checkOut'],
    });
  });

  test('for a member who came through the turnstile says that they have left, and nothing until then', async () => {
    const lena = enrol({ endOfContract: '2026-11-24' });
    await scan(lena.card);
    await leave(lena.accountId);
    pass(3_600_000);
    await atTurnstile('checkIn', lena.accountId);
    const tapId = presentTapId(lena.accountId);
    expect(await now(tapId)).toBeUndefined();
    pass();
    await atTurnstile('checkOut', lena.accountId);
    expect(await now(tapId)).toMatchObject({
      tapId,
      kind: 'attention',
      reasons: [{ code: 'checkedOut' }, { code: 'contractEndsSoon' }],
      offers: ['checkIn'],
    });
  });

  test('is not available at another location', async () => {
    const { tapId } = await scan(enrol().card);
    const there = await testDesk.openLocation();
    expect(await readConfirmed({ desk: testDesk.desk, actor: there.actor }, { tapId: [tapId] })).toEqual([]);
  });
});
