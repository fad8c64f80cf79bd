import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { beforeEach, expect, test } from 'vitest';
import { lockExclusive } from '#lib/server/db/locks.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { visitHours } from '#lib/server/db/schema/visit-hours.ts';
import { elsewhereEvents, visits } from '#lib/server/db/schema/visits.ts';
import { forgetMember } from '#lib/server/members/forget-member.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { untilOneWaits } from '#lib/testing/until-one-waits.ts';
import type { Quartiles } from '#lib/wire/stays.ts';
import { dayOf, startOfDay } from '#shared/calendar/day-in-zone.ts';
import { daysBetween, daysLater } from '#shared/calendar/days.ts';
import { hourMs } from '#shared/calendar/durations.ts';
import { seed } from '#shared/testing/seed.ts';
import { until } from '#shared/testing/until.ts';
import { readDayCurve } from './day-curve.ts';
import { readDayPeaks } from './day-peaks.ts';
import { readRhythms, selectFirstVisits, selectMemberVisits } from './member-visits.ts';
import { storeSomeHours } from './stored-hours.ts';
import { readWeekdayHours } from './weekday-hours.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
beforeEach(async () => {
  here = await testDesk.openLocation();
});

/** Each date is a day on which the clocks change: at midnight in Cairo, Havana and Santiago, by half an hour on Lord Howe Island. */
const places = [
  { timeZone: 'Europe/Berlin', changes: ['2026-03-29', '2025-10-26'] },
  { timeZone: 'America/St_Johns', changes: ['2026-03-08', '2025-11-02'] },
  { timeZone: 'Africa/Cairo', changes: ['2026-04-24', '2025-10-30'] },
  { timeZone: 'America/Havana', changes: ['2026-03-08', '2025-11-02'] },
  { timeZone: 'America/Santiago', changes: ['2025-09-07', '2026-04-04'] },
  { timeZone: 'Australia/Lord_Howe', changes: ['2025-10-05', '2026-04-05'] },
];

interface Event {
  tapId: string;
  /** The last one is a card that nobody knows yet. */
  who: 'lena' | 'jan' | 'mira' | 'card';
  kind: 'checkIn' | 'checkOut';
  at: number;
  where: 'desk' | 'undone' | 'elsewhere';
}

const people = ['lena', 'jan', 'mira', 'card'] as const;
const daysOfEvents = 24;

/** Over some weeks around a change of the clocks, many of them at the same hours, each at a millisecond of its own. */
const eventsFrom = (start: number, size: { minLength?: number; maxLength: number }) =>
  fc
    .array(
      fc.record({
        who: fc.constantFrom(...people),
        kind: fc.constantFrom('checkIn' as const, 'checkIn' as const, 'checkOut' as const),
        day: fc.nat(daysOfEvents - 1),
        minute: fc.oneof(fc.nat(24 * 60), fc.integer({ min: 23 * 60, max: 28 * 60 })),
        where: fc.constantFrom('desk', 'desk', 'desk', 'undone', 'elsewhere'),
      }),
      size,
    )
    .map((drawn) =>
      drawn.map(({ who, kind, day, minute, where }, index): Event => {
        const at = start + (day * 24 * 60 + minute) * 60_000 + index;
        return { tapId: randomUUID(), who, kind, at, where: who === 'card' && where === 'elsewhere' ? 'desk' : where };
      }),
    );

async function store(happened: readonly Event[]): Promise<void> {
  const { db } = testDesk.desk;
  const locationId = here.location.id;
  const [own, elsewhere] = [
    happened.filter(({ where }) => where !== 'elsewhere'),
    happened.filter(({ where }) => where === 'elsewhere'),
  ];
  const rows = own.map(({ tapId, who, kind, at, where }) => {
    const then = new Date(at);
    return {
      locationId,
      tapId,
      kind,
      tappedAt: then,
      undoUntil: then,
      nextAttemptAt: then,
      recordedAt: then,
      ...(who === 'card' ? { scannedKind: 'rfid' as const, scannedValue: '0x04' } : { accountId: who }),
      state: where === 'undone' ? ('undone' as const) : ('sent' as const),
    };
  });
  if (rows.length > 0) await db.insert(visits).values(rows);
  const events = elsewhere.map(({ who, kind, at }) => ({ locationId, accountId: who, kind, at: new Date(at) }));
  if (events.length > 0) await db.insert(elsewhereEvents).values(events);
}

interface Arrival {
  who: Event['who'];
  at: number;
  insideUntil: number;
  begins: boolean;
  isOpen: boolean;
}

/** Each arrival, event by event. */
function plainArrivals(happened: readonly Event[], now: number): Arrival[] {
  const longestMs = here.location.longestStayH * hourMs;
  return people.flatMap((who) => {
    const own = happened
      .filter((event) => event.who === who && event.where !== 'undone')
      .toSorted((a, b) => a.at - b.at);
    return own.flatMap(({ kind, at }, index) => {
      if (kind === 'checkOut') return [];
      const [before, after] = [own[index - 1], own[index + 1]];
      const goesOn = before?.kind === 'checkIn' && at - before.at < longestMs;
      const isFollowed = after !== undefined && after.at - at < longestMs;
      const insideUntil = isFollowed ? after.at : at + longestMs;
      return [{ who, at, insideUntil, begins: !goesOn, isOpen: !isFollowed && at + longestMs <= now }];
    });
  });
}

interface Hour {
  day: string;
  hour: number;
  lengthMs: number;
  arrivals: number;
  openEnds: number;
  insideMs: number;
  peak: number;
}

const localHours = new Map<string, Pick<Hour, 'day' | 'hour'>>();
/** Worked out once for all counts: they are of the same weeks, and a count has thousands of quarters. */
function localHourOf(moment: number, timeZone: string): Pick<Hour, 'day' | 'hour'> {
  const key = `${moment} ${timeZone}`;
  const known = localHours.get(key);
  if (known) return known;
  const local = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone);
  const found = { day: local.toPlainDate().toString(), hour: local.hour };
  localHours.set(key, found);
  return found;
}

/** The hours of days, quarter by quarter. */
function plainHours(
  arrivals: readonly Arrival[],
  { from, until, now }: { from: string; until: string; now: number },
): Hour[] {
  const { timeZone } = here.location;
  const hours = new Map<string, Hour>();
  const end = Math.min(startOfDay(daysLater(until, 1), timeZone).getTime(), now);
  for (let begin = startOfDay(from, timeZone).getTime(); begin < end; begin += hourMs / 4) {
    const over = Math.min(begin + hourMs / 4, end);
    const local = localHourOf(begin, timeZone);
    const key = `${local.day} ${local.hour}`;
    const sum = hours.get(key) ?? { ...local, lengthMs: 0, arrivals: 0, openEnds: 0, insideMs: 0, peak: 0 };
    const inside = (moment: number) =>
      arrivals.filter(({ at, insideUntil }) => at <= moment && moment < insideUntil).length;
    const begun = arrivals.filter(({ at }) => at >= begin && at < over);
    sum.lengthMs += over - begin;
    sum.arrivals += begun.filter(({ begins }) => begins).length;
    sum.openEnds += begun.filter(({ isOpen }) => isOpen).length;
    for (const { at, insideUntil } of arrivals) {
      sum.insideMs += Math.max(0, Math.min(insideUntil, over) - Math.max(at, begin));
    }
    sum.peak = Math.max(sum.peak, inside(begin), ...begun.map(({ at }) => inside(at)));
    hours.set(key, sum);
  }
  return [...hours.values()];
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

function quartilesOf(numbers: readonly number[]): Quartiles | null {
  const sorted = numbers.toSorted((a, b) => a - b);
  if (sorted.length === 0) return null;
  const at = (share: number) => {
    const place = share * (sorted.length - 1);
    const [low = 0, high = 0] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
    return low + (place - Math.floor(place)) * (high - low);
  };
  return { lower: at(0.25), median: at(0.5), upper: at(0.75) };
}

interface Asked {
  happened: readonly Event[];
  from: string;
  until: string;
  now: number;
}

/** The same answers, from the plain hours. */
function plainly({ happened, from, until, now }: Asked) {
  const { timeZone, capacity } = here.location;
  const arrivals = plainArrivals(happened, now);
  const today = dayOf(now, timeZone);
  const counting = happened.filter(({ where }) => where !== 'undone').map(({ at }) => at);
  const since = counting.length === 0 ? null : dayOf(Math.min(...counting), timeZone);
  const earliest = [since ?? from, daysLater(until, -28), from].toSorted()[0] ?? from;
  const all = plainHours(arrivals, { from: earliest, until, now });
  const ofDay = (day: string) => all.filter((hour) => hour.day === day);
  const visitsOf = (day: string) => sumOf(ofDay(day).map((hour) => hour.arrivals));
  const isCounted = (day: string) => since !== null && day > since && day < today && visitsOf(day) > 0;
  const days = Array.from({ length: daysBetween(from, until) + 1 }, (_, n) => daysLater(from, n));
  const counted = days.filter(isCounted);
  const weekdayOf = (day: string) => Temporal.PlainDate.from(day).dayOfWeek - 1;
  const hoursOfWeekdays = Array.from({ length: 7 }, (_, weekday) =>
    counted.filter((day) => weekdayOf(day) === weekday).flatMap(ofDay),
  );
  const weekdayHours = {
    period: { from, until },
    timeZone,
    visits: sumOf(counted.map(visitsOf)),
    openEnds: sumOf(counted.flatMap(ofDay).map(({ openEnds }) => openEnds)),
    since,
    days: Array.from({ length: 7 }, (_, weekday) => counted.filter((day) => weekdayOf(day) === weekday).length),
    daysLeftOut: days.length - counted.length,
    cells: Array.from({ length: 7 }, (_, weekday) =>
      Array.from({ length: 24 }, (_, hour) => {
        const found = (hoursOfWeekdays[weekday] ?? []).filter((one) => one.hour === hour);
        return {
          days: found.length,
          arrivals: sumOf(found.map(({ arrivals }) => arrivals)),
          inside:
            found.length === 0
              ? null
              : sumOf(found.map((one) => one.insideMs)) / sumOf(found.map((one) => one.lengthMs)),
          peak: Math.max(0, ...found.map(({ peak }) => peak)),
        };
      }),
    ),
  };
  const withVisits = days.filter((day) => visitsOf(day) > 0);
  const dayPeaks = {
    period: { from, until },
    timeZone,
    visits: sumOf(withVisits.map(visitsOf)),
    openEnds: sumOf(withVisits.flatMap(ofDay).map(({ openEnds }) => openEnds)),
    since,
    capacity,
    days: withVisits.map((day) => {
      const peak = Math.max(...ofDay(day).map((one) => one.peak));
      return { day, visits: visitsOf(day), peak, peakHour: ofDay(day).find((one) => one.peak === peak)?.hour };
    }),
  };
  const usualDays = [7, 14, 21].map((ago) => daysLater(until, -ago)).filter(isCounted);
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  const isToday = until === today;
  const untilTime = (day: string) => {
    const end = Temporal.PlainDate.from(day).toZonedDateTime({
      timeZone,
      plainTime: local.toPlainTime(),
    }).epochMilliseconds;
    return arrivals.filter(({ at, begins }) => begins && dayOf(at, timeZone) === day && at < end).length;
  };
  const dayCurve = {
    period: { from: until, until },
    timeZone,
    visits: visitsOf(until),
    openEnds: sumOf(ofDay(until).map(({ openEnds }) => openEnds)),
    since,
    hourNow: isToday ? local.hour : null,
    hours: Array.from({ length: 24 }, (_, hour) => {
      const own = since !== null && until >= since ? ofDay(until).find((one) => one.hour === hour) : undefined;
      const usual = usualDays.flatMap((day) => ofDay(day).filter((one) => one.hour === hour));
      return {
        arrivals: own?.arrivals ?? null,
        inside: own ? own.insideMs / own.lengthMs : null,
        peak: own?.peak ?? null,
        usual:
          usual.length === 0
            ? null
            : {
                arrivals: quartilesOf(usual.map(({ arrivals }) => arrivals)),
                inside: quartilesOf(usual.map(({ insideMs, lengthMs }) => insideMs / lengthMs)),
              },
      };
    }),
    usualDays: usualDays.length,
    soFar: { arrivals: visitsOf(until), usual: quartilesOf(usualDays.map(isToday ? untilTime : visitsOf)) },
  };
  return { weekdayHours, dayPeaks, dayCurve };
}

async function readAll({ from, until, now }: Omit<Asked, 'happened'>) {
  testDesk.clock.now = now;
  const context = { desk: testDesk.desk, actor: { location: here.location } };
  return {
    weekdayHours: await readWeekdayHours(context, { from, until }),
    dayPeaks: await readDayPeaks(context, { from, until }),
    dayCurve: await readDayCurve(context, { day: until, weeks: 3 }),
  };
}

/** Without differences of the last binary digit. */
const rounded = (answers: object) =>
  JSON.parse(JSON.stringify(answers, (_, value) => (typeof value === 'number' ? Number(value.toFixed(6)) : value)));

const expectAll = async (asked: Asked) => expect(rounded(await readAll(asked))).toEqual(rounded(plainly(asked)));

const settings = { longestStayH: 8, capacity: 2 };

test('hours, days and what is usual are those of a plain count without undone visits, also after any change of days that were stored', async () => {
  const stored = { days: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...places.flatMap(({ timeZone, changes }) => changes.map((change) => ({ timeZone, change })))),
      fc.record({
        before: fc.nat(16),
        asked: fc.integer({ min: 1, max: 28 }),
        late: fc.integer({ min: -6 * 24 * 60, max: 3 * 24 * 60 }),
      }),
      fc.array(fc.constantFrom('late', 'undone', 'identified', 'forgotten', 'opted out', 'longest stay', 'zone'), {
        minLength: 1,
        maxLength: 3,
      }),
      fc.gen(),
      async ({ timeZone, change }, { before, asked, late }, changes, gen) => {
        here = await testDesk.openLocation({ ...settings, timeZone });
        const start = startOfDay(daysLater(change, -before), timeZone).getTime();
        let happened = gen(eventsFrom, start, { maxLength: 90 });
        await store(happened);
        const until = daysLater(change, daysOfEvents - before);
        const now = startOfDay(until, timeZone).getTime() + late * 60_000;
        const period = { from: daysLater(until, 1 - asked), until, now };
        await expectAll({ happened, ...period });
        for (const change of changes) {
          happened = await changeEvents(happened, change, gen(eventsFrom, start, { minLength: 1, maxLength: 3 }));
          await expectAll({ happened, ...period });
        }
        stored.days += await testDesk.desk.db.$count(visitHours, eq(visitHours.locationId, here.location.id));
      },
    ),
    { seed, numRuns: 40 },
  );
  expect(stored.days).toBeGreaterThan(0);
});

type Change = 'late' | 'undone' | 'identified' | 'forgotten' | 'opted out' | 'longest stay' | 'zone';

async function changeEvents(happened: readonly Event[], change: Change, drawn: readonly Event[]): Promise<Event[]> {
  const { db } = testDesk.desk;
  const { id } = here.location;
  const isTap = (tapId: string) => and(eq(visits.locationId, id), eq(visits.tapId, tapId));
  switch (change) {
    case 'late':
      await store(drawn);
      return [...happened, ...drawn];
    case 'undone': {
      const [tap] = happened.filter(({ where }) => where === 'desk');
      if (tap) await db.update(visits).set({ state: 'undone' }).where(isTap(tap.tapId));
      return happened.map((event) => (event === tap ? { ...event, where: 'undone' } : event));
    }
    case 'identified': {
      const [tap] = happened.filter(({ who }) => who === 'card');
      if (tap) await db.update(visits).set({ accountId: 'lena' }).where(isTap(tap.tapId));
      return happened.map((event) => (event === tap ? { ...event, who: 'lena' } : event));
    }
    case 'forgotten':
    case 'opted out':
      await db.transaction((tx) =>
        forgetMember(tx, testDesk.desk, { locationId: id, accountId: 'jan', isOptOut: change === 'opted out' }),
      );
      return happened.filter(({ who }) => who !== 'jan');
    case 'longest stay':
    case 'zone': {
      const longestStayH = change === 'zone' ? here.location.longestStayH : here.location.longestStayH - 1;
      const timeZone = change === 'zone' ? 'Pacific/Chatham' : here.location.timeZone;
      await db.update(locations).set({ longestStayH, timeZone }).where(eq(locations.id, id));
      here = { ...here, location: { ...here.location, longestStayH, timeZone } };
      return [...happened];
    }
  }
}

const checkIn = (who: 'lena' | 'jan', at: number) => ({
  tapId: randomUUID(),
  who,
  kind: 'checkIn' as const,
  at,
  where: 'desk' as const,
});

/** The days whose hours are stored. */
async function storedDays(): Promise<string[]> {
  const isHere = eq(visitHours.locationId, here.location.id);
  const found = await testDesk.desk.db.selectDistinct({ day: visitHours.day }).from(visitHours).where(isHere);
  return found.map(({ day }) => day).toSorted();
}

test('hours that are counted while a visit of the same day is being written are those with the visit', async () => {
  const { db } = testDesk.desk;
  here = await testDesk.openLocation({ ...settings, timeZone: 'Europe/Berlin' });
  const noon = Date.parse('2026-03-18T11:00:00Z');
  const [first, late] = [checkIn('lena', noon - 48 * hourMs), checkIn('jan', noon)];
  await store([first]);
  const asked = { from: '2026-03-17', until: '2026-03-20', now: noon + 40 * 24 * hourMs };
  const [written, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const writing = db.transaction(async (tx) => {
    const then = new Date(late.at);
    const times = { tappedAt: then, undoUntil: then, nextAttemptAt: then, recordedAt: then };
    const { tapId, kind } = late;
    const locationId = here.location.id;
    await tx.insert(visits).values({ locationId, tapId, kind, accountId: 'jan', state: 'sent', ...times });
    written.resolve();
    await read.promise;
  });
  await written.promise;
  const reading = readAll(asked);
  await untilOneWaits(db);
  read.resolve();
  await writing;
  const happened = [first, late];
  expect(rounded(await reading)).toEqual(rounded(plainly({ happened, ...asked })));
  expect(await db.$count(visitHours, eq(visitHours.locationId, here.location.id))).toBeGreaterThan(0);
  await expectAll({ happened, ...asked });
});

test('a worker counts all hours that are missing, from the last days back, and those that a leaver has deleted', async () => {
  const { db } = testDesk.desk;
  here = await testDesk.openLocation({ ...settings, timeZone: 'Europe/Berlin' });
  const { id: locationId } = here.location;
  const at = Date.parse('2026-03-18T11:00:00Z');
  const happened = [checkIn('lena', at), checkIn('jan', at + 9 * 24 * hourMs)];
  await store(happened);
  testDesk.clock.now = at + 30 * 24 * hourMs;
  const countSome = () => storeSomeHours(testDesk.desk, here.location);
  expect(await countSome()).toBe(true);
  expect([(await storedDays()).at(0), (await storedDays()).at(-1)]).toEqual(['2026-04-05', '2026-04-11']);
  while (await countSome());
  const all = await storedDays();
  expect([all.length, all[0]]).toEqual([25, '2026-03-18']);
  await db.transaction((tx) => forgetMember(tx, testDesk.desk, { locationId, accountId: 'jan' }));
  expect(await storedDays()).not.toEqual(all);
  expect(await countSome()).toBe(false);
  expect(await storedDays()).toEqual(all);
  await expectAll({
    happened: happened.slice(0, 1),
    from: '2026-03-18',
    until: '2026-04-17',
    now: testDesk.clock.now,
  });
});

test('hours that several read at once are counted by one of them', async () => {
  here = await testDesk.openLocation({ ...settings, timeZone: 'Europe/Berlin' });
  const at = Date.parse('2026-03-18T11:00:00Z');
  const happened = [
    { tapId: randomUUID(), who: 'lena' as const, kind: 'checkIn' as const, at, where: 'desk' as const },
  ];
  await store(happened);
  const asked = { from: '2026-03-17', until: '2026-03-20', now: at + 40 * 24 * hourMs };
  const read = await Promise.all([readAll(asked), readAll(asked), readAll(asked)]);
  for (const one of read) expect(rounded(one)).toEqual(rounded(plainly({ happened, ...asked })));
});

test('a scan at the counter deletes no stored hours and waits for no count of them, and a forgotten member only those near their visits', async () => {
  const { db } = testDesk.desk;
  here = await testDesk.openLocation({ ...settings, timeZone: 'Europe/Berlin' });
  const { id: locationId } = here.location;
  const at = Date.parse('2026-03-18T11:00:00Z');
  await store([checkIn('lena', at), checkIn('jan', at + 3 * 24 * hourMs)]);
  await readAll({ from: '2026-03-18', until: '2026-03-24', now: at + 40 * 24 * hourMs });
  const all = await storedDays();
  await db.transaction(async (tx) => {
    await lockExclusive(tx, `visit hours ${locationId}`);
    await store([checkIn('lena', Date.now())]);
  });
  expect(await storedDays()).toEqual(all);
  await db.transaction((tx) => forgetMember(tx, testDesk.desk, { locationId, accountId: 'jan' }));
  const gone = all.filter((day) => day >= '2026-03-20' && day <= '2026-03-22');
  expect((await storedDays()).filter((day) => gone.includes(day))).not.toEqual(gone);
  expect(await storedDays()).toEqual(expect.arrayContaining(['2026-03-18', '2026-03-24']));
});

test('hours are counted while the settings of the location are changed, and neither waits for the other forever', async () => {
  const { db } = testDesk.desk;
  here = await testDesk.openLocation({ ...settings, timeZone: 'Europe/Berlin' });
  const { id } = here.location;
  const at = Date.parse('2026-03-18T11:00:00Z');
  const happened = [
    { tapId: randomUUID(), who: 'lena' as const, kind: 'checkIn' as const, at, where: 'desk' as const },
  ];
  await store(happened);
  const asked = { from: '2026-03-17', until: '2026-03-20', now: at + 40 * 24 * hourMs };
  let reading: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    await tx.select({ id: locations.id }).from(locations).where(eq(locations.id, id)).for('update');
    reading = readAll(asked);
    await until(async () => {
      const waiting = await db.execute(sql`select 1 from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock'`);
      expect(waiting.rows).not.toEqual([]);
    });
    await tx.update(locations).set({ longestStayH: 3 }).where(eq(locations.id, id));
  });
  await reading;
  here = { ...here, location: { ...here.location, longestStayH: 3 } };
  await expectAll({ happened, ...asked });
});

test('visits, first visits and rhythms of members are those of a plain count', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...places),
      fc.gen(),
      fc.integer({ min: 0, max: 12 }),
      async ({ timeZone, changes: [change = ''] }, gen, begin) => {
        here = await testDesk.openLocation({ ...settings, timeZone });
        const start = startOfDay(daysLater(change, -10), timeZone).getTime();
        const happened = gen(eventsFrom, start, { maxLength: 90 });
        await store(happened);
        const { db } = testDesk.desk;
        const { location } = here;
        const [from, to] = [start + begin * 24 * hourMs, start + (begin + 9) * 24 * hourMs];
        const period = { location, from: new Date(from), to: new Date(to) };
        const arrivals = plainArrivals(happened, 0).filter(({ begins }) => begins);
        const members = ['lena', 'jan', 'mira'].flatMap((who) => {
          const all = arrivals.filter((arrival) => arrival.who === who).map(({ at }) => at);
          const own = all.filter((at) => at >= from && at < to);
          return { accountId: who, all, own };
        });
        expect(await byAccount(db.select().from(selectMemberVisits(db, period)))).toEqual(
          members.flatMap(({ accountId, own }) => {
            const [firstAt, lastAt] = [new Date(Math.min(...own)), new Date(Math.max(...own))];
            return own.length === 0 ? [] : [{ accountId, visits: own.length, firstAt, lastAt }];
          }),
        );
        expect(await byAccount(db.select().from(selectFirstVisits(db, period)))).toEqual(
          members.flatMap(({ accountId, all, own }) => {
            const first = Math.min(...all);
            return own.includes(first) ? [{ accountId, at: new Date(first) }] : [];
          }),
        );
        const cameLast = members.flatMap(({ accountId, all }) => {
          const last = lastArrivalOf(happened, accountId);
          return last === null ? [] : [{ accountId, all, lastAt: new Date(last) }];
        });
        const rhythms = await readRhythms(db, { location, members: cameLast });
        expect(Object.fromEntries(rhythms)).toEqual(
          Object.fromEntries(
            cameLast.map(({ accountId, all }) => {
              const days = [...new Set(all.map((at) => dayOf(at, timeZone)))].toSorted();
              const gaps = days.slice(1).map((day, index) => daysBetween(days[index] ?? day, day));
              const medianGapDays = days.length < 3 ? null : quartilesOf(gaps)?.median;
              return [accountId, { visitDays: days.length, medianGapDays }];
            }),
          ),
        );
      },
    ),
    { seed, numRuns: 30 },
  );
});

const lastArrivalOf = (happened: readonly Event[], accountId: string) => {
  const own = happened.filter(({ who, kind, where }) => who === accountId && kind === 'checkIn' && where !== 'undone');
  return own.length === 0 ? null : Math.max(...own.map(({ at }) => at));
};

const order = ['lena', 'jan', 'mira'];
const byAccount = async <Row extends { accountId: string | null }>(rows: PromiseLike<Row[]>) =>
  (await rows).toSorted((a, b) => order.indexOf(a.accountId ?? '') - order.indexOf(b.accountId ?? ''));
