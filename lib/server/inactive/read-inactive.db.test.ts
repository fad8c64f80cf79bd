import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { directorySyncs, members } from '#lib/server/db/schema/directory.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { memberMessages } from '#lib/server/db/schema/member-messages.ts';
import { memberRhythms } from '#lib/server/db/schema/member-rhythms.ts';
import { staffLocations } from '#lib/server/db/schema/staff.ts';
import { tasks } from '#lib/server/db/schema/tasks.ts';
import { elsewhereEvents, visits } from '#lib/server/db/schema/visits.ts';
import { forgetMember } from '#lib/server/members/forget-member.ts';
import { lockHours } from '#lib/server/stays/stored-hours.ts';
import { storeSomeRhythms } from '#lib/server/stays/stored-rhythms.ts';
import { recordTaskChange } from '#lib/server/tasks/record-change.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import type { InactiveChoice } from '#lib/wire/inactive-members.ts';
import { type TaskChangeInput, taskChangeInput } from '#lib/wire/tasks.ts';
import { dayOf, startOfDay } from '#shared/calendar/day-in-zone.ts';
import { daysBetween, daysLater } from '#shared/calendar/days.ts';
import { dayMs, hourMs } from '#shared/calendar/durations.ts';
import { seed } from '#shared/testing/seed.ts';
import { readInactive } from './read-inactive.ts';
import { writeInactive } from './write-inactive.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
const today = () => dayOf(testDesk.clock.now, here.location.timeZone);

beforeEach(async () => {
  here = await testDesk.openLocation({ timeZone: 'Europe/Berlin' });
});

interface Kept {
  type?: string;
  start?: string;
  end?: string;
  absentAt?: Date;
  homeAt?: Date;
  /** Days before today with an arrival, early in the morning. */
  came?: readonly number[];
  undone?: readonly number[];
  cameElsewhere?: readonly number[];
}

const inMorning = (daysAgo: number, minutes = 0) =>
  new Date(startOfDay(daysLater(today(), -daysAgo), here.location.timeZone).getTime() + (6 * 60 + minutes) * 60_000);

async function keep(kept: Readonly<Record<string, Kept>>): Promise<void> {
  const locationId = here.location.id;
  const { db } = testDesk.desk;
  const entries = Object.entries(kept);
  await db.insert(members).values(
    entries.map(([name, { type = 'PREMIUM', start, end, absentAt, homeAt }]) => ({
      locationId,
      accountId: name,
      firstName: name,
      membershipId: `M ${name}`,
      searchName: name,
      membershipType: type,
      startOfContract: start,
      endOfContract: end,
      absentAt,
      homeAt,
      syncedAt: new Date(0),
    })),
  );
  const visit = (accountId: string, at: Date, state: 'sent' | 'undone') => ({
    locationId,
    tapId: randomUUID(),
    accountId,
    kind: 'checkIn' as const,
    state,
    tappedAt: at,
    undoUntil: at,
    nextAttemptAt: at,
    recordedAt: at,
  });
  const own = entries.flatMap(([name, { came = [], undone = [] }]) => [
    ...came.map((days, index) => visit(name, inMorning(days, index % 60), 'sent')),
    ...undone.map((days) => visit(name, inMorning(days), 'undone')),
  ]);
  const elsewhere = entries.flatMap(([accountId, { cameElsewhere = [] }]) =>
    cameElsewhere.map((days) => ({ locationId, accountId, kind: 'checkIn' as const, at: inMorning(days) })),
  );
  if (own.length > 0) await db.insert(visits).values(own);
  if (elsewhere.length > 0) await db.insert(elsewhereEvents).values(elsewhere).onConflictDoNothing();
}

const read = (days: InactiveChoice = '14') => readInactive({ desk: testDesk.desk, actor: here.actor }, { days });
const names = async (days?: InactiveChoice) => (await read(days)).members.map(({ accountId }) => accountId);

describe('the list', () => {
  test('has members from 14 to 120 days after their last visit, those who break their rhythm most first', async () => {
    await keep({
      weekly: { came: [20, 27, 34] },
      'every second day': { came: [16, 18, 20, 22] },
      once: { came: [100] },
      'too long ago': { came: [121, 122, 123] },
      'at the edge': { came: [120, 130, 140] },
      yesterday: { came: [1, 20, 30] },
      '13 days': { came: [13, 20, 27] },
      never: {},
    });
    expect((await read()).members).toMatchObject([
      { accountId: 'at the edge', daysAway: 120, usualGapDays: 10, visitDays: 3 },
      { accountId: 'every second day', daysAway: 16, usualGapDays: 2, visitDays: 4 },
      { accountId: 'weekly', daysAway: 20, usualGapDays: 7, visitDays: 3 },
      { accountId: 'once', daysAway: 100, usualGapDays: null, visitDays: 1 },
    ]);
    expect(await names('30')).toEqual(['at the edge', 'once']);
    expect((await read('60')).counts).toEqual({ '14': 4, '30': 2, '60': 2 });
  });

  test('counts turnstiles, and not what was undone', async () => {
    await keep({
      turnstile: { came: [30], cameElsewhere: [15] },
      'turnstile today': { came: [30], cameElsewhere: [0] },
      undone: { came: [30, 37, 44], undone: [2, 31] },
    });
    expect((await read()).members).toMatchObject([
      { accountId: 'undone', daysAway: 30, usualGapDays: 7 },
      { accountId: 'turnstile', daysAway: 15, usualGapDays: null, visitDays: 2 },
    ]);
  });

  test('has nobody without a running contract, who has left, or who was erased or opted out', async () => {
    const came = [20, 27, 34];
    const locationId = here.location.id;
    await keep({
      member: { came, start: daysLater(today(), -300), end: today() },
      ended: { came, end: daysLater(today(), -1) },
      'not begun': { came, start: daysLater(today(), 1) },
      prospect: { came, type: 'PROSPECT' },
      absent: { came, absentAt: new Date(testDesk.clock.now) },
      erased: { came },
      'opted out': { came },
    });
    await testDesk.desk.db.transaction(async (tx) => {
      await forgetMember(tx, testDesk.desk, { locationId, accountId: 'erased' });
      await forgetMember(tx, testDesk.desk, { locationId, accountId: 'opted out', isOptOut: true });
    });
    const report = await read();
    expect(report.members.map(({ accountId }) => accountId)).toEqual(['member']);
    expect(JSON.stringify(report)).not.toMatch(/erased|opted out/);
  });

  test('is that of one gym, and has members of others only until it is known which ones are its own', async () => {
    await keep({ own: { came: [20], homeAt: new Date(0) }, guest: { came: [21] } });
    const there = await testDesk.openLocation();
    const { members: others } = await readInactive({ desk: testDesk.desk, actor: there.actor }, { days: '14' });
    expect(others).toEqual([]);
    expect(await names()).toEqual(['guest', 'own']);
    await testDesk.desk.db.insert(directorySyncs).values({ locationId: here.location.id, homesReadAt: new Date(0) });
    expect(await names()).toEqual(['own']);
  });

  test('says from when on visits are known', async () => {
    expect(await read()).toMatchObject({ since: null, counts: { '14': 0, '30': 0, '60': 0 }, members: [] });
    await keep({ one: { came: [20, 40] } });
    expect(await read()).toMatchObject({ since: daysLater(today(), -40), today: today() });
  });
});

test('a row has the last message that was not undone, with its state', async () => {
  await keep({ lena: { came: [20] }, omar: { came: [21] }, mia: { came: [22] } });
  const write = (accountId: string, state: typeof memberMessages.$inferInsert.state, daysAgo: number) =>
    testDesk.desk.db.insert(memberMessages).values({
      locationId: here.location.id,
      messageId: randomUUID(),
      accountId,
      state,
      staffId: here.actor.staffId,
      pressedAt: inMorning(daysAgo),
    });
  await write('lena', 'sent', 9);
  await write('lena', 'unsure', 5);
  await write('lena', 'undone', 2);
  await write('omar', 'held', 1);
  const found = new Map((await read()).members.map(({ accountId, message }) => [accountId, message]));
  expect(found.get('lena')).toEqual({ at: inMorning(5).toISOString(), progress: 'unsure', by: 'Mira Sommer' });
  expect(found.get('omar')).toMatchObject({ progress: 'waiting' });
  expect(found.get('mia')).toBeNull();
});

test('a task about an absence is created once, whoever presses, and again once it was completed', async () => {
  await keep({ lena: { came: [20] }, omar: { came: [21] } });
  const locationId = here.location.id;
  const { db } = testDesk.desk;
  await db.update(staffLocations).set({ accountId: 'mira' }).where(eq(staffLocations.locationId, locationId));
  const record = (change: Pick<TaskChangeInput, 'kind'> & Record<string, unknown>) => {
    const now = testDesk.clock.now;
    const base = { changeId: randomUUID(), locationId, staffId: here.actor.staffId, at: now, sentAt: now };
    const input = { change: taskChangeInput.parse({ ...base, ...change }), nameOfTemplate: String };
    return recordTaskChange({ desk: testDesk.desk, actor: here.actor }, input);
  };
  const press = async () => {
    const lena = (await read()).members.find(({ accountId }) => accountId === 'lena');
    const what = { name: 'Away for 20 days', type: 'GENERAL' };
    const change = { kind: 'create', changeId: lena?.taskId, accountId: 'lena', what, dueDate: today() } as const;
    expect(await record(change)).toEqual({ kind: 'recorded' });
    return lena?.taskId ?? '';
  };
  const openTasks = async () => (await read()).members.map(({ accountId, openTasks }) => [accountId, openTasks]);
  const created: string[] = [];
  for (const _ of [1, 2, 3]) {
    const taskId = await press();
    expect(await press()).toBe(taskId);
    expect(await openTasks()).toEqual([
      ['omar', 0],
      ['lena', 1],
    ]);
    await record({ kind: 'complete', taskId });
    created.push(taskId);
  }
  expect(new Set(created).size).toBe(3);
  expect(await db.$count(tasks, eq(tasks.locationId, locationId))).toBe(3);
  const open = await press();
  // two that are deleted at the platform, not one after the other
  for (const id of [created[0] ?? '', created[2] ?? '']) {
    await db.delete(tasks).where(and(eq(tasks.locationId, locationId), eq(tasks.id, id)));
    expect(await press()).toBe(open);
  }
});

test('the file has the whole list, and spreadsheets do not run its names', async () => {
  await keep({ '=lena': { came: [20, 27, 34, 38] }, omar: { came: [21] } });
  const say = (key: string) => key.replace('file.', '');
  const pieces: string[] = [];
  const words = { locale: 'de', say } as const;
  for await (const piece of writeInactive(await read(), { location: here.location, words })) pieces.push(piece);
  const [head, ...rows] = pieces.join('').trim().split('\r\n');
  expect(head).toBe('name;membershipId;lastVisit;daysAway;usualGap;timesUsual;visitDays;openTasks;message;progress');
  expect(rows).toEqual([
    `'=lena;M =lena;${daysLater(today(), -20)};20;7;"2,9";4;0;;`,
    `omar;M omar;${daysLater(today(), -21)};21;;;1;0;;`,
  ]);
});

const days = fc.uniqueArray(fc.integer({ min: 0, max: 200 }), { maxLength: 12 });

interface Came {
  /** Days before the day of the test with an arrival. */
  came: number[];
  cameElsewhere: number[];
  undone: number[];
}

const countAll = async () => {
  while (await storeSomeRhythms(testDesk.desk, here.location));
};

/** @param later days since the day of the test */
async function expectPlain(all: readonly Came[], later: number): Promise<void> {
  const dayNumber = (at: Date) => daysBetween(dayOf(at.getTime(), here.location.timeZone), today());
  const expected = all.flatMap(({ came, cameElsewhere }, index) => {
    const known = [
      ...came.map((day, place) => inMorning(day + later, place % 60)),
      ...cameElsewhere.map((day) => inMorning(day + later)),
    ].sort((one, other) => other.getTime() - one.getTime());
    const [last] = known;
    if (last === undefined || dayNumber(last) < 14 || dayNumber(last) > 120) return [];
    const halfYear = known.filter((at) => last.getTime() - at.getTime() <= 182 * dayMs);
    const days = [...new Set(halfYear.map(dayNumber))];
    const gaps = days.slice(1).map((day, before) => day - (days[before] ?? 0));
    const gap = days.length < 3 ? null : medianOf(gaps);
    return [{ accountId: `m${index}`, daysAway: dayNumber(last), visitDays: days.length, gap }];
  });
  const found = (await read()).members.map(({ accountId, daysAway, visitDays, usualGapDays: gap }) => ({
    accountId,
    daysAway,
    visitDays,
    gap,
  }));
  expect(found.toSorted(byAccount)).toEqual(expected.toSorted(byAccount));
  const times = found.map(({ daysAway, gap }) => (gap === null ? 0 : daysAway / gap));
  expect(times).toEqual(times.toSorted((one, other) => other - one));
  // the first rows of the same list
  const { desk } = testDesk;
  const some = await readInactive({ desk, actor: here.actor }, { days: '14', limit: 2 });
  expect(some.members).toEqual((await read()).members.slice(0, 2));
  expect(some.counts['14']).toBe(expected.length);
}

const changes = ['late', 'late elsewhere', 'undone', 'identified', 'forgotten', 'opted out', 'settings'] as const;

/** Changes old visits of a member. */
async function change(all: readonly Came[], what: (typeof changes)[number], of: number, day: number): Promise<Came[]> {
  const { db } = testDesk.desk;
  const locationId = here.location.id;
  const accountId = `m${of}`;
  const changed = (one: Partial<Came>) => all.map((each, index) => (index === of ? { ...each, ...one } : each));
  const own = all[of];
  if (!own) return [...all];
  const at = inMorning(day, what === 'late elsewhere' ? 0 : own.came.length % 60);
  const tap = { locationId, tapId: randomUUID(), kind: 'checkIn' as const, state: 'sent' as const };
  const row = { ...tap, tappedAt: at, undoUntil: at, nextAttemptAt: at, recordedAt: at };
  switch (what) {
    case 'late':
      await db.insert(visits).values({ ...row, accountId });
      return changed({ came: [...own.came, day] });
    case 'late elsewhere':
      await db.insert(elsewhereEvents).values({ locationId, accountId, kind: 'checkIn', at }).onConflictDoNothing();
      return changed({ cameElsewhere: [...own.cameElsewhere, day] });
    case 'identified':
      await db.insert(visits).values({ ...row, scannedKind: 'rfid', scannedValue: '0x04' });
      await db.update(visits).set({ accountId }).where(eq(visits.tapId, row.tapId));
      return changed({ came: [...own.came, day] });
    case 'undone':
      await db
        .update(visits)
        .set({ state: 'undone' })
        .where(and(eq(visits.locationId, locationId), eq(visits.accountId, accountId)));
      return changed({ came: [] });
    case 'forgotten':
    case 'opted out':
      await db.transaction((tx) =>
        forgetMember(tx, testDesk.desk, { locationId, accountId, isOptOut: what === 'opted out' }),
      );
      return changed({ came: [], cameElsewhere: [] });
    case 'settings':
      await db.update(locations).set({ longestStayH: 5 }).where(eq(locations.id, locationId));
      here = { ...here, location: { ...here.location, longestStayH: 5 } };
      return [...all];
  }
}

/**
 * The half year before each of these days has one change of the clocks; in Santiago it is at midnight. They are past by the database's
 * clock, by which the triggers know what is long over.
 */
test.each([
  ['Europe/Berlin', '2025-11-21'],
  ['Europe/Berlin', '2025-05-10'],
  ['America/Santiago', '2025-11-21'],
  ['America/Santiago', '2025-05-10'],
])(
  'equals what the visits say, over random ones, also where they are stored and after any change of them: %s, until %s',
  async (timeZone, day) => {
    const { now } = testDesk.clock;
    onTestFinished(() => {
      testDesk.clock.now = now;
    });
    const stored = { members: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ came: days, cameElsewhere: days, undone: days }), { minLength: 1, maxLength: 8 }),
        fc.array(
          fc.record({ what: fc.constantFrom(...changes), of: fc.nat(7), day: fc.integer({ min: 6, max: 190 }) }),
          {
            maxLength: 3,
          },
        ),
        fc.constantFrom(0, 3, 20),
        async (all, drawn, later) => {
          here = await testDesk.openLocation({ timeZone });
          const noon = startOfDay(day, timeZone).getTime() + 12 * hourMs;
          testDesk.clock.now = noon;
          await keep(Object.fromEntries(all.map((one, index) => [`m${index}`, one])));
          await expectPlain(all, 0);
          await countAll();
          await expectPlain(all, 0);
          let changed: Came[] = all;
          for (const one of drawn) changed = await change(changed, one.what, one.of, one.day);
          await expectPlain(changed, 0);
          stored.members += await testDesk.desk.db.$count(
            memberRhythms,
            eq(memberRhythms.locationId, here.location.id),
          );
          testDesk.clock.now = startOfDay(daysLater(day, later), timeZone).getTime() + 12 * hourMs;
          await expectPlain(changed, later);
          await countAll();
          await expectPlain(changed, later);
        },
      ),
      { seed, numRuns: 5 },
    );
    expect(stored.members).toBeGreaterThan(0);
  },
);

test('a scan at the counter waits for no count of last visits, and changes none that is stored', async () => {
  const { db } = testDesk.desk;
  testDesk.clock.now = Date.now();
  await keep({ lena: { came: [20, 27, 34] }, omar: { came: [30] } });
  await countAll();
  const stored = () => db.select().from(memberRhythms).where(eq(memberRhythms.locationId, here.location.id));
  const before = await stored();
  expect(before.toSorted(byAccount)).toMatchObject([
    { accountId: 'lena', visitDays: 3, medianGapDays: 7 },
    { accountId: 'omar', visitDays: 1, medianGapDays: null },
  ]);
  await db.transaction(async (tx) => {
    await lockHours(tx, here.location.id);
    const at = new Date();
    await db.insert(visits).values({
      locationId: here.location.id,
      tapId: randomUUID(),
      accountId: 'lena',
      kind: 'checkIn',
      state: 'sent',
      tappedAt: at,
      undoUntil: at,
      nextAttemptAt: at,
      recordedAt: at,
    });
  });
  expect(await stored()).toEqual(before);
  testDesk.clock.now = Date.now() + 1_000;
  expect(await names()).toEqual(['omar']);
});

const byAccount = (one: { accountId: string }, other: { accountId: string }) =>
  one.accountId.localeCompare(other.accountId);

function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}
