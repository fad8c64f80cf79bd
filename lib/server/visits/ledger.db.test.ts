import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkOut } from '#lib/server/arrivals/check-out.ts';
import { checkIn, lookUp } from '#lib/server/arrivals/look-up.ts';
import { undo } from '#lib/server/arrivals/undo.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { type Visit, visits } from '#lib/server/db/schema/visits.ts';
import { freeStuck } from '#lib/server/ledger/recover.ts';
import { readStatus } from '#lib/server/status/read-status.ts';
import { sendVisit } from '#lib/server/visit-sending/send-visit.ts';
import { type FakeMember, type Reply, refuse } from '#lib/testing/fake-platform.ts';
import { holdAnswer } from '#lib/testing/hold-answer.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { until } from '#shared/testing/until.ts';
import { retryWaitingVisits, visitLedger } from './ledger.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation();
});

const scan = (card: string, tap = here.tap()) =>
  lookUp({ desk: testDesk.desk, actor: here.actor }, { ...tap, source: 'scan', value: card });
const leave = ({ account }: FakeMember) =>
  checkOut({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), accountId: account.accountId });
const states = async () => (await here.ledger()).map(({ state }) => state);
const arrived = () => [...here.platform.visits.values()];

function join(fields: Parameters<typeof inventMember>[0] = {}) {
  const member = inventMember(fields);
  here.platform.members.push(member);
  return member;
}

describe('a visit', () => {
  test('is sent with its own time, and not before its undo time is over', async () => {
    const lena = join();
    const { tappedAt } = await scan(lena.card);
    await here.pass(9_999);
    expect(arrived()).toEqual([]);
    await here.pass(1);
    expect(arrived()).toEqual([{ accountId: lena.account.accountId, kind: 'checkins', at: Date.parse(tappedAt) }]);
    expect(await states()).toEqual(['sent']);
  });

  test('is sent once, however often an attempt is made', async () => {
    const lena = join();
    const { tapId } = await scan(lena.card);
    await here.pass(10_000);
    const key = { locationId: here.location.id, tapId };
    await Promise.all([1, 2, 3].map(() => sendVisit(testDesk.desk, { key })));
    expect(here.platform.count('/checkins')).toBe(1);
  });

  test('is sent by one of two concurrent workers', async () => {
    const lena = join();
    const { tapId } = await scan(lena.card);
    testDesk.clock.now += 10_000;
    const key = { locationId: here.location.id, tapId };
    await Promise.all([sendVisit(testDesk.desk, { key }), sendVisit(testDesk.another(), { key })]);
    expect(here.platform.count('/checkins')).toBe(1);
    expect(await here.ledger()).toMatchObject([{ state: 'sent', attempts: 1 }]);
  });

  test('is not sent before its time, even if an attempt is made', async () => {
    const lena = join();
    const { tapId } = await scan(lena.card);
    await sendVisit(testDesk.desk, { key: { locationId: here.location.id, tapId } });
    expect(await states()).toEqual(['held']);
  });

  test('is followed by the check-out of the member, with its own time', async () => {
    const lena = join();
    await scan(lena.card);
    await here.pass(5_000);
    const left = await leave(lena);
    expect(left).toMatchObject({ kind: 'admitted', reasons: [{ code: 'checkedOut' }], offers: ['checkIn'] });
    await here.pass(10_000);
    expect(arrived().map(({ kind }) => kind)).toEqual(['checkins', 'checkouts']);
    expect(arrived().map(({ at }) => at)).toEqual([testDesk.clock.now - 15_000, testDesk.clock.now - 10_000]);
  });

  test('is checked out once by two presses', async () => {
    const lena = join();
    await scan(lena.card);
    await here.pass(5_000);
    const first = await leave(lena);
    await here.pass(2_000);
    expect(await leave(lena)).toMatchObject({ visit: { tapId: first.tapId } });
    expect(await states()).toHaveLength(2);
  });
});

describe('undo', () => {
  test('in time: the visit is never sent', async () => {
    const lena = join();
    const { tapId } = await scan(lena.card);
    await here.pass(9_999);
    expect(await undo({ desk: testDesk.desk, actor: here.actor }, { tapId })).toMatchObject({
      kind: 'admitted',
      reasons: [{ code: 'undone' }],
      visit: { tapId, undoUntil: null },
      offers: ['checkIn'],
    });
    await here.pass(3_600_000);
    await freeStuck(testDesk.desk.db, visitLedger(testDesk.desk));
    await here.pass(0);
    expect(here.platform.count('/checkins')).toBe(0);
    expect(await states()).toEqual(['undone']);
  });

  test('a second time gets the same answer', async () => {
    const { tapId } = await scan(join().card);
    const first = await undo({ desk: testDesk.desk, actor: here.actor }, { tapId });
    await here.pass(60_000);
    expect(await undo({ desk: testDesk.desk, actor: here.actor }, { tapId })).toEqual(first);
  });

  test('too late fails, even while the visit still waits to be sent', async () => {
    const lena = join();
    const { tapId } = await scan(lena.card);
    await here.platform.stop();
    await here.pass(10_000);
    expect(await states()).toEqual(['waiting']);
    await expect(undo({ desk: testDesk.desk, actor: here.actor }, { tapId })).rejects.toMatchObject({
      code: 'tooLate',
    });
  });

  test('of a visit of another location fails', async () => {
    const { tapId } = await scan(join().card);
    const there = await testDesk.openLocation();
    await expect(undo({ desk: testDesk.desk, actor: there.actor }, { tapId })).rejects.toMatchObject({
      code: 'notFound',
    });
    expect(await states()).toEqual(['held']);
  });

  // the worker's clock is ahead, so that both find the visit within their times
  const workerAhead = (): DeskContext => ({ ...testDesk.another(), clock: () => testDesk.clock.now + 10_000 });
  const undoWhileSending = async (ahead: DeskContext, undoing: DeskContext) => {
    here.platform.requests.length = 0;
    const { tapId } = await scan(join().card);
    const key = { locationId: here.location.id, tapId };
    const [, undone] = await Promise.allSettled([
      sendVisit(ahead, { key }),
      undo({ desk: undoing, actor: here.actor }, { tapId }),
    ]);
    return { isUndone: undone.status === 'fulfilled', isSent: here.platform.count('/checkins') === 1 };
  };

  test('and a concurrent sender: exactly one of the two succeeds', async () => {
    const ahead = workerAhead();
    for (let round = 0; round < 15; round += 1) {
      const { isUndone, isSent } = await undoWhileSending(ahead, testDesk.desk);
      expect(isUndone).not.toBe(isSent);
    }
  });

  test('control: an undo that ignores the state of the row undoes a visit that is being sent', async () => {
    const { tapId } = await scan(join().card);
    const ahead = workerAhead();
    const held = holdAnswer();
    here.platform.fault = ({ path }) => (path.endsWith('/checkins') ? { status: 204, after: held.promise } : null);
    const sending = sendVisit(ahead, { key: { locationId: here.location.id, tapId } });
    await until(() => expect(here.platform.count('/checkins')).toBe(1));
    await expect(undo({ desk: testDesk.desk, actor: here.actor }, { tapId })).rejects.toMatchObject({
      code: 'tooLate',
    });
    await testDesk.desk.db.update(visits).set({ state: 'undone' }).where(eq(visits.tapId, tapId));
    held.release();
    await sending;
    expect(await states()).toEqual(['undone']);
    expect(here.platform.count('/checkins')).toBe(1);
  });
});

describe('a platform in trouble', () => {
  test.each([
    ['down', null],
    ['failing', { status: 500, body: {} }],
    ['over its limit', refuse('tooManyRequests')],
    ['behind an error page of a proxy', { status: 200, body: '<html>Back in a minute</html>' }],
    ['refusing the key', refuse('forbiddenAction')],
    ['without the permission', refuse('missingPermission')],
  ] as const)('%s: the visit waits, and arrives once with its own time', async (_, reply) => {
    const lena = join();
    const { tappedAt } = await scan(lena.card);
    if (reply) here.platform.fault = () => reply;
    else await here.platform.stop();
    await here.pass(10_000);
    expect(await states()).toEqual(['waiting']);

    here.platform.fault = () => null;
    if (!reply) await here.platform.start();
    await here.pass(5_000);
    expect(arrived()).toMatchObject([{ at: Date.parse(tappedAt) }]);
    expect(await states()).toEqual(['sent']);
  });

  test.each<[string, Reply]>([
    ['200', { status: 200, body: { done: true } }],
    ['201 without a body', { status: 201 }],
    ['204 declared as HTML', { status: 204, headers: { 'content-type': 'text/html' } }],
    ['200 with an empty chunked page', { status: 200, headers: { 'content-type': 'text/html' } }],
    ['200 with something else', { status: 200, body: 'done', headers: { 'content-type': 'text/plain' } }],
    [
      '200 with a truncated body',
      { status: 200, body: '{', headers: { 'content-type': 'application/json' }, breaksOff: true },
    ],
  ])('a visit answered %s instead of a plain 204 is sent once and never again', async (_, reply) => {
    here.platform.fault = ({ path }) => (path.endsWith('/checkins') ? reply : null);
    await scan(join().card);
    for (let minute = 0; minute < 10; minute += 1) await here.pass(60_000);
    expect(here.platform.count('/checkins')).toBe(1);
    expect(await states()).toEqual(['sent']);
  });

  test('a visit that is refused with a code that cannot be stored waits, and is sent later', async () => {
    const refusal = { status: 409, body: { errorCode: 'conflict\0' } };
    here.platform.fault = ({ path }) => (path.endsWith('/checkins') ? refusal : null);
    await scan(join().card);
    await here.pass(10_000);
    expect(await here.ledger()).toMatchObject([{ state: 'waiting', lastError: 'unreadable' }]);
    here.platform.fault = () => null;
    await here.pass(60_000);
    expect(await states()).toEqual(['sent']);
  });

  test('a 403 without a known reason is retried for a day, and does not count as a rejected key', async () => {
    here.platform.fault = ({ path }) => (path.endsWith('/checkins') ? refuse('forbiddenAction') : null);
    await scan(join().card);
    await here.pass(10_000);
    expect(await states()).toEqual(['waiting']);
    const { connection } = await readStatus({ desk: testDesk.desk, actor: here.actor });
    expect(connection).toEqual({ state: 'reachable' });
    for (let hour = 0; hour < 24; hour += 1) await here.pass(3_600_000);
    expect(await here.ledger()).toMatchObject([{ state: 'refused', lastError: 'forbiddenAction' }]);
  });

  test('a lost answer: the visit is sent again, and the platform counts it once', async () => {
    await scan(join().card);
    here.platform.fault = (request) => {
      if (!request.path.endsWith('/checkins') || here.platform.count('/checkins') > 1) return null;
      const { timestamp } = request.body as { timestamp: number }; // safe because: the desk always names the time
      const accountId = request.path.split('/')[4] ?? '';
      here.platform.visits.set(`${accountId} checkins ${timestamp}`, { accountId, kind: 'checkins', at: timestamp });
      return 'reset';
    };
    await here.pass(10_000);
    await here.pass(2_000);
    expect(here.platform.count('/checkins')).toBe(2);
    expect(arrived()).toHaveLength(1);
  });

  test('each failure doubles the delay, up to five minutes', async () => {
    await scan(join().card);
    await here.platform.stop();
    await here.pass(10_000);
    const waits: number[] = [];
    for (let failure = 0; failure < 10; failure += 1) {
      const [visit] = await here.ledger();
      const waitMs = (visit?.nextAttemptAt.getTime() ?? 0) - testDesk.clock.now;
      waits.push(waitMs / 1_000);
      await here.pass(waitMs);
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  });

  test('its first success makes all waiting visits due', async () => {
    const members = [join(), join(), join()];
    for (const { card } of members) await scan(card);
    await here.platform.stop();
    for (let failure = 0; failure < 6; failure += 1) await here.pass(60_000);
    expect(await states()).toEqual(['waiting', 'waiting', 'waiting']);

    await here.platform.start();
    await scan(join().card);
    await here.pass(0);
    expect(await states()).toEqual(['sent', 'sent', 'sent', 'held']);
  });
});

describe('after an outage', () => {
  /** Retries a hundred visits. @returns after how many seconds each is due */
  async function retryHundred(about: Partial<Visit>): Promise<number[]> {
    await here.platform.stop();
    await scan(join().card);
    await here.pass(10_000);
    const now = testDesk.clock.now;
    const [one] = await here.ledger();
    if (!one) throw new Error('Nothing was recorded.');
    const hundred = Array.from({ length: 100 }, (_, index) => ({
      ...one,
      tapId: randomUUID(),
      accountId: `account-${index}`,
      needsAdmission: false,
      ...about,
      tappedAt: new Date(now + index * 1_000),
    }));
    await testDesk.desk.db.transaction(async (tx) => {
      await tx.delete(visits).where(eq(visits.locationId, one.locationId));
      await tx.insert(visits).values(hundred);
      await retryWaitingVisits(tx, testDesk.desk, { locationId: one.locationId });
    });
    return (await here.ledger()).map(({ nextAttemptAt }) => (nextAttemptAt.getTime() - now) / 1_000);
  }

  test.each<[string, Partial<Visit>, number[]]>([
    ['', {}, [40, 45, 50, 100]],
    [', each with its look-up', { isUnasked: true }, [20, 22, 25, 50]],
    [', each with look-up and admission', { needsAdmission: true, lacksAdmission: true }, [13, 15, 16, 33]],
  ])(
    'waiting visits are sent in the order in which they happened, some at once and the rest within the rate limit%s',
    async (_, about, expected) => {
      const waits = await retryHundred(about);
      const within = (limit: number) => waits.filter((wait) => wait <= limit).length;
      expect([within(0), within(1), within(2), within(12)]).toEqual(expected);
      expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    },
  );

  test('a visit whose attempt failed just before the platform came back is retried within seconds', async () => {
    const [late, other] = [join(), join()];
    await scan(late.card);
    await testDesk.desk.db.update(visits).set({ attempts: 12 });
    here.platform.fault = ({ path }) => (path.endsWith('/checkins') ? { status: 503, body: {} } : null);
    await here.pass(10_000);
    await scan(other.card);
    expect(await here.ledger()).toMatchObject([
      { state: 'waiting', nextAttemptAt: new Date(testDesk.clock.now + 30_000) },
      { state: 'held' },
    ]);
  });
});

describe('a visit the platform refuses permanently', () => {
  test.each([
    ['its account is gone', refuse('notFound', { entity: 'ACCOUNT' }), 'missing ACCOUNT'],
    ['its data is wrong', refuse('invalidArguments'), 'invalidArguments'],
  ])('because %s is kept for the manager', async (_, reply, lastError) => {
    await scan(join().card);
    here.platform.fault = ({ path }) => (path.endsWith('/checkins') ? reply : null);
    await here.pass(10_000);
    await here.pass(3_600_000);
    expect(await here.ledger()).toMatchObject([{ state: 'refused', lastError, attempts: 1 }]);
  });

  test('and one that fails repeatedly block no other', async () => {
    const [bad, worse, good] = [join(), join(), join()];
    for (const { card } of [bad, worse, good]) await scan(card);
    here.platform.fault = ({ path }) => {
      if (path.includes(`${bad.account.accountId}/checkins`)) return refuse('notFound', { entity: 'ACCOUNT' });
      if (path.includes(`${worse.account.accountId}/checkins`)) return { status: 500, body: {} };
      return null;
    };
    await here.pass(10_000);
    expect((await states()).toSorted()).toEqual(['refused', 'sent', 'waiting']);
    expect(arrived()).toMatchObject([{ accountId: good.account.accountId }]);
  });
});

describe('events of one member', () => {
  test('arrive in the order in which they happened', async () => {
    const lena = join();
    await scan(lena.card);
    here.platform.fault = ({ path }) => (path.endsWith('/checkins') ? { status: 500, body: {} } : null);
    await here.pass(5_000);
    await leave(lena);
    await here.pass(60_000);
    expect(await states()).toEqual(['waiting', 'held']);
    here.platform.fault = () => null;
    await here.pass(300_000);
    expect(arrived().map(({ kind }) => kind)).toEqual(['checkins', 'checkouts']);
  });

  test('do not wait for one that was refused', async () => {
    const lena = join();
    await scan(lena.card);
    here.platform.fault = ({ path }) => (path.endsWith('/checkins') ? refuse('invalidArguments') : null);
    await here.pass(5_000);
    await leave(lena);
    await here.pass(60_000);
    expect(await states()).toEqual(['refused', 'sent']);
  });
});

describe('a visit recorded while the platform could not be asked', () => {
  test('is resolved, and then sent for its member', async () => {
    const lena = inventMember();
    await here.platform.stop();
    await scan(lena.card);
    await here.platform.start();
    here.platform.members.push(lena);
    await here.pass(10_000);
    expect(await here.ledger()).toMatchObject([{ state: 'sent', accountId: lena.account.accountId }]);
    expect(arrived()).toMatchObject([{ accountId: lena.account.accountId }]);
  });

  test('is kept for the manager if the platform does not know the card', async () => {
    await here.platform.stop();
    await scan('0x04A2DDDD');
    await here.platform.start();
    await here.pass(10_000);
    await here.pass(3_600_000);
    expect(await here.ledger()).toMatchObject([
      { state: 'unresolved', lastError: 'cardUnknown', scannedValue: '0x04A2DDDD', accountId: null },
    ]);
  });

  test('of a corporate member is admitted before it is sent', async () => {
    const omar = inventMember({ type: 'CORPORATE_FITNESS', admission: { firstAdmission: true } });
    await here.platform.stop();
    await scan(omar.card);
    await here.platform.start();
    here.platform.members.push(omar);
    await here.pass(10_000);
    const effects = here.platform.requests.filter(({ method }) => method === 'POST').map(({ path }) => path);
    expect(effects.map((path) => path.split('/').at(-1))).toEqual(['admissions', 'checkins']);
  });

  test('of a corporate member is admitted once, even if the check-in has to be sent again', async () => {
    const omar = join({ type: 'CORPORATE_FITNESS', admission: { firstAdmission: true } });
    here.platform.fault = ({ path }) => (path.endsWith('/admissions') ? { status: 500, body: {} } : null);
    await scan(omar.card);
    here.platform.fault = ({ path }) => (path.endsWith('/checkins') ? { status: 500, body: {} } : null);
    await here.pass(10_000);
    expect(await here.ledger()).toMatchObject([{ state: 'waiting', needsAdmission: false }]);
    here.platform.fault = () => null;
    await here.pass(10_000);
    expect(await states()).toEqual(['sent']);
    // once by the scan, which failed, and once before the visit was sent
    expect(here.platform.count('/admissions')).toBe(2);
  });

  test('of a corporate member whose admission is refused is kept for the manager', async () => {
    const jan = inventMember({
      type: 'CORPORATE_FITNESS',
      admission: { refusal: 'corporateFitnessMembershipExpired' },
    });
    await here.platform.stop();
    await scan(jan.card);
    await here.platform.start();
    here.platform.members.push(jan);
    await here.pass(10_000);
    expect(await here.ledger()).toMatchObject([
      { state: 'refused', lastError: 'corporateFitnessMembershipExpired', accountId: jan.account.accountId },
    ]);
    expect(arrived()).toEqual([]);
  });

  test('by a press for a member the desk no longer knows is sent for that member', async () => {
    const lena = join();
    await here.platform.stop();
    const pressed = await checkIn(
      { desk: testDesk.desk, actor: here.actor },
      { ...here.tap(), accountId: lena.account.accountId },
    );
    expect(pressed).toMatchObject({ kind: 'unconfirmed', member: null, visit: { kind: 'checkIn' } });
    await here.platform.start();
    await here.pass(10_000);
    expect(arrived()).toMatchObject([{ accountId: lena.account.accountId }]);
  });
});

describe('after the process died', () => {
  const die = async () => {
    await scan(join().card);
    const [visit] = await here.ledger();
    testDesk.clock.now += 10_000;
    return visit;
  };

  test('a visit without a notice is found by its due time and sent', async () => {
    await die();
    await here.pass(0);
    expect(await states()).toEqual(['sent']);
  });

  test('control: a visit of a dead process stays in sending if it is not freed', async () => {
    const visit = await die();
    const sending = { state: 'sending', claimedAt: new Date(testDesk.clock.now), attempts: 1 } as const;
    await testDesk.desk.db
      .update(visits)
      .set(sending)
      .where(eq(visits.tapId, visit?.tapId ?? ''));
    await here.pass(3_600_000);
    expect(await states()).toEqual(['sending']);
  });

  test('a visit that was being sent is retried after a minute, and counts once', async () => {
    const visit = await die();
    const claimedAt = new Date(testDesk.clock.now);
    await testDesk.desk.db
      .update(visits)
      .set({ state: 'sending', claimedAt, attempts: 1 })
      .where(eq(visits.tapId, visit?.tapId ?? ''));
    testDesk.clock.now += 60_000;
    await freeStuck(testDesk.desk.db, visitLedger(testDesk.desk));
    await here.pass(0);
    expect(await states()).toEqual(['sending']);
    testDesk.clock.now += 1;
    await freeStuck(testDesk.desk.db, visitLedger(testDesk.desk));
    await here.pass(0);
    expect(await states()).toEqual(['sent']);
    expect(arrived()).toHaveLength(1);
  });

  test('an attempt that was presumed dead settles nothing when it ends later', async () => {
    const visit = await die();
    const key = { locationId: here.location.id, tapId: visit?.tapId ?? '' };
    const held = holdAnswer();
    here.platform.fault = ({ path }) =>
      path.endsWith('/checkins') && here.platform.count('/checkins') === 1
        ? { status: 400, body: { errorCode: 'invalidArguments' }, after: held.promise }
        : null;
    const first = sendVisit(testDesk.desk, { key });
    await until(() => expect(here.platform.count('/checkins')).toBe(1));
    testDesk.clock.now += 61_000;
    await freeStuck(testDesk.desk.db, visitLedger(testDesk.desk));
    await here.pass(0);
    expect(await states()).toEqual(['sent']);
    held.release();
    await first;
    expect(await states()).toEqual(['sent']);
  });
});
