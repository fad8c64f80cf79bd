import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { errorStatus } from '#contracts/v2/errors.ts';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { undo } from '#lib/server/arrivals/undo.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { admissions } from '#lib/server/db/schema/admissions.ts';
import { taps, visits } from '#lib/server/db/schema/visits.ts';
import { askAdmission } from '#lib/server/lookup/ask-admission.ts';
import { forgetMember } from '#lib/server/members/forget-member.ts';
import type { Answer, FakeRequest } from '#lib/testing/fake-platform.ts';
import { endDeadlinesAtOnce, holdAnswer } from '#lib/testing/hold-answer.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { until } from '#shared/testing/until.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
let member: ReturnType<typeof inventMember>;
let accountId: string;
beforeEach(async () => {
  here = await testDesk.openLocation();
  member = inventMember();
  member.account.membership = { ...member.account.membership, membershipType: 'CORPORATE_FITNESS' };
  here.platform.members.push(member);
  ({ accountId } = member.account);
});

const context = () => ({ desk: testDesk.desk, actor: here.actor });
const scan = (tap = here.tap()) => lookUp(context(), { ...tap, source: 'scan', value: member.card });
const kept = () =>
  testDesk.desk.db.select().from(admissions).where(eq(admissions.locationId, here.location.id)).orderBy(admissions.at);
const isOfAdmission = ({ path }: FakeRequest) => path.endsWith('/admissions');

function holdAdmission(answer: Answer = { status: 200, body: { firstAdmission: false } }) {
  const held = holdAnswer();
  here.platform.fault = (request) => (isOfAdmission(request) ? { ...answer, after: held.promise } : null);
  return held;
}

/** A scan whose admission is granted only when nobody at the counter waits for it any more. */
async function scanBeforeAnswer(tap: ReturnType<TestLocation['tap']>) {
  const held = holdAdmission();
  const scanning = scan(tap);
  await until(() => expect(here.platform.count('/admissions')).toBe(1));
  held.endPatience();
  expect(await scanning).toMatchObject({ kind: 'unconfirmed' });
  const grant = async () => {
    held.release();
    await until(async () => expect(await kept()).toMatchObject([{ isFirst: false }]));
  };
  return { grant };
}

test('a tap that is sent twice, at once or later, has one admission', async () => {
  const tap = here.tap();
  await Promise.all([scan(tap), scan(tap)]);
  await scan(tap);
  expect(await kept()).toMatchObject([
    { accountId, tapId: tap.tapId, occasion: 'counter', isFirst: expect.any(Boolean) },
  ]);
});

test('a row exists before the platform answers, so that a process that dies meanwhile leaves it without an answer', async () => {
  const held = holdAdmission();
  const scanned = scan();
  await until(() => expect(here.platform.count('/admissions')).toBe(1));
  expect(await kept()).toMatchObject([{ accountId, isFirst: null }]);
  held.release();
  await scanned;
  await until(async () => expect(await kept()).toMatchObject([{ isFirst: false }]));
});

test('what the platform has not received, or not understood, leaves no row; what it may have granted does', async () => {
  const asked = () =>
    askAdmission(context(), {
      accountId,
      membershipId: null,
      tapId: here.tap().tapId,
      occasion: 'later',
      foundAt: new Date(testDesk.clock.now),
      urgency: 'ledger',
    });
  here.platform.fault = (request) => (isOfAdmission(request) ? { status: 429 } : null);
  await asked();
  expect(await kept()).toEqual([]);
  here.platform.fault = (request) => (isOfAdmission(request) ? { status: 502, body: {} } : null);
  await asked();
  expect(await kept()).toMatchObject([{ isFirst: null, occasion: 'later' }]);
});

test.each([
  [59_000, 'counter'],
  [60_000, 'later'],
])('an admission of a scan that reaches the desk after %i ms is kept as of: %s', async (lateMs, occasion) => {
  await scan({ ...here.tap(), tappedAt: testDesk.clock.now - lateMs });
  expect(await kept()).toMatchObject([{ occasion }]);
});

test('an admission stays when its visit is undone or lost', async () => {
  await scan();
  await testDesk.desk.db.delete(visits).where(eq(visits.locationId, here.location.id));
  expect(await kept()).toHaveLength(1);
});

test('nothing is kept of a member who is forgotten before the request, or while it is under way', async () => {
  const forget = () =>
    testDesk.desk.db.transaction((tx) => forgetMember(tx, testDesk.desk, { locationId: here.location.id, accountId }));
  const before = {
    accountId,
    membershipId: null,
    tapId: here.tap().tapId,
    occasion: 'later',
    foundAt: new Date(testDesk.clock.now),
    urgency: 'ledger',
  } as const;
  const held = holdAdmission();
  const asked = askAdmission(context(), before);
  await until(() => expect(here.platform.count('/admissions')).toBe(1));
  await forget();
  held.release();
  expect(await asked).toMatchObject({ kind: 'granted' });
  expect(await kept()).toEqual([]);
  expect(await askAdmission(context(), before)).toMatchObject({ kind: 'granted' });
  expect(await kept()).toEqual([]);
});

const askAs =
  (urgency: 'interactive' | 'ledger') =>
  (tapId: string, desk: DeskContext = testDesk.desk) =>
    askAdmission(
      { desk, actor: here.actor },
      {
        accountId,
        membershipId: null,
        tapId,
        occasion: urgency === 'interactive' ? 'counter' : 'later',
        foundAt: new Date(testDesk.clock.now),
        urgency,
      },
    );
const askOf = askAs('ledger');
const askInPerson = askAs('interactive');

test('what the platform has admitted is not asked again: by another process, later, or after its visit was not stored', async () => {
  const tap = here.tap();
  await scan(tap);
  expect(await askOf(tap.tapId, testDesk.another())).toMatchObject({ kind: 'granted' });
  const { db } = testDesk.desk;
  for (const table of [visits, taps]) await db.delete(table).where(eq(table.locationId, here.location.id));
  await scan(tap);
  expect(await here.ledger()).toHaveLength(1);
  expect(await kept()).toMatchObject([{ tapId: tap.tapId, isFirst: false }]);
  expect(here.platform.count('/admissions')).toBe(1);
});

test('while one process asks, another does not; if it may have died meanwhile, it does', async () => {
  const { tapId } = here.tap();
  const held = holdAdmission();
  const asked = askOf(tapId);
  await until(() => expect(here.platform.count('/admissions')).toBe(1));
  expect(await askOf(tapId, testDesk.another())).toMatchObject({ kind: 'unavailable' });
  expect(here.platform.count('/admissions')).toBe(1);
  testDesk.clock.now += 15_000;
  const again = askOf(tapId, testDesk.another());
  await until(() => expect(here.platform.count('/admissions')).toBe(2));
  held.release();
  expect(await Promise.all([asked, again])).toMatchObject([{ kind: 'granted' }, { kind: 'granted' }]);
});

test('two taps of a member while the platform is asked are one admission, whatever it answers', async () => {
  const [first, second] = [here.tap().tapId, here.tap().tapId];
  expect(await Promise.all([askInPerson(first), askInPerson(second)])).toMatchObject([
    { kind: 'granted' },
    { kind: 'granted' },
  ]);
  expect(await kept()).toMatchObject([{ tapId: first, isFirst: false }]);
  testDesk.clock.now += 3 * 60_000;
  here.platform.fault = (request) => (isOfAdmission(request) ? { status: 504, body: {} } : null);
  await Promise.all([askInPerson(here.tap().tapId), askInPerson(here.tap().tapId), askInPerson(here.tap().tapId)]);
  expect(here.platform.count('/admissions')).toBe(2);
});

describe('two taps at two processes', () => {
  const [first, second] = [randomUUID(), randomUUID()];
  async function askTwice(held: ReturnType<typeof holdAdmission>) {
    const asked = askInPerson(first);
    await until(() => expect(here.platform.count('/admissions')).toBe(1));
    const sharing = askInPerson(second, testDesk.another());
    return { held, both: Promise.all([asked, sharing]) };
  }

  test('are one admission', async () => {
    const { held, both } = await askTwice(holdAdmission());
    held.release();
    expect(await both).toMatchObject([{ kind: 'granted' }, { kind: 'granted' }]);
    expect(await kept()).toMatchObject([{ tapId: first, isFirst: false }]);
    expect(here.platform.count('/admissions')).toBe(1);
  });

  test('are both refused where the platform refuses', async () => {
    const errorCode = 'corporateFitnessMembershipExpired';
    const { held, both } = await askTwice(
      holdAdmission({ status: errorStatus[errorCode], body: { errorCode, requestId: 'r', metadata: {} } }),
    );
    held.release();
    expect(await both).toMatchObject([{ kind: 'refused' }, { kind: 'refused' }]);
    expect(await kept()).toEqual([]);
  });

  test('are one admission also where the answer comes late, which is that of the visit that is confirmed then', async () => {
    const { held, both } = await askTwice(holdAdmission());
    held.endPatience();
    expect(await both).toMatchObject([{ kind: 'unavailable' }, { kind: 'unavailable' }]);
    expect(await askOf(second, testDesk.another())).toMatchObject({ kind: 'unavailable' });
    held.release();
    await until(async () => expect(await kept()).toMatchObject([{ tapId: first, isFirst: false }]));
    expect(await askOf(second, testDesk.another())).toMatchObject({ kind: 'granted' });
    expect(here.platform.count('/admissions')).toBe(1);
  });
});

test('each of two taps that wait for one answer gets it also where it comes late', async () => {
  const [first, second] = [here.tap().tapId, here.tap().tapId];
  const held = holdAdmission();
  const both = Promise.all([askInPerson(first), askInPerson(second)]);
  await until(() => expect(here.platform.count('/admissions')).toBe(1));
  held.endPatience();
  expect(await both).toMatchObject([{ kind: 'unavailable' }, { kind: 'unavailable' }]);
  const confirming = Promise.all([askOf(first), askOf(second)]);
  held.release();
  expect(await confirming).toMatchObject([{ kind: 'granted' }, { kind: 'granted' }]);
  expect(await kept()).toMatchObject([{ tapId: first, isFirst: false }]);
  expect(here.platform.count('/admissions')).toBe(1);
});

test('a tap whose member was found before another one recorded the visit is not asked about either', async () => {
  const foundAt = new Date(testDesk.clock.now);
  testDesk.clock.now += 300;
  await scan();
  const second = { accountId, membershipId: null, tapId: here.tap().tapId, occasion: 'counter', foundAt } as const;
  expect(await askAdmission(context(), { ...second, urgency: 'interactive' })).toMatchObject({ kind: 'granted' });
  expect(here.platform.count('/admissions')).toBe(1);
});

test('the next visit, and an earlier one that still waits for its admission, have admissions of their own', async () => {
  await scan();
  expect(await askInPerson(here.tap().tapId)).toMatchObject({ kind: 'granted' });
  expect(here.platform.count('/admissions')).toBe(2);
  testDesk.clock.now += 3 * 60_000;
  const held = holdAdmission();
  const atCounter = askInPerson(here.tap().tapId);
  await until(() => expect(here.platform.count('/admissions')).toBe(3));
  const { tapId } = here.tap();
  expect(await askOf(tapId)).toMatchObject({ kind: 'unavailable' });
  held.release();
  await atCounter;
  testDesk.clock.now += 3 * 60_000;
  expect(await askOf(tapId)).toMatchObject({ kind: 'granted' });
  expect(here.platform.count('/admissions')).toBe(4);
});

test('the admission of a visit that was undone is that of the next one, which reuses its answer', async () => {
  const [first, second] = [here.tap(), here.tap()];
  const { grant } = await scanBeforeAnswer(first);
  await undo(context(), { tapId: first.tapId });
  await grant();
  await scan(second);
  expect(await kept()).toMatchObject([{ tapId: second.tapId }]);
  expect(here.platform.count('/admissions')).toBe(1);
});

test('a visit that stands keeps its admission when the next one reuses its answer, so it is not asked about again', async () => {
  const [first, second] = [here.tap(), here.tap()];
  const { grant } = await scanBeforeAnswer(first);
  await grant();
  expect(await askInPerson(second.tapId)).toMatchObject({ kind: 'granted' });
  expect(await kept()).toMatchObject([{ tapId: first.tapId }]);
  expect(await askOf(first.tapId, testDesk.another())).toMatchObject({ kind: 'granted' });
  expect(here.platform.count('/admissions')).toBe(1);
});

test('an answer that is reused but cannot be moved is no failure of the scan', async () => {
  testDesk.logged.length = 0;
  const { desk } = testDesk;
  const first = here.tap();
  const { grant } = await scanBeforeAnswer(first);
  await undo(context(), { tapId: first.tapId });
  await grant();
  const update = () => {
    throw new Error('statement timeout');
  };
  const db = Object.assign(Object.create(desk.db), { update });
  expect(await askInPerson(here.tap().tapId, { ...desk, db })).toMatchObject({ kind: 'granted' });
  expect(testDesk.logged).toHaveLength(1);
});

test('a row that could not be written in time is no failure of the next scan', async () => {
  const { desk } = testDesk;
  const write = Promise.withResolvers<never>();
  const db = Object.assign(Object.create(desk.db), { execute: () => write.promise });
  const goOn = endDeadlinesAtOnce();
  expect(await askInPerson(here.tap().tapId, { ...desk, db })).toMatchObject({ because: 'slow' });
  goOn();
  write.reject(new Error('statement timeout'));
  expect(await askInPerson(here.tap().tapId)).toMatchObject({ kind: 'granted' });
});

test('a request that meets the deletion of its member leaves nothing', async () => {
  await scan();
  const { desk } = testDesk;
  const tapId = here.tap().tapId;
  const opened = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const forgetting = desk.db.transaction(async (tx) => {
    await forgetMember(tx, desk, { locationId: here.location.id, accountId });
    opened.resolve();
    await end.promise;
  });
  await opened.promise;
  const asked = askOf(tapId);
  await until(async () => {
    const { rows } = await desk.db.execute(
      sql`select from pg_stat_activity
        where wait_event_type = 'Lock' and query like '%with known as%' and datname = current_database()`,
    );
    expect(rows).toHaveLength(1);
  });
  end.resolve();
  await Promise.all([forgetting, asked]);
  expect(await kept()).toEqual([]);
});
