import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { readCorporateStatement } from '#lib/server/admissions/read-statement.ts';
import { refusals } from '#lib/server/db/schema/refusals.ts';
import { readPresence } from '#lib/server/presence/list.ts';
import { dayMs, directoryOf } from '#lib/testing/directory-of.ts';
import { refuse } from '#lib/testing/fake-platform.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import { checkIn, lookUp } from './look-up.ts';
import { readConfirmed } from './read-confirmed.ts';
import { voidScan } from './void-scan.ts';

const minute = 60_000;

const testDesk = setUpTestDesk();
let here: TestLocation;
const context = () => ({ desk: testDesk.desk, actor: here.actor });

beforeEach(async () => {
  here = await testDesk.openLocation();
});

function join(
  member = inventMember({ type: 'CORPORATE_FITNESS', admission: { refusal: 'corporateFitnessMembershipExpired' } }),
) {
  here.platform.members.push(member);
  return member;
}

/** A scan that reaches the desk so long after it. */
const scan = (value: string, lateMs: number) => {
  const tap = here.tap();
  return lookUp(context(), { ...tap, tappedAt: tap.tappedAt - lateMs, source: 'scan', value });
};
const stored = () => testDesk.desk.db.select().from(refusals).where(eq(refusals.locationId, here.location.id));
const whoIsIn = async () => (await readPresence(context())).entries.map(({ accountId }) => accountId);
const statement = () => {
  const month = dayOf(testDesk.clock.now, here.location.timeZone).slice(0, 7);
  return readCorporateStatement(context(), { month });
};

test('a refusal of somebody who stands at the counter turns them away', async () => {
  const { tapId } = await scan(join().card, 59_000);
  expect(await here.ledger()).toEqual([]);
  expect(await stored()).toMatchObject([{ tapId, visitTapId: null }]);
  expect(await statement()).toMatchObject({ exceptions: [], refusals: [{ count: 1, overridden: 0 }] });
});

test('one that comes after they were let in, since the scan waited in a browser, leaves a visit for the manager', async () => {
  const { card, account } = join();
  const verdict = await scan(card, minute);
  expect(verdict).toMatchObject({
    kind: 'refused',
    reasons: [{ code: 'corporateMembershipEnded' }, { code: 'letInBefore', at: verdict.tappedAt }],
    visit: { tapId: verdict.tapId, undoUntil: null },
    mayOverride: false,
  });
  const { tapId } = verdict;
  const lateRefusal = {
    tapId,
    accountId: account.accountId,
    state: 'refused',
    lastError: 'corporateFitnessMembershipExpired',
  };
  expect(await here.ledger()).toMatchObject([lateRefusal]);
  expect(await stored()).toMatchObject([{ tapId, visitTapId: tapId, admittedBy: null }]);
  expect(await statement()).toMatchObject({ exceptions: [{ kind: 'refusedLater' }] });
  expect(await whoIsIn()).toEqual([account.accountId]);
  await here.pass(minute);
  expect(await here.ledger()).toMatchObject([lateRefusal]);
});

test('a check-in that was pressed and waited does as well', async () => {
  const { account } = join();
  const tap = here.tap();
  const { accountId } = account;
  await checkIn(context(), { ...tap, tappedAt: tap.tappedAt - minute, accountId });
  expect(await here.ledger()).toMatchObject([{ tapId: tap.tapId, state: 'refused' }]);
});

test('an unknown card that waited leaves a visit that nobody was found for', async () => {
  const { card } = inventMember();
  const verdict = await scan(card, minute);
  const { tapId } = verdict;
  const codes = verdict.reasons.map(({ code }) => code);
  expect([verdict.kind, ...codes]).toEqual(['unknown', 'cardUnknown', 'visitNotCounted', 'letInBefore']);
  expect(await stored()).toMatchObject([{ tapId, visitTapId: tapId, reason: 'cardUnknown' }]);
  await here.pass(minute);
  expect(await here.ledger()).toMatchObject([{ tapId, accountId: null, state: 'unresolved' }]);
  expect(await stored()).toHaveLength(1);
});

test('a card that was read in part leaves none, and neither does a location where scans do not check in', async () => {
  const { tapId } = await scan(inventMember().card, minute);
  await voidScan(context(), { tapId, value: '04B8' });
  expect(await here.ledger()).toMatchObject([{ tapId, state: 'undone' }]);
  expect(await stored()).toEqual([]);
  here = await testDesk.openLocation({ checkInOnScan: false });
  await scan(inventMember().card, minute);
  expect(await here.ledger()).toEqual([]);
});

describe('by a card that the directory alone knew, since the limit of the key was reached', () => {
  const { readAll } = directoryOf(testDesk, () => here);
  const refusal = 'corporateFitnessMembershipExpired';

  /** The platform refuses the member who had the card when it was last looked up. */
  async function scanKnown() {
    const [former, other] = [0, 1].map(() =>
      join(inventMember({ type: 'CORPORATE_FITNESS', admission: { firstAdmission: false } })),
    );
    if (!former || !other) throw new Error('There are two.');
    await scan(former.card, 0);
    await here.pass(dayMs);
    await readAll(0);
    former.admission = { refusal };
    here.platform.fault = ({ method, path }) =>
      method === 'GET' && path.includes('/accounts/') ? refuse('tooManyRequests') : null;
    const verdict = await scan(former.card, 2 * minute);
    expect(verdict).toMatchObject({
      kind: 'unconfirmed',
      reasons: [{ code: 'platformBusy' }],
      member: { accountId: former.account.accountId },
    });
    expect(await stored()).toEqual([]);
    here.platform.fault = () => null;
    return { former, other, verdict };
  }
  const visitOf = async (tapId: string) => (await here.ledger()).find((visit) => visit.tapId === tapId);

  test('the refusal of the former holder says nothing about the member who has it now', async () => {
    const { former, other, verdict } = await scanKnown();
    const { accountId } = other.account;
    other.rfids?.push(...(former.rfids?.splice(0) ?? []));
    await here.confirm();
    await here.pass(minute);
    expect(await visitOf(verdict.tapId)).toMatchObject({ accountId, state: 'sent' });
    expect(await stored()).toEqual([]);
    expect(await readConfirmed(context(), { tapId: [verdict.tapId] })).toMatchObject([
      { kind: 'admitted', member: { accountId } },
    ]);
  });

  test('a refusal counts once the platform has said that the card is still theirs', async () => {
    const { former, verdict } = await scanKnown();
    const { accountId } = former.account;
    const { tapId, tappedAt } = verdict;
    await here.confirm();
    await here.pass(minute);
    expect(await visitOf(tapId)).toMatchObject({ accountId, state: 'refused', lastError: refusal });
    expect(await stored()).toMatchObject([{ tapId, accountId, visitTapId: tapId }]);
    expect(await readConfirmed(context(), { tapId: [tapId] })).toMatchObject([
      { kind: 'refused', reasons: [{ code: 'corporateMembershipEnded' }, { code: 'letInBefore', at: tappedAt }] },
    ]);
  });
});
