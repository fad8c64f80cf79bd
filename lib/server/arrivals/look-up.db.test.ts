import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { refusals } from '#lib/server/db/schema/refusals.ts';
import { elsewhereEvents, taps } from '#lib/server/db/schema/visits.ts';
import { countWaiting } from '#lib/testing/count-waiting.ts';
import { refuse } from '#lib/testing/fake-platform.ts';
import { holdAnswer } from '#lib/testing/hold-answer.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { createTestDesk, type TestLocation } from '#lib/testing/test-desk.ts';
import type { Verdict } from '#lib/wire/verdict.ts';
import { until } from '#shared/testing/until.ts';
import { checkOut } from './check-out.ts';
import { lookUp } from './look-up.ts';
import { undo } from './undo.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation();
});

const scan = (value: string, tap = here.tap()) =>
  lookUp({ desk: testDesk.desk, actor: here.actor }, { ...tap, source: 'scan', value });
const type = (value: string) =>
  lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'typed', value });
const hold = (value: string) =>
  lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'typed', isHeld: true, value });
const codes = (verdict: Verdict) => verdict.reasons.map(({ code }) => code);

describe('a scan of a member', () => {
  test('admits and records the visit in one call', async () => {
    const lena = inventMember();
    here.platform.members.push(lena);
    const tap = here.tap();
    const verdict = await scan(lena.card.slice(2).toLowerCase(), tap);
    expect(verdict).toEqual({
      kind: 'admitted',
      tapId: tap.tapId,
      tappedAt: '2026-11-21T08:41:07.123Z',
      scanned: { kind: 'rfid', text: expect.stringContaining('0x04A2') },
      member: {
        accountId: lena.account.accountId,
        displayName: `Lena ${lena.account.lastName}`,
        initials: 'LV',
        membershipType: 'PREMIUM',
        membershipId: lena.account.membership?.membershipId,
        memberSince: '2019-04-01',
        photoUrl: null,
      },
      reasons: [],
      visit: {
        tapId: tap.tapId,
        kind: 'checkIn',
        at: '2026-11-21T08:41:07.123Z',
        undoUntil: '2026-11-21T08:41:17.123Z',
        isToBeSent: true,
      },
      offers: ['checkOut'],
    });
    expect(await here.ledger()).toMatchObject([
      {
        tapId: tap.tapId,
        state: 'held',
        kind: 'checkIn',
        accountId: lena.account.accountId,
        staffId: here.actor.staffId,
      },
    ]);
  });

  test.each([
    ['a wallet pass', 'deadbeefcafebabe', { passes: ['deadbeefcafebabe'] }],
    [
      'an e-mail address',
      'someone@example.com',
      { account: { ...inventMember().account, email: 'someone@example.com' } },
    ],
  ])('finds by %s', async (_, value, fields) => {
    here.platform.members.push(inventMember(fields));
    expect((await type(value)).kind).toBe('admitted');
  });

  test('finds the member by membership id, and by a barcode that only the desk knows', async () => {
    const lena = inventMember();
    here.platform.members.push(lena);
    expect((await type(lena.account.membership?.membershipId ?? '')).kind).toBe('admitted');
    expect(await type(lena.account.membership?.barcode ?? '')).toMatchObject({
      kind: 'admitted',
      member: { accountId: lena.account.accountId },
    });
  });

  test('gets a verdict also where the platform answers with days and instants that the database cannot store', async () => {
    const lena = inventMember();
    const corporateFitness = { endTimestamp: '9999-12-31T23:59:59-05:00' };
    Object.assign(lena.account, {
      dateOfBirth: '0000-01-01',
      membership: { ...lena.account.membership, startOfContract: '0000-01-01', corporateFitness },
    });
    here.platform.members.push(lena);
    expect(await scan(lena.card)).toMatchObject({ kind: 'admitted', member: { memberSince: null } });
  });

  test('is admitted where the gym is full', async () => {
    here = await testDesk.openLocation({ capacity: 1 });
    for (const member of [inventMember(), inventMember()]) {
      here.platform.members.push(member);
      expect(await scan(member.card)).toMatchObject({ kind: 'admitted', visit: { kind: 'checkIn' } });
    }
    expect(await here.ledger()).toHaveLength(2);
  });

  test('records no visit where check-in is a separate button', async () => {
    here = await testDesk.openLocation({ checkInOnScan: false });
    const lena = inventMember();
    here.platform.members.push(lena);
    expect(await scan(lena.card)).toMatchObject({ kind: 'admitted', visit: null, offers: ['checkIn'] });
    expect(await here.ledger()).toEqual([]);
  });
});

describe('a member chosen from the directory', () => {
  const choose = (accountId: string, tap = here.tap()) =>
    lookUp({ desk: testDesk.desk, actor: here.actor }, { ...tap, source: 'chosen', value: accountId });

  test('is looked up by account id and checks in as by card, once however often the tap is sent', async () => {
    const lena = inventMember();
    here.platform.members.push(lena);
    const tap = here.tap();
    const verdicts = [await choose(lena.account.accountId, tap), await choose(lena.account.accountId, tap)];
    expect(verdicts[1]).toEqual(verdicts[0]);
    expect(verdicts[0]).toMatchObject({
      kind: 'admitted',
      scanned: { kind: 'membershipId', text: lena.account.membership?.membershipId },
      visit: { tapId: tap.tapId },
    });
    expect(await here.ledger()).toHaveLength(1);
  });

  test('is only shown where check-in is a separate button', async () => {
    here = await testDesk.openLocation({ checkInOnScan: false });
    const lena = inventMember();
    here.platform.members.push(lena);
    expect(await choose(lena.account.accountId)).toMatchObject({ kind: 'admitted', visit: null, offers: ['checkIn'] });
    expect(await here.ledger()).toEqual([]);
  });

  test('is admitted unconfirmed while the platform is unreachable', async () => {
    const lena = inventMember();
    here.platform.members.push(lena);
    await scan(lena.card);
    await here.pass(9 * 3_600_000);
    await here.platform.stop();
    expect(await choose(lena.account.accountId)).toMatchObject({
      kind: 'unconfirmed',
      member: { accountId: lena.account.accountId },
      visit: { kind: 'checkIn' },
    });
  });
});

describe('a second scan', () => {
  test('within the repeat window is ignored with a remark, and the first can still be undone', async () => {
    const lena = inventMember();
    here.platform.members.push(lena);
    const first = await scan(lena.card);
    await here.pass(5_000);
    const second = await scan(lena.card);
    expect(second).toMatchObject({ kind: 'admitted', visit: { tapId: first.tapId, undoUntil: expect.any(String) } });
    expect(codes(second)).toEqual(['repeatIgnored']);
    expect(await here.ledger()).toHaveLength(1);
  });

  test('after the repeat window offers check-out', async () => {
    const lena = inventMember();
    here.platform.members.push(lena);
    await scan(lena.card);
    await here.pass(60_000);
    const second = await scan(lena.card);
    expect(second).toMatchObject({ kind: 'admitted', offers: ['checkOut'] });
    expect(codes(second)).toEqual(['alreadyIn']);
    expect(await here.ledger()).toHaveLength(1);
  });

  test('after an undo checks in again', async () => {
    const lena = inventMember();
    here.platform.members.push(lena);
    const { tapId } = await scan(lena.card);
    await undo({ desk: testDesk.desk, actor: here.actor }, { tapId });
    expect(await scan(lena.card)).toMatchObject({ kind: 'admitted', reasons: [], visit: { kind: 'checkIn' } });
  });

  test('after a check-out checks in again', async () => {
    const lena = inventMember();
    here.platform.members.push(lena);
    await scan(lena.card);
    await here.pass(20_000);
    await checkOut({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), accountId: lena.account.accountId });
    await here.pass(1_000);
    await scan(lena.card);
    expect((await here.ledger()).map(({ kind }) => kind)).toEqual(['checkIn', 'checkOut', 'checkIn']);
  });
});

describe('a corporate member', () => {
  const corporate = (admission: { firstAdmission: boolean } | { refusal: Parameters<typeof refuse>[0] }) => {
    const member = inventMember({ type: 'CORPORATE_FITNESS', admission });
    here.platform.members.push(member);
    return member;
  };

  test('needs admission before the visit is recorded', async () => {
    const omar = corporate({ firstAdmission: true });
    let recordedBefore: number | undefined;
    const held = holdAnswer();
    here.platform.fault = ({ path }) => {
      if (!path.endsWith('/admissions')) return null;
      void here
        .ledger()
        .then((rows) => (recordedBefore = rows.length))
        .then(held.release);
      return { status: 200, body: { firstAdmission: true }, after: held.promise };
    };
    const verdict = await scan(omar.card);
    expect(verdict).toMatchObject({ kind: 'attention', visit: { kind: 'checkIn' } });
    expect(codes(verdict)).toEqual(['firstAdmission']);
    expect(recordedBefore).toBe(0);
    expect(await here.ledger()).toMatchObject([{ state: 'held', needsAdmission: false }]);
  });

  test.each([
    ['corporateFitnessMembershipExpired', 'corporateMembershipEnded'],
    ['corporateFitnessMembershipNotStarted', 'corporateMembershipNotStarted'],
    ['corporateFitnessGymNotInNetwork', 'gymNotInNetwork'],
    ['corporateFitnessGymNotInNetworkPlus1', 'noGuestProgramme'],
  ] as const)('refused for %s: told as %s, and no visit', async (refusal, code) => {
    const verdict = await scan(corporate({ refusal }).card);
    expect(verdict).toMatchObject({ kind: 'refused', visit: null, offers: [], mayOverride: true });
    expect(codes(verdict)).toEqual([code]);
    expect(await here.ledger()).toEqual([]);
  });

  test.each([
    ['a key without the permission', refuse('missingPermission'), 'permissionMissing'],
    ['a general 403', refuse('forbiddenAction'), 'platformFailed'],
    ['a missing key', { status: 401, body: {} }, 'keyRejected'],
    ['a 403 of a proxy', { status: 403, body: '<html>' }, 'platformAnswerUnreadable'],
    ['a server error', { status: 500, body: {} }, 'platformFailed'],
  ])('is never refused for %s', async (_, reply, code) => {
    const omar = corporate({ firstAdmission: false });
    here.platform.fault = ({ path }) => (path.endsWith('/admissions') ? reply : null);
    const verdict = await scan(omar.card);
    expect(verdict).toMatchObject({ kind: 'unconfirmed', member: { accountId: omar.account.accountId } });
    expect(codes(verdict)).toEqual([code]);
    expect(await here.ledger()).toMatchObject([{ state: 'held', needsAdmission: true }]);
  });

  test('who is in already does not cause another question for admission', async () => {
    const omar = corporate({ firstAdmission: false });
    await scan(omar.card);
    await here.pass(30_000);
    await scan(omar.card);
    await here.pass(120_000);
    await scan(omar.card);
    expect(here.platform.count('/admissions')).toBe(1);
  });
});

test('a card held to the tablet counts as a card, known or unknown', async () => {
  const lena = inventMember();
  here.platform.members.push(lena);
  await hold(lena.card);
  expect(await here.ledger()).toMatchObject([{ how: 'card', scannedKind: null }]);
  expect(await hold('0x04A2FFFF')).toMatchObject({ kind: 'unknown', isScan: true });
  const { db } = testDesk.desk;
  expect(await db.select().from(refusals).where(eq(refusals.locationId, here.location.id))).toHaveLength(1);
  await until(async () => {
    const [gym] = await db.select().from(locations).where(eq(locations.id, here.location.id));
    expect(gym?.cardScannedAt).not.toBeNull();
  });
});

describe('a card whose number the platform has in lower case, and compares exactly', () => {
  const inLowerCase = () => {
    const lena = inventMember();
    here.platform.comparesCardsExactly = true;
    here.platform.members.push({ ...lena, rfids: [lena.card.toLowerCase()] });
    return lena;
  };

  test('admits its member', async () => {
    const { card, account } = inLowerCase();
    expect(await scan(card)).toMatchObject({ kind: 'admitted', member: { accountId: account.accountId } });
  });

  test('is unconfirmed and not unknown where the platform does not answer in time about the number in lower case', async () => {
    const { card } = inLowerCase();
    here.platform.fault = ({ path }) => (path.endsWith(card.toLowerCase()) ? 'silence' : null);
    const verdict = await scan(card);
    expect([verdict.kind, codes(verdict)]).toEqual(['unconfirmed', ['platformSlow']]);
  });
});

describe('an unknown card', () => {
  test.each([
    ['0x04A2FFFF', 'cardUnknown'],
    ['feedfacefeedface', 'passUnknown'],
    ['nobody@example.com', 'emailUnknown'],
    ['M-99999', 'membershipIdUnknown'],
    // either a card number or a barcode
    ['0077740927', 'numberUnknown'],
    ['162,15231', 'numberUnknown'],
  ])('%s is not known', async (value, code) => {
    const verdict = await type(value);
    expect(verdict).toMatchObject({ kind: 'unknown', reasons: [{ code, nextActor: 'reception' }] });
    expect(verdict).not.toHaveProperty('isScan');
    expect(await scan(value)).toMatchObject({ kind: 'unknown', isScan: true });
    expect(await here.ledger()).toEqual([]);
  });

  test('of a person without a membership has its own reason', async () => {
    here.platform.fault = () => refuse('notFound', { entity: 'MEMBERSHIP' });
    expect(codes(await scan('0x04A2FFFE'))).toEqual(['membershipMissing']);
    const metadata = { entity: 'MEMBERSHIP', accountId: null };
    here.platform.fault = () => ({ status: 404, body: { errorCode: 'notFound', metadata } });
    expect(codes(await scan('0x04A2FFFB'))).toEqual(['membershipMissing']);
    here.platform.fault = () => ({ status: 200, body: { accountId: 'a-1', firstName: 'Jan' } });
    expect(codes(await scan('0x04A2FFFD'))).toEqual(['membershipMissing']);
  });

  test.each([
    [
      'the digits of another keyboard layout',
      'à\'"é(§è!çà',
      { problem: 'keyboardLayout', keyboardLayout: 'Belgian AZERTY' },
    ],
    ['a truncated number', '04A23BC', { problem: 'oddDigits', keyboardLayout: null }],
    ['malformed text', '\ud800\u0000?', { problem: 'notACard', keyboardLayout: null }],
  ])('%s is unreadable and causes no request', async (_, value, reason) => {
    expect(await scan(value)).toMatchObject({ kind: 'unknown', reasons: [{ code: 'unreadable', ...reason }] });
    expect(here.platform.requests).toEqual([]);
  });

  test('a typed name that was found nowhere is answered the same each time, and not stored', async () => {
    const typed = { ...here.tap(), source: 'typed', value: 'Lena Vogt' } as const;
    const again = async () => lookUp({ desk: testDesk.desk, actor: here.actor }, typed);
    const verdict = await again();
    expect(verdict).toMatchObject({ kind: 'unknown', scanned: { text: 'Lena Vogt' }, reasons: [{ problem: 'name' }] });
    expect(await again()).toEqual(verdict);
    expect(await testDesk.desk.db.$count(taps, eq(taps.locationId, here.location.id))).toBe(0);
  });

  test('that the platform rejects as malformed is unknown', async () => {
    here.platform.fault = () => refuse('invalidArguments');
    expect(codes(await scan('0x04A2FFFC'))).toEqual(['cardUnknown']);
  });

  test('that was removed from its member does not admit anyone while the platform is unreachable', async () => {
    const lena = inventMember();
    here.platform.members.push(lena);
    await scan(lena.card);
    here.platform.members.pop();
    await scan(lena.card);
    await here.platform.stop();
    expect(await scan(lena.card)).toMatchObject({ kind: 'unconfirmed', member: null });
  });
});

describe('while the platform is unreachable', () => {
  test('a card in the directory shows the member, unconfirmed, and records the visit', async () => {
    const lena = inventMember();
    here.platform.members.push(lena);
    await scan(lena.card);
    await here.pass(9 * 3_600_000);
    await here.platform.stop();
    const verdict = await scan(lena.card);
    expect(verdict).toMatchObject({
      kind: 'unconfirmed',
      member: { accountId: lena.account.accountId },
      visit: { kind: 'checkIn' },
      offers: ['checkOut'],
    });
    expect(codes(verdict)).toEqual(['platformUnreachable']);
  });

  test('the visit of a member who came in before shows whether it was sent', async () => {
    const lena = inventMember();
    here.platform.members.push(lena);
    await scan(lena.card);
    await here.platform.stop();
    expect(await scan(lena.card)).toMatchObject({ kind: 'unconfirmed', visit: { isToBeSent: true } });
    await here.platform.start();
    await here.pass(10_000);
    await here.platform.stop();
    expect(await scan(lena.card)).toMatchObject({ kind: 'unconfirmed', visit: { isToBeSent: false } });
  });

  test('a card that is not in the directory records the visit with the scanned value', async () => {
    await here.platform.stop();
    const verdict = await scan('0x04A2EEEE');
    expect(verdict).toMatchObject({ kind: 'unconfirmed', member: null, visit: { kind: 'checkIn' }, offers: [] });
    expect(await here.ledger()).toMatchObject([
      { accountId: null, scannedKind: 'rfid', scannedValue: '0x04A2EEEE', state: 'held', needsAdmission: true },
    ]);
    expect(codes(await scan('0x04A2EEEE'))).toEqual(['platformUnreachable', 'repeatIgnored']);
    expect(await here.ledger()).toHaveLength(1);
  });

  test('a slow platform is given up after 1.5 s', async () => {
    here.platform.fault = () => 'silence';
    const deadlines = vi.spyOn(AbortSignal, 'timeout');
    onTestFinished(() => deadlines.mockRestore());
    expect(codes(await scan('0x04A2EEED'))).toEqual(['platformSlow']);
    expect(deadlines.mock.calls).toEqual([[1_500]]);
  });

  test.each([
    ['failing', { status: 500, body: {} }, 'platformFailed'],
    ['over its rate limit', refuse('tooManyRequests'), 'platformBusy'],
    ['answering HTML', { status: 200, body: '<html>' }, 'platformAnswerUnreadable'],
    ['replaced by a proxy’s 404', { status: 404, body: '<html>' }, 'platformAnswerUnreadable'],
  ])('%s: unconfirmed', async (_, reply, code) => {
    here.platform.fault = () => reply;
    const verdict = await scan('0x04A2EEEC');
    expect(verdict.kind).toBe('unconfirmed');
    expect(codes(verdict)).toEqual([code]);
  });
});

describe('a repeated tap', () => {
  test('gets the same visit and verdict, and asks the platform nothing again', async () => {
    const omar = inventMember({ type: 'CORPORATE_FITNESS', admission: { firstAdmission: true } });
    here.platform.members.push(omar);
    const tap = here.tap();
    const first = await scan(omar.card, tap);
    here.platform.members.pop();
    testDesk.clock.now += 3_000;
    const again = await scan(omar.card, { ...tap, sentAt: testDesk.clock.now });
    expect(again).toEqual(first);
    expect(here.platform.requests).toHaveLength(2);
    expect(await here.ledger()).toHaveLength(1);
  });

  test('no longer offers undo once that time is over', async () => {
    const lena = inventMember();
    here.platform.members.push(lena);
    const tap = here.tap();
    await scan(lena.card, tap);
    testDesk.clock.now += 10_000;
    const again = await scan(lena.card, { ...tap, sentAt: testDesk.clock.now });
    expect(again).toMatchObject({ kind: 'admitted', visit: { tapId: tap.tapId, undoUntil: null } });
  });

  test('is recorded with the time of the tap, however late it arrives', async () => {
    const lena = inventMember();
    here.platform.members.push(lena);
    const tap = here.tap();
    await here.pass(3 * 3_600_000);
    const verdict = await scan(lena.card, { ...tap, sentAt: testDesk.clock.now });
    expect(verdict).toMatchObject({ visit: { at: new Date(tap.tappedAt).toISOString() } });
  });

  test('is processed again where the first attempt failed', async () => {
    const lena = inventMember();
    here.platform.members.push(lena);
    const tap = here.tap();
    const broken = {
      ...testDesk.desk,
      clockWatch: { ...testDesk.desk.clockWatch, setSince: () => Number.NaN },
    };
    await expect(
      lookUp({ desk: broken, actor: here.actor }, { ...tap, source: 'scan', value: lena.card }),
    ).rejects.toThrow();
    expect(await here.ledger()).toEqual([]);
    expect(await scan(lena.card, tap)).toMatchObject({ kind: 'admitted', visit: { kind: 'checkIn' } });
  });

  const scanFromTwoProcesses = async (card: string) => {
    // the second one waits for the first one's answer, however long that takes
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    onTestFinished(() => clock.mockRestore());
    const other = testDesk.another();
    const tap = { ...here.tap(), source: 'scan', value: card } as const;
    return Promise.all([testDesk.desk, other].map((desk) => lookUp({ desk, actor: here.actor }, tap)));
  };

  test('at two processes at a time is one visit, one admission and one verdict', async () => {
    const omar = inventMember({ type: 'CORPORATE_FITNESS', admission: { firstAdmission: true } });
    here.platform.members.push(omar);
    let lookUps = 0;
    here.platform.fault = ({ path }) => {
      if (path.endsWith('/admissions')) return { status: 200, body: { firstAdmission: true }, afterMs: 500 };
      lookUps += 1;
      return null;
    };
    const [one, two] = await scanFromTwoProcesses(omar.card);
    expect(one).toEqual(two);
    expect(here.platform.count('/admissions')).toBe(1);
    expect(lookUps).toBe(1);
    expect(await here.ledger()).toHaveLength(1);
  });

  test('control: without the idempotency key, both processes ask and answer', async () => {
    const unguarded = await createTestDesk(inject('adminDatabaseUrl'));
    try {
      await unguarded.desk.db.execute('alter table taps drop constraint taps_location_id_tap_id_operation_pk');
      const there = await unguarded.openLocation();
      const omar = inventMember({ type: 'CORPORATE_FITNESS', admission: { firstAdmission: true } });
      there.platform.members.push(omar);
      const held = holdAnswer();
      let lookUps = 0;
      there.platform.fault = async ({ path }) => {
        if (path.endsWith('/admissions')) return null;
        lookUps += 1;
        if (lookUps === 2) held.release();
        await held.promise;
        return null;
      };
      const tap = { ...there.tap(), source: 'scan', value: omar.card } as const;
      const desks = [unguarded.desk, unguarded.another()];
      await Promise.allSettled(desks.map((desk) => lookUp({ desk, actor: there.actor }, tap)));
      expect(lookUps).toBe(2);
    } finally {
      await unguarded.close();
    }
  });
});

describe('two concurrent taps of one card', () => {
  const scanAtOnce = async (at: TestLocation, desks: DeskContext[]) => {
    const lena = inventMember();
    at.platform.members.push(lena);
    const taps = desks.map((desk) => ({ desk, tap: { ...at.tap(), source: 'scan', value: lena.card } as const }));
    return Promise.all(taps.map(({ desk, tap }) => lookUp({ desk, actor: at.actor }, tap)));
  };

  test('are one arrival', async () => {
    const verdicts = await scanAtOnce(here, [testDesk.desk, testDesk.another(), testDesk.desk]);
    expect(verdicts.flatMap(codes)).toEqual(['repeatIgnored', 'repeatIgnored']);
    expect(await here.ledger()).toHaveLength(1);
  });

  test('control: are several arrivals without the lock', async () => {
    const unguarded = await createTestDesk(inject('adminDatabaseUrl'));
    try {
      await unguarded.breakAdvisoryLocks();
      const release = await unguarded.holdInserts('visits');
      const there = await unguarded.openLocation();
      const scanning = scanAtOnce(there, [unguarded.another(), unguarded.another()]);
      await until(async () => expect(await countWaiting(unguarded.desk.db)).toBe(2));
      await release();
      await scanning;
      expect(await there.ledger()).toHaveLength(2);
    } finally {
      await unguarded.close();
    }
  });
});

test('a tap with an impossible time is recorded with the time of its arrival, marked, and logged', async () => {
  const now = testDesk.clock.now;
  const wrong = [{ tappedAt: now + 60_000 }, { tappedAt: now - 8 * 24 * 3_600_000 }];
  const members = [inventMember(), inventMember(), inventMember()];
  here.platform.members.push(...members);
  for (const [index, { card }] of members.entries()) await scan(card, { ...here.tap(), ...wrong[index] });
  const recorded = await here.ledger();
  expect(recorded.map(({ tappedAt }) => tappedAt.getTime())).toEqual([now, now, now]);
  expect(recorded.filter(({ isTimeInDoubt }) => isTimeInDoubt)).toHaveLength(2);
  const told = testDesk.logged.filter(([about]) => JSON.stringify(about).includes(here.location.id));
  expect(told.map(([, sentence]) => sentence)).toEqual([
    'the time of a visit is in doubt: the clock of a browser was set',
    'the time of a visit is in doubt: the clock of a browser was set',
  ]);
});

test('members and cards of another location are not found', async () => {
  const there = await testDesk.openLocation();
  const lena = inventMember();
  there.platform.members.push(lena);
  await lookUp({ desk: testDesk.desk, actor: there.actor }, { ...there.tap(), source: 'scan', value: lena.card });
  await here.platform.stop();
  expect(await scan(lena.card)).toMatchObject({ kind: 'unconfirmed', member: null });
});

test('the location’s API key is in no verdict, and in no row in plain text', async () => {
  const lena = inventMember();
  here.platform.members.push(lena);
  const verdicts = [await scan(lena.card), await scan('0x04A2FFFF'), await scan('!')];
  expect(here.platform.requests[0]?.apiKey).toBe(here.platform.apiKey);
  expect(JSON.stringify(verdicts)).not.toContain(here.platform.apiKey);
  const tables = ['locations', 'taps', 'visits', 'members', 'audit_log', 'platform_status'];
  for (const table of tables) {
    const { rows } = await testDesk.desk.db.execute(`select row_to_json(t)::text as row from ${table} t`);
    expect(JSON.stringify(rows)).not.toContain(here.platform.apiKey);
    if (table === 'locations') expect(JSON.stringify(rows)).toContain(here.location.id);
  }
  expect(JSON.stringify(testDesk.logged)).not.toContain(here.platform.apiKey);
});

describe('the first visit of a month', () => {
  test('is not one after a visit through a turnstile', async () => {
    here = await testDesk.openLocation({ createdAt: new Date('2026-10-15T00:00:00Z') });
    const lena = inventMember();
    here.platform.members.push(lena);
    await testDesk.desk.db.insert(elsewhereEvents).values({
      locationId: here.location.id,
      accountId: lena.account.accountId,
      kind: 'checkIn',
      at: new Date('2026-11-03T08:00:00Z'),
    });
    expect(codes(await scan(lena.card))).toEqual([]);
  });

  test('is remarked on where the desk has recorded the whole month', async () => {
    here = await testDesk.openLocation({ createdAt: new Date('2026-10-15T00:00:00Z') });
    const lena = inventMember();
    here.platform.members.push(lena);
    expect(codes(await scan(lena.card))).toEqual(['firstVisitThisMonth']);
    await here.pass(9 * 3_600_000);
    expect(codes(await scan(lena.card))).toEqual([]);
  });
});
