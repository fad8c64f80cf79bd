import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { beforeEach, describe, expect, test } from 'vitest';
import { closeLocation } from '#lib/server/closing/close.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { sendVisit } from '#lib/server/delivery/send-visit.ts';
import { upsertMember } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { readPresence } from '#lib/server/presence/list.ts';
import { handleEvent } from '#lib/server/webhooks/handle-event.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { weekdays } from '#lib/wire/locations.ts';
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
/** When a test's day began, by the desk's clock. */
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

/** A tap that was made `ms` after the start of the test. */
const tapAt = (ms: number) => ({ tapId: randomUUID(), tappedAt: start + ms, sentAt: testDesk.clock.now });
const scanAt = (ms: number, value = lena.card) =>
  lookUp({ desk: testDesk.desk, actor: here.actor }, { ...tapAt(ms), source: 'scan', value });
const checkOutAt = (ms: number) =>
  checkOut({ desk: testDesk.desk, actor: here.actor }, { ...tapAt(ms), accountId: lena.accountId });
const tellAt = (ms: number, type: 'GYM_CHECKIN' | 'GYM_CHECKOUT') =>
  testDesk.desk.db.transaction((tx) =>
    handleEvent(tx, testDesk.desk, {
      ...{ locationId: here.location.id, accountId: lena.accountId, type },
      ...{ at: new Date(start + ms), receivedAt: new Date(testDesk.clock.now) },
    }),
  );
const readAgain = async (tapId: string) =>
  (await readConfirmed({ desk: testDesk.desk, actor: here.actor }, { tapId: [tapId] }))[0];

/** Lets time pass until so long after the start, and sends what is due. */
const waitUntil = (ms: number) => here.pass(start + ms - testDesk.clock.now);

/** What the platform has, as minutes after the start. */
async function delivered(): Promise<[VisitKind, number][]> {
  await here.pass(minute);
  return (await here.ledger()).flatMap(({ kind, tappedAt, state }) =>
    state === 'sent' ? [[kind, (tappedAt.getTime() - start) / minute] as [VisitKind, number]] : [],
  );
}
const isIn = async () => (await readPresence({ desk: testDesk.desk, actor: here.actor })).entries.length > 0;

describe('an arrival that the desk hears of after a later one', () => {
  test.each([2 * minute, hour, 7 * hour])('which is %i ms later, is that one', async (laterMs) => {
    await waitUntil(laterMs);
    const counted = await scanAt(laterMs);
    await waitUntil(laterMs + 5 * minute);
    const late = await scanAt(0);
    expect(late).toMatchObject({
      ...{ kind: 'admitted', visit: { tapId: counted.tapId }, offers: ['checkOut'] },
      reasons: [{ code: 'repeatIgnored', checkedInAt: counted.tappedAt }],
    });
    expect(await delivered()).toEqual([['checkIn', laterMs / minute]]);
  });

  test('is one of its own where the member left in between, or a longest stay lies between', async () => {
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

  test('is one of its own where it turns out later that the member left in between', async () => {
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

  test('of a turnstile, is one with it', async () => {
    await waitUntil(10 * minute);
    await tellAt(10 * minute, 'GYM_CHECKIN');
    expect(await scanAt(0)).toMatchObject({ visit: null, reasons: [{ code: 'repeatIgnored' }] });
    expect(await delivered()).toEqual([]);
  });

  test('is no visit any more where that one is taken back', async () => {
    await waitUntil(5 * minute);
    const counted = await scanAt(5 * minute);
    await scanAt(0);
    await undo({ desk: testDesk.desk, actor: here.actor }, { tapId: counted.tapId });
    expect(await delivered()).toEqual([]);
    expect(await isIn()).toBe(false);
  });

  test('counts across midnight and the hour that a spring night skips', async () => {
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

describe('a return that was taken for the stay before', () => {
  test('is a visit as soon as the desk hears that the member had left', async () => {
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

  test('also from a turnstile, or from closing time', async () => {
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

  test('is asked admission for before it is sent, as any arrival', async () => {
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

  test('is set aside again, and counts again, as the turnstile tells of more', async () => {
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

  test('is confirmed once the platform has it, where it could not be asked then', async () => {
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

  test('is none where the scan was a part of a card only', async () => {
    await scanAt(0);
    await waitUntil(hour);
    const { tapId } = await scanAt(hour);
    await voidScan({ desk: testDesk.desk, actor: here.actor }, { tapId, value: '04B8' });
    await checkOutAt(30 * minute);
    expect(await delivered()).toHaveLength(2);
  });

  test('is none of who only looked, where check-in is a press: the press is', async () => {
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

  test('makes none of a scan that was set aside on the day before', async () => {
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

  test('nor of a check-out', async () => {
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

describe('a departure that the desk hears of after a later one', () => {
  test('is that one: of closing time, of a turnstile, or pressed at another window', async () => {
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

  test('is one of its own where the member came back in between, whenever that is heard', async () => {
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

describe('what a turnstile counted a moment before a scan, and tells a moment after it', () => {
  test('is that scan: its visit has not left yet', async () => {
    await waitUntil(5 * second);
    const scanned = await scanAt(3 * second);
    await tellAt(second, 'GYM_CHECKIN');
    expect(await readAgain(scanned.tapId)).toMatchObject({
      ...{ kind: 'admitted', visit: null, offers: ['checkOut'] },
      reasons: [{ code: 'repeatIgnored', checkedInAt: new Date(start + second).toISOString() }],
    });
    expect(await delivered()).toEqual([]);
    expect(await isIn()).toBe(true);
    await checkOutAt(minute);
    await waitUntil(2 * hour);
    await scanAt(hour);
    expect(await delivered()).toHaveLength(2);
  });

  test('is too late for a visit that has left', async () => {
    await scanAt(3 * second);
    await waitUntil(minute);
    await tellAt(second, 'GYM_CHECKIN');
    expect(await delivered()).toHaveLength(1);
  });
});

test('a longest stay that is made shorter makes no visits of what was set aside before', async () => {
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
  test('makes no return of a scan on the way out, then or later', async () => {
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

  test('nor a departure of a press on the way in', async () => {
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

  test('leaves a return that is surely one', async () => {
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

test('who is checked out by mistake and scanned before that is taken back has come once', async () => {
  await scanAt(0);
  await waitUntil(hour);
  const out = await checkOutAt(hour);
  await scanAt(hour + second);
  await undo({ desk: testDesk.desk, actor: here.actor }, { tapId: out.tapId });
  expect(await delivered()).toEqual([['checkIn', 0]]);
  expect(await isIn()).toBe(true);
});

describe('cards that nobody knew', () => {
  /** While the platform is away, a card that is not in the directory is nobody's. */
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
        ...{ source: 'chosen', value: lena.accountId },
      },
    );
    comeBack();
    await waitUntil(10 * minute);
    expect(await delivered()).toEqual([['checkIn', 2]]);
    expect(await readAgain(scanned.tapId)).toMatchObject({ visit: { tapId: chosen.tapId } });
  });

  test.each([[['first', 'second']], [['second', 'first']]] as const)(
    'two of one member, asked about %j, are one visit',
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

  test('and turn out to be a return after a departure that was heard late, are a visit', async () => {
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

/** The location as it would be, had it closed at that time of its day. */
function closingAt(ms: number): Location {
  const at = Temporal.Instant.fromEpochMilliseconds(start + ms).toZonedDateTimeISO(here.location.timeZone);
  const weekday = weekdays[at.dayOfWeek - 1] ?? 'monday';
  const closingTimes = { [weekday]: at.toPlainTime().toString({ smallestUnit: 'minute' }) };
  return { ...here.location, closingTimes, closingTimesSetAt: null };
}
