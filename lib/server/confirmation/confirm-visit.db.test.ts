import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { readConfirmed } from '#lib/server/arrivals/read-confirmed.ts';
import { undo } from '#lib/server/arrivals/undo.ts';
import { tasks } from '#lib/server/db/schema/tasks.ts';
import { elsewhereEvents, taps, visits } from '#lib/server/db/schema/visits.ts';
import { sendVisit } from '#lib/server/visit-sending/send-visit.ts';
import { type FakeMember, refuse } from '#lib/testing/fake-platform.ts';
import { holdAnswer } from '#lib/testing/hold-answer.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import type { Verdict } from '#lib/wire/verdict.ts';
import { until } from '#shared/testing/until.ts';
import { confirmVisit } from './confirm-visit.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation();
});

const scan = (value: string, tap = here.tap()) =>
  lookUp({ desk: testDesk.desk, actor: here.actor }, { ...tap, source: 'scan', value });
const read = async ({ tapId }: Verdict) =>
  (await readConfirmed({ desk: testDesk.desk, actor: here.actor }, { tapId: [tapId] }))[0] ?? null;
const codes = (verdict: Verdict | null) => verdict?.reasons.map(({ code }) => code);
const states = async () => (await here.ledger()).map(({ state }) => state);
const visitOf = ({ tapId }: Verdict) => ({ locationId: here.location.id, tapId });

function join(fields: Parameters<typeof inventMember>[0] = {}) {
  const member = inventMember(fields);
  here.platform.members.push(member);
  return member;
}
const corporate = (admission: FakeMember['admission']) => join({ type: 'CORPORATE_FITNESS', admission });

/** Scans while the platform answers with an error; afterwards it works again. */
async function scanUnconfirmed(value: string, tap = here.tap()) {
  here.platform.fault = () => ({ status: 503 });
  const verdict = await scan(value, tap);
  here.platform.fault = () => null;
  expect(verdict.kind).toBe('unconfirmed');
  expect(await read(verdict)).toBeNull();
  return verdict;
}

describe('an arrival that could not be confirmed at the counter', () => {
  test('is confirmed as soon as the platform answers, and the visit is sent as usual', async () => {
    const lena = join({ endOfContract: '2026-11-24' });
    const scanned = await scanUnconfirmed(lena.card);
    await here.confirm();
    expect(await read(scanned)).toMatchObject({
      kind: 'attention',
      tapId: scanned.tapId,
      member: { accountId: lena.account.accountId },
      reasons: [{ code: 'contractEndsSoon' }],
      visit: { tapId: scanned.tapId, undoUntil: '2026-11-21T08:41:17.123Z' },
      offers: ['checkOut'],
    });
    await here.pass(10_000);
    expect(await states()).toEqual(['sent']);
    expect(here.platform.count('/checkins')).toBe(1);
  });

  test('says the open tasks of a member whom the desk did not know by the card, also while their admission is open', async () => {
    const assign = ({ account: { accountId: targetId } }: FakeMember, isCompleted: boolean) =>
      testDesk.desk.db.insert(tasks).values({
        locationId: here.location.id,
        id: testDesk.desk.newId(),
        name: 'Call back',
        targetId,
        isCompleted,
      });
    const [omar, jan] = [corporate({ firstAdmission: false }), join()];
    for (const isCompleted of [false, false, true]) await assign(omar, isCompleted);
    for (const isCompleted of [false, true]) await assign(jan, isCompleted);
    const scanned = [await scanUnconfirmed(omar.card), await scanUnconfirmed(jan.card)] as const;
    here.platform.fault = ({ path }) => (path.includes('admissions') ? refuse('tooManyRequests') : null);
    await here.confirm();
    const named = eq(taps.tapId, scanned[0].tapId);
    expect(await testDesk.desk.db.select({ answer: taps.answer }).from(taps).where(named)).toMatchObject([
      { answer: { decision: { kind: 'unconfirmed', reasons: [{ code: 'platformBusy' }, { code: 'openTasks' }] } } },
    ]);
    here.platform.fault = () => null;
    await here.pass(60_000);
    const [ofOmar, ofJan] = await Promise.all(scanned.map(read));
    expect(ofOmar).toMatchObject({ kind: 'admitted', reasons: [{ code: 'openTasks', count: 2 }] });
    expect(ofJan).toMatchObject({ kind: 'admitted', reasons: [{ code: 'openTasks', count: 1 }] });
  });

  test('has its confirmed answer for a repeated request of the tap', async () => {
    const lena = join();
    const tap = here.tap();
    const scanned = await scanUnconfirmed(lena.card, tap);
    await here.confirm();
    expect(await scan(lena.card, tap)).toEqual(await read(scanned));
    expect(await states()).toHaveLength(1);
  });

  test('is confirmed for every scan that found it', async () => {
    const lena = join();
    await scan(lena.card);
    await here.pass(9 * 3_600_000);
    const first = await scanUnconfirmed(lena.card);
    const again = await scanUnconfirmed(lena.card);
    await here.confirm();
    expect(await read(first)).toMatchObject({ kind: 'admitted' });
    expect(await read(again)).toMatchObject({ kind: 'admitted', reasons: [{ code: 'repeatIgnored' }] });
  });

  test('is confirmed when the visit is sent, if the platform does not answer before', async () => {
    const lena = join();
    const scanned = await scanUnconfirmed(lena.card);
    here.platform.fault = () => ({ status: 503 });
    await here.confirm();
    await here.pass(10_000);
    expect(await read(scanned)).toBeNull();
    expect(await states()).toEqual(['waiting']);
    here.platform.fault = () => null;
    await here.pass(60_000);
    expect(await states()).toEqual(['sent']);
    expect(await read(scanned)).toMatchObject({ kind: 'admitted', member: { accountId: lena.account.accountId } });
  });

  test('of a member the desk knows is confirmed when the platform accepts the visit', async () => {
    const lena = join();
    await scan(lena.card);
    await here.pass(9 * 3_600_000);
    const scanned = await scanUnconfirmed(lena.card);
    await here.pass(10_000);
    expect(await read(scanned)).toMatchObject({ kind: 'admitted', visit: { tapId: scanned.tapId, undoUntil: null } });
  });

  test('stays undone, whatever the platform answers about it', async () => {
    const lena = corporate({ refusal: 'corporateFitnessGymNotInNetwork' });
    const scanned = await scanUnconfirmed(lena.card);
    const asked = Promise.withResolvers<void>();
    here.platform.fault = () => {
      asked.resolve();
      return null;
    };
    const confirming = here.confirm();
    await asked.promise;
    await undo({ desk: testDesk.desk, actor: here.actor }, { tapId: scanned.tapId });
    await confirming;
    expect(await states()).toEqual(['undone']);
    expect((await read(scanned))?.reasons).toMatchObject([{ code: 'undone' }]);
  });

  test('is read by its own location only', async () => {
    const scanned = await scanUnconfirmed(join().card);
    await here.confirm();
    const there = await testDesk.openLocation();
    expect(await readConfirmed({ desk: testDesk.desk, actor: there.actor }, { tapId: [scanned.tapId] })).toEqual([]);
    expect(await read(scanned)).not.toBeNull();
  });
});

describe('a second scan by a member whose card could not be identified before', () => {
  const choose = ({ account }: FakeMember) =>
    lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'chosen', value: account.accountId });
  const sent = () => here.platform.count('/checkins');

  test('is one visit, with the time of the first scan', async () => {
    const lena = join();
    const first = await scanUnconfirmed(lena.card);
    const [recorded] = await here.ledger();
    testDesk.clock.now += 7_000;
    const again = await scan(lena.card);
    expect(again).toMatchObject({
      kind: 'admitted',
      reasons: [{ code: 'repeatIgnored', checkedInAt: recorded?.tappedAt.toISOString() }],
      visit: { tapId: first.tapId },
      offers: ['checkOut'],
    });
    await here.pass(60_000);
    expect(await states()).toEqual(['sent']);
    expect(sent()).toBe(1);
  });

  test('is one visit even hours later: a member who is in does not come in again', async () => {
    const lena = join();
    const first = await scanUnconfirmed(lena.card);
    testDesk.clock.now += 2 * 3_600_000;
    expect(await scan(lena.card)).toMatchObject({ reasons: [{ code: 'alreadyIn' }], visit: { tapId: first.tapId } });
    await here.pass(60_000);
    expect(await states()).toEqual(['sent']);
    expect(sent()).toBe(1);
  });

  test('is one visit if the member was found by name meanwhile: the tap of the card is answered with that visit', async () => {
    const lena = join();
    await scan(lena.card);
    await here.pass(9 * 3_600_000);
    const { card: otherCard } = inventMember();
    lena.rfids?.push(otherCard);
    const first = await scanUnconfirmed(otherCard);
    testDesk.clock.now += 5_000;
    const chosen = await choose(lena);
    expect(chosen).toMatchObject({ kind: 'admitted', visit: { tapId: chosen.tapId } });
    await here.confirm();
    expect(await read(first)).toMatchObject({
      kind: 'admitted',
      member: { accountId: lena.account.accountId },
      reasons: [{ code: 'repeatIgnored' }],
      visit: { tapId: chosen.tapId },
      offers: ['checkOut'],
    });
    await here.pass(60_000);
    expect(await states()).toEqual(['sent', 'sent']);
    expect(sent()).toBe(2);
  });

  test('records no visit for a member who came in through the turnstile before', async () => {
    const lena = join();
    const at = new Date(testDesk.clock.now - 3_600_000);
    const { accountId } = lena.account;
    await testDesk.desk.db
      .insert(elsewhereEvents)
      .values({ locationId: here.location.id, accountId, kind: 'checkIn', at });
    const scanned = await scanUnconfirmed(lena.card);
    await here.confirm();
    expect(await read(scanned)).toMatchObject({
      reasons: [{ code: 'alreadyIn', since: at.toISOString() }],
      visit: null,
      offers: ['checkOut'],
    });
    await here.pass(60_000);
    expect(await states()).toEqual([]);
    expect(sent()).toBe(0);
  });
});

describe('an answer after the member came in', () => {
  test('a refusal is shown with its reason where the member was let in, and the visit is kept for the manager', async () => {
    const jan = corporate({ refusal: 'corporateFitnessMembershipExpired' });
    const scanned = await scanUnconfirmed(jan.card);
    await here.confirm();
    const refused = await read(scanned);
    expect(refused).toMatchObject({
      kind: 'refused',
      member: { accountId: jan.account.accountId },
      mayOverride: false,
    });
    expect(codes(refused)).toEqual(['corporateMembershipEnded', 'letInBefore']);
    await here.pass(60_000);
    expect(await here.ledger()).toMatchObject([
      { state: 'refused', lastError: 'corporateFitnessMembershipExpired', accountId: jan.account.accountId },
    ]);
    expect(here.platform.count('/checkins')).toBe(0);
  });

  test('an unknown card is shown, and the visit is kept for the manager', async () => {
    const scanned = await scanUnconfirmed('0x04A2FFFF');
    await here.confirm();
    const unknown = await read(scanned);
    expect(unknown?.kind).toBe('unknown');
    expect(codes(unknown)).toEqual(['cardUnknown', 'visitNotCounted', 'letInBefore']);
    expect(await here.ledger()).toMatchObject([{ state: 'unresolved', lastError: 'cardUnknown' }]);
  });

  test('a refusal is also shown if the platform answered only when the visit was sent', async () => {
    const jan = corporate({ refusal: 'corporateFitnessGymNotInNetwork' });
    const scanned = await scanUnconfirmed(jan.card);
    await here.pass(10_000);
    expect(codes(await read(scanned))).toEqual(['gymNotInNetwork', 'letInBefore']);
    expect(await states()).toEqual(['refused']);
  });
});

describe('admission', () => {
  test('is asked once, and a first admission is shown', async () => {
    const omar = corporate({ firstAdmission: true });
    const scanned = await scanUnconfirmed(omar.card);
    await here.confirm();
    expect(codes(await read(scanned))).toEqual(['firstAdmission']);
    await here.pass(10_000);
    expect(here.platform.count('/admissions')).toBe(1);
    expect(await states()).toEqual(['sent']);
  });

  test('without an answer keeps the member who has been identified', async () => {
    const omar = corporate({ firstAdmission: false });
    const scanned = await scanUnconfirmed(omar.card);
    here.platform.fault = ({ path }) => (path.includes('admissions') ? refuse('tooManyRequests') : null);
    await here.confirm();
    expect(await here.ledger()).toMatchObject([{ accountId: omar.account.accountId, needsAdmission: true }]);
    expect(await read(scanned)).toBeNull();
  });

  /** The undo time ends while the arrival is being confirmed. */
  async function admissionsAskedWhen(between: (scanned: Verdict) => Promise<unknown>): Promise<number> {
    const omar = corporate({ firstAdmission: true });
    const scanned = await scanUnconfirmed(omar.card);
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const held = holdAnswer();
    here.platform.fault = ({ path }) => {
      if (!path.includes('admissions')) return null;
      asked.resolve();
      const isConfirmation = here.platform.count('/admissions') === 1;
      return { status: 200, body: { firstAdmission: true }, ...(isConfirmation && { after: held.promise }) };
    };
    const confirming = confirmVisit(testDesk.desk, { key: visitOf(scanned) }).then(answered.resolve);
    await asked.promise;
    testDesk.clock.now += 10_000;
    await between(scanned);
    await sendVisit(testDesk.another(), { key: visitOf(scanned) });
    held.release();
    await confirming;
    await here.pass(30_000);
    expect(await states()).toEqual(['sent']);
    expect(here.platform.count('/checkins')).toBe(1);
    return here.platform.count('/admissions');
  }

  test('is asked once by a concurrent confirmation and sender, and the visit is sent once', async () => {
    expect(await admissionsAskedWhen(async () => {})).toBe(1);
  });

  test('control: it is asked twice if the sender does not see the confirmation', async () => {
    const forgetClaim = ({ tapId }: Verdict) =>
      testDesk.desk.db.update(visits).set({ confirmingUntil: null }).where(eq(visits.tapId, tapId));
    expect(await admissionsAskedWhen(forgetClaim)).toBe(2);
  });
});

test('a confirmation whose process died delays the visit no longer than its deadline', async () => {
  const scanned = await scanUnconfirmed(join().card);
  await testDesk.desk.db
    .update(visits)
    .set({ confirmingUntil: new Date(testDesk.clock.now + 30_000) })
    .where(eq(visits.tapId, scanned.tapId));
  await here.pass(10_000);
  expect(await states()).toEqual(['held']);
  await here.pass(20_000);
  expect(await states()).toEqual(['sent']);
});

describe('an admission whose answer comes too late for the counter', () => {
  /** Scans a card, and answers the request for admission afterwards. */
  async function scanBeforeAnswer(value: string) {
    const held = holdAnswer();
    here.platform.fault = ({ path }) =>
      path.endsWith('/admissions') ? { status: 200, body: { firstAdmission: true }, after: held.promise } : null;
    const scanning = scan(value);
    await until(() => expect(here.platform.count('/admissions')).toBe(1));
    held.endPatience();
    const scanned = await scanning;
    expect(scanned.kind).toBe('unconfirmed');
    held.release();
    return scanned;
  }

  test('is not requested again, and the first admission is shown', async () => {
    const omar = corporate({ firstAdmission: true });
    const scanned = await scanBeforeAnswer(omar.card);
    await here.confirm();
    expect(codes(await read(scanned))).toContain('firstAdmission');
    await here.pass(10_000);
    expect(await states()).toEqual(['sent']);
    expect(here.platform.count('/admissions')).toBe(1);
  });

  test('is requested again if the response was lost: whether it was granted is unknown', async () => {
    const omar = corporate({ firstAdmission: false });
    here.platform.fault = ({ path }) => (path.endsWith('/admissions') ? 'reset' : null);
    const scanned = await scan(omar.card);
    here.platform.fault = () => null;
    await here.confirm();
    expect(await read(scanned)).toMatchObject({ kind: 'admitted' });
    expect(here.platform.count('/admissions')).toBe(2);
  });

  test('applies to that arrival only: the next one needs another request', async () => {
    const omar = corporate({ firstAdmission: true });
    const scanned = await scanBeforeAnswer(omar.card);
    await here.confirm();
    await undo({ desk: testDesk.desk, actor: here.actor }, scanned);
    here.platform.fault = () => null;
    testDesk.clock.now += 60_000;
    await scan(omar.card);
    expect(here.platform.count('/admissions')).toBe(2);
  });
});
