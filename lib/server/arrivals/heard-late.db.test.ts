import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { beforeEach, describe, expect, test } from 'vitest';
import { closeLocation } from '#lib/server/closing/close.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { upsertMember } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { readPresence } from '#lib/server/presence/list.ts';
import { sendVisit } from '#lib/server/visit-sending/send-visit.ts';
import { handleEvent } from '#lib/server/webhooks/handle-event.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { weekdays } from '#lib/wire/closing-times.ts';
import type { VisitKind } from '#lib/wire/visits.ts';
import { checkOut } from './check-out.ts';
import { checkIn, lookUp } from './look-up.ts';
import { readConfirmed } from './read-confirmed.ts';
import { undo } from './undo.ts';
import { voidScan } from './void-scan.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

const testDesk = setUpTestDesk();
let here: TestLocation;
/** The start of the test, by the desk's clock. */
let start: number;
let days = 0;
let lena: Awaited<ReturnType<typeof enrol>>;

beforeEach(async () => {
  days += 2;
  start = Date.parse('2026-11-21T08:00:00Z') + days * 24 * hour;
  testDesk.clock.now = start;
  here = await testDesk.openLocation();
  lena = await enrol();
});

async function enrol() {
  const member = inventMember();
  here.platform.members.push(member);
  await upsertMember(testDesk.desk.db, {
    locationId: here.location.id,
    member: memberOf(member.account),
    askedAt: new Date(testDesk.clock.now),
  });
  return { ...member, accountId: member.account.accountId };
}

/** A tap made `ms` after the start of the test. */
const tapAt = (ms: number) => ({ tapId: randomUUID(), tappedAt: start + ms, sentAt: testDesk.clock.now });
const scanAt = (ms: number, value = lena.card) =>
  lookUp({ desk: testDesk.desk, actor: here.actor }, { ...tapAt(ms), source: 'scan', value });
const checkOutAt = (ms: number) =>
  checkOut({ desk: testDesk.desk, actor: here.actor }, { ...tapAt(ms), accountId: lena.accountId });
const tellAt = (ms: number, type: 'GYM_CHECKIN' | 'GYM_CHECKOUT') =>
  testDesk.desk.db.transaction((tx) =>
    handleEvent(tx, testDesk.desk, {
      locationId: here.location.id,
      accountId: lena.accountId,
      type,
      at: new Date(start + ms),
      receivedAt: new Date(testDesk.clock.now),
    }),
  );
const readAgain = async (tapId: string) =>
  (await readConfirmed({ desk: testDesk.desk, actor: here.actor }, { tapId: [tapId] }))[0];

/** Advances the clock to this time after the start, and sends what is due. */
const waitUntil = (ms: number) => here.pass(start + ms - testDesk.clock.now);

/** The visits that the platform has, in minutes after the start. */
async function delivered(): Promise<[VisitKind, number][]> {
  await here.pass(minute);
  return (await here.ledger()).flatMap(({ kind, tappedAt, state }) =>
    state === 'sent' ? [[kind, (tappedAt.getTime() - start) / minute] as [VisitKind, number]] : [],
  );
}
const isIn = async () => (await readPresence({ desk: testDesk.desk, actor: here.actor })).entries.length > 0;

describe('an arrival that reaches the desk after a later one', () => {
  test.each([2 * minute, hour, 7 * hour])('which is %i ms later, is that one', async (laterMs) => {
    await waitUntil(laterMs);
    const counted = await scanAt(laterMs);
    await waitUntil(laterMs + 5 * minute);
    const late = await scanAt(0);
    expect(late).toMatchObject({
      kind: 'admitted',
      visit: { tapId: counted.tapId },
      offers: ['checkOut'],
      reasons: [{ code: 'repeatIgnored', checkedInAt: counted.tappedAt }],
    });
    expect(await delivered()).toEqual([['checkIn', laterMs / minute]]);
  });

  test('is a separate visit where the member left in between, or the longest stay is exceeded', async () => {
    await waitUntil(hour);
    await scanAt(hour);
    await checkOutAt(30 * minute);
    await scanAt(0);
    expect(await delivered()).toEqual([
      ['checkIn', 0],
      ['checkOut', 30],
      ['checkIn', 60],
    ]);
    await waitUntil(20 * hour);
    await scanAt(20 * hour);
    await scanAt(11 * hour);
    expect(await delivered()).toHaveLength(5);
  });

  test('becomes a separate visit where a departure in between arrives later', async () => {
    await waitUntil(hour);
    await scanAt(hour);
    const late = await scanAt(0);
    expect(late.reasons).toMatchObject([{ code: 'repeatIgnored' }]);
    await checkOutAt(30 * minute);
    expect(await readAgain(late.tapId)).toMatchObject({ visit: { tapId: late.tapId }, reasons: [] });
    expect(await delivered()).toEqual([
      ['checkIn', 0],
      ['checkOut', 30],
      ['checkIn', 60],
    ]);
  });

  test('through a turnstile is the same visit', async () => {
    await waitUntil(10 * minute);
    await tellAt(10 * minute, 'GYM_CHECKIN');
    expect(await scanAt(0)).toMatchObject({ visit: null, reasons: [{ code: 'repeatIgnored' }] });
    expect(await delivered()).toEqual([]);
  });

  test('stays without a visit where the later one is undone', async () => {
    await waitUntil(5 * minute);
    const counted = await scanAt(5 * minute);
    await scanAt(0);
    await undo({ desk: testDesk.desk, actor: here.actor }, { tapId: counted.tapId });
    expect(await delivered()).toEqual([]);
    expect(await isIn()).toBe(false);
  });

  test('counts across midnight and the start of daylight saving time', async () => {
    // 2027-03-28 02:00 becomes 03:00 in Berlin
    testDesk.clock.now = Date.parse('2027-03-27T22:50:00Z');
    start = testDesk.clock.now;
    await waitUntil(3 * hour);
    await scanAt(3 * hour);
    await scanAt(0);
    await checkOutAt(4 * hour);
    expect(await delivered()).toHaveLength(2);
  });
});

describe('a return that was counted as a repeated scan', () => {
  test('becomes a visit as soon as the departure before it arrives', async () => {
    await scanAt(0);
    await waitUntil(hour);
    const back = await scanAt(hour);
    expect(back.reasons).toMatchObject([{ code: 'alreadyIn' }]);
    await checkOutAt(30 * minute);
    expect(await isIn()).toBe(true);
    expect(await readAgain(back.tapId)).toMatchObject({ visit: { tapId: back.tapId }, reasons: [] });
    expect((await here.ledger()).at(-1)).toMatchObject({ tapId: back.tapId, staffId: here.actor.staffId });
    expect(await delivered()).toEqual([
      ['checkIn', 0],
      ['checkOut', 30],
      ['checkIn', 60],
    ]);
  });

  test('also where the departure is of a turnstile, or of closing time', async () => {
    await scanAt(0);
    await waitUntil(hour);
    await scanAt(hour);
    await tellAt(30 * minute, 'GYM_CHECKOUT');
    await waitUntil(3 * hour);
    await scanAt(3 * hour);
    await closeLocation(testDesk.desk, { location: closingAt(2 * hour) });
    expect(await delivered()).toEqual([
      ['checkIn', 0],
      ['checkIn', 60],
      ['checkOut', 120],
      ['checkIn', 180],
    ]);
  });

  test('needs admission before it is sent, like any arrival', async () => {
    const omar = inventMember({ type: 'CORPORATE_FITNESS', admission: { firstAdmission: false } });
    here.platform.members.push(omar);
    lena = { ...omar, accountId: omar.account.accountId };
    await scanAt(0);
    await waitUntil(hour);
    await scanAt(hour);
    await checkOutAt(30 * minute);
    expect(await delivered()).toHaveLength(3);
    expect(here.platform.count('/admissions')).toBe(2);
  });

  test('is set aside and counted again as further turnstile events arrive', async () => {
    await scanAt(0);
    await waitUntil(hour);
    const back = await scanAt(hour);
    await waitUntil(2 * hour);
    await tellAt(50 * minute, 'GYM_CHECKOUT');
    expect(await readAgain(back.tapId)).toMatchObject({ visit: { tapId: back.tapId } });
    await tellAt(55 * minute, 'GYM_CHECKIN');
    expect(await readAgain(back.tapId)).toMatchObject({ visit: null, reasons: [{ code: 'alreadyIn' }] });
    await tellAt(58 * minute, 'GYM_CHECKOUT');
    expect(await readAgain(back.tapId)).toMatchObject({ visit: { tapId: back.tapId }, reasons: [] });
    expect(await delivered()).toEqual([
      ['checkIn', 0],
      ['checkIn', 60],
    ]);
  });

  test('is confirmed once the platform has it, where the platform was unreachable then', async () => {
    await scanAt(0);
    await waitUntil(hour);
    here.platform.fault = () => ({ status: 503 });
    const back = await scanAt(hour);
    expect(back.kind).toBe('unconfirmed');
    await waitUntil(2 * hour);
    await checkOutAt(30 * minute);
    here.platform.fault = () => null;
    expect(await delivered()).toHaveLength(3);
    expect(await readAgain(back.tapId)).toMatchObject({ kind: 'admitted', visit: { tapId: back.tapId } });
  });

  test('is no visit where the scan was a partial card read', async () => {
    await scanAt(0);
    await waitUntil(hour);
    const { tapId } = await scanAt(hour);
    await voidScan({ desk: testDesk.desk, actor: here.actor }, { tapId, value: '04B8' });
    await checkOutAt(30 * minute);
    expect(await delivered()).toHaveLength(2);
  });

  test('is no visit where check-in is a separate button: the press of it is', async () => {
    here.actor.location = { ...here.actor.location, checkInOnScan: false };
    const press = (ms: number) =>
      checkIn({ desk: testDesk.desk, actor: here.actor }, { ...tapAt(ms), accountId: lena.accountId });
    await press(0);
    await waitUntil(hour);
    await scanAt(50 * minute);
    await press(hour);
    await checkOutAt(30 * minute);
    expect(await delivered()).toEqual([
      ['checkIn', 0],
      ['checkOut', 30],
      ['checkIn', 60],
    ]);
  });
});

describe.each([8, 12, 24])('a visit just after twice a longest stay of %i hours', (longestStayH) => {
  const next = 2 * longestStayH * hour + 10 * second;

  beforeEach(async () => {
    here = await testDesk.openLocation({ longestStayH });
    lena = await enrol();
  });

  test('does not make a visit of a scan that was set aside on the day before', async () => {
    await scanAt(0);
    await waitUntil(20 * second);
    await scanAt(20 * second);
    await waitUntil(next);
    await scanAt(next);
    expect(await delivered()).toEqual([
      ['checkIn', 0],
      ['checkIn', next / minute],
    ]);
  });

  test('does not make one of a check-out that was set aside either', async () => {
    await scanAt(0);
    await waitUntil(hour);
    await checkOutAt(hour);
    await waitUntil(hour + 20 * second);
    await checkOutAt(hour + 20 * second);
    await waitUntil(hour + next);
    await scanAt(hour + next);
    expect(await delivered()).toEqual([
      ['checkIn', 0],
      ['checkOut', 60],
      ['checkIn', 60 + next / minute],
    ]);
  });
});

describe('a departure that reaches the desk after a later one', () => {
  test('is the same departure: of closing time, of a turnstile, or pressed at another window', async () => {
    await scanAt(0);
    await waitUntil(3 * hour);
    await closeLocation(testDesk.desk, { location: closingAt(2 * hour) });
    const late = await checkOutAt(110 * minute);
    expect(late.reasons).toMatchObject([{ code: 'checkedOut', at: new Date(start + 2 * hour).toISOString() }]);
    expect(await delivered()).toEqual([
      ['checkIn', 0],
      ['checkOut', 120],
    ]);
    await waitUntil(10 * hour);
    await scanAt(9 * hour);
    await tellAt(10 * hour, 'GYM_CHECKOUT');
    await checkOutAt(9 * hour + 50 * minute);
    await waitUntil(20 * hour);
    await scanAt(18 * hour);
    await checkOutAt(20 * hour);
    await checkOutAt(19 * hour);
    expect((await delivered()).slice(2)).toEqual([
      ['checkIn', 9 * 60],
      ['checkIn', 18 * 60],
      ['checkOut', 20 * 60],
    ]);
  });

  test('is a separate departure where the member came back in between, also where that arrives later', async () => {
    await scanAt(0);
    await waitUntil(3 * hour);
    await checkOutAt(3 * hour);
    await checkOutAt(hour);
    await scanAt(2 * hour);
    expect(await delivered()).toEqual([
      ['checkIn', 0],
      ['checkOut', 60],
      ['checkIn', 120],
      ['checkOut', 180],
    ]);
  });
});

describe('a turnstile event from just before a scan that arrives just after it', () => {
  test('replaces the visit of the scan, which was not sent yet', async () => {
    await waitUntil(5 * second);
    const scanned = await scanAt(3 * second);
    await tellAt(second, 'GYM_CHECKIN');
    expect(await readAgain(scanned.tapId)).toMatchObject({
      kind: 'admitted',
      visit: null,
      offers: ['checkOut'],
      reasons: [{ code: 'repeatIgnored', checkedInAt: new Date(start + second).toISOString() }],
    });
    expect(await delivered()).toEqual([]);
    expect(await isIn()).toBe(true);
    await checkOutAt(minute);
    await waitUntil(2 * hour);
    await scanAt(hour);
    expect(await delivered()).toHaveLength(2);
  });

  test('is too late for a visit that was sent', async () => {
    await scanAt(3 * second);
    await waitUntil(minute);
    await tellAt(second, 'GYM_CHECKIN');
    expect(await delivered()).toHaveLength(1);
  });
});

test('a shorter longest stay does not make visits of scans that were set aside before', async () => {
  here = await testDesk.openLocation({ longestStayH: 12 });
  lena = await enrol();
  await scanAt(0);
  await waitUntil(10 * hour);
  await scanAt(10 * hour);
  here.actor.location = await shortenStays(8);
  await waitUntil(11 * hour);
  await checkOutAt(11 * hour);
  expect(await delivered()).toEqual([
    ['checkIn', 0],
    ['checkOut', 11 * 60],
  ]);
});

async function shortenStays(longestStayH: number): Promise<Location> {
  const isHere = eq(locations.id, here.location.id);
  const [changed] = await testDesk.desk.db.update(locations).set({ longestStayH }).where(isHere).returning();
  return changed ?? here.location;
}

describe('a turnstile whose clock is half a minute behind', () => {
  test('does not turn a scan on the way out into a return, then or later', async () => {
    await scanAt(0);
    await waitUntil(hour);
    await scanAt(hour);
    await waitUntil(hour + 20 * second);
    await tellAt(hour - 10 * second, 'GYM_CHECKOUT');
    await tellAt(50 * minute, 'GYM_CHECKIN');
    expect(await isIn()).toBe(false);
    await waitUntil(3 * hour);
    await scanAt(3 * hour);
    expect(await delivered()).toEqual([
      ['checkIn', 0],
      ['checkIn', 180],
    ]);
  });

  test('does not turn a press on the way in into a departure', async () => {
    await scanAt(0);
    await waitUntil(30 * minute);
    await checkOutAt(30 * minute);
    await waitUntil(hour);
    await checkOutAt(hour);
    await waitUntil(hour + 20 * second);
    await tellAt(hour - 10 * second, 'GYM_CHECKIN');
    expect(await isIn()).toBe(true);
    expect(await delivered()).toHaveLength(2);
  });

  test('keeps a return that is certain', async () => {
    await scanAt(0);
    await waitUntil(hour);
    await scanAt(hour);
    await waitUntil(hour + minute);
    const back = await scanAt(hour + minute);
    await tellAt(hour - 10 * second, 'GYM_CHECKOUT');
    expect(await readAgain(back.tapId)).toMatchObject({ visit: { tapId: back.tapId } });
    expect(await delivered()).toEqual([
      ['checkIn', 0],
      ['checkIn', 61],
    ]);
  });
});

test('a member who is checked out by mistake, and scanned before that is undone, has one visit', async () => {
  await scanAt(0);
  await waitUntil(hour);
  const out = await checkOutAt(hour);
  await scanAt(hour + second);
  await undo({ desk: testDesk.desk, actor: here.actor }, { tapId: out.tapId });
  expect(await delivered()).toEqual([['checkIn', 0]]);
  expect(await isIn()).toBe(true);
});

describe('unknown cards', () => {
  /** While the platform is unreachable, a card that is not in the directory is unknown. */
  async function scanUnknown(ms: number) {
    const { card } = inventMember();
    lena.rfids?.push(card);
    here.platform.fault = () => ({ status: 503 });
    await waitUntil(ms);
    const scanned = await scanAt(ms, card);
    expect(scanned.kind).toBe('unconfirmed');
    return scanned;
  }
  const comeBack = () => {
    here.platform.fault = () => null;
  };

  test('and their member, found by name minutes later, are one visit', async () => {
    const scanned = await scanUnknown(0);
    await waitUntil(2 * minute);
    const chosen = await lookUp(
      { desk: testDesk.desk, actor: here.actor },
      {
        ...tapAt(2 * minute),
        source: 'chosen',
        value: lena.accountId,
      },
    );
    comeBack();
    await waitUntil(10 * minute);
    expect(await delivered()).toEqual([['checkIn', 2]]);
    expect(await readAgain(scanned.tapId)).toMatchObject({ visit: { tapId: chosen.tapId } });
  });

  test.each([[['first', 'second']], [['second', 'first']]] as const)(
    'two of one member, looked up in the order %j, are one visit',
    async (order) => {
      const scanned = { first: await scanUnknown(0), second: await scanUnknown(2 * minute) };
      await waitUntil(hour);
      comeBack();
      for (const which of order) {
        const key = { locationId: here.location.id, tapId: scanned[which].tapId };
        await sendVisit(testDesk.desk, { key });
      }
      expect(await delivered()).toHaveLength(1);
    },
  );

  test('and a departure before them that arrives late, are a return and a visit', async () => {
    await scanAt(0);
    await waitUntil(hour);
    const scanned = await scanUnknown(hour);
    comeBack();
    await here.confirm();
    expect(await readAgain(scanned.tapId)).toMatchObject({ reasons: [{ code: 'alreadyIn' }] });
    await checkOutAt(30 * minute);
    expect(await delivered()).toEqual([
      ['checkIn', 0],
      ['checkOut', 30],
      ['checkIn', 60],
    ]);
  });
});

/** The location, with a closing time this long after the start. */
function closingAt(ms: number): Location {
  const at = Temporal.Instant.fromEpochMilliseconds(start + ms).toZonedDateTimeISO(here.location.timeZone);
  const weekday = weekdays[at.dayOfWeek - 1] ?? 'monday';
  const closingTimes = { [weekday]: at.toPlainTime().toString({ smallestUnit: 'minute' }) };
  return { ...here.location, closingTimes, closingTimesSetAt: null };
}
