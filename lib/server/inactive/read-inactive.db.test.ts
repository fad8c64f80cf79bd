import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { directorySyncs, members } from '#lib/server/db/schema/directory.ts';
import { memberMessages } from '#lib/server/db/schema/member-messages.ts';
import { elsewhereEvents, visits } from '#lib/server/db/schema/visits.ts';
import { forgetMember } from '#lib/server/members/forget-member.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import type { InactiveChoice } from '#lib/wire/inactive-members.ts';
import { dayOf, startOfDay } from '#shared/calendar/club-day.ts';
import { daysLater } from '#shared/calendar/days.ts';
import { hourMs } from '#shared/calendar/durations.ts';
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
      ...{ locationId, accountId: name, firstName: name, membershipId: `M ${name}`, searchName: name },
      ...{ membershipType: type, startOfContract: start, endOfContract: end, absentAt, homeAt, syncedAt: new Date(0) },
    })),
  );
  const visit = (accountId: string, at: Date, state: 'sent' | 'undone') => ({
    ...{ locationId, tapId: randomUUID(), accountId, kind: 'checkIn' as const, state },
    ...{ tappedAt: at, undoUntil: at, nextAttemptAt: at, recordedAt: at },
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
      ...{ locationId: here.location.id, messageId: randomUUID(), accountId, state, staffId: here.actor.staffId },
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

/** The half year before each of these days has one change of the clocks; in Santiago it is at midnight. */
test.each([
  ['Europe/Berlin', '2026-11-21'],
  ['Europe/Berlin', '2026-05-10'],
  ['America/Santiago', '2026-11-21'],
  ['America/Santiago', '2026-05-10'],
])('equals what the visits say, over random ones: %s, until %s', async (timeZone, day) => {
  const { now } = testDesk.clock;
  onTestFinished(() => {
    testDesk.clock.now = now;
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ came: days, cameElsewhere: days, undone: days }), { maxLength: 8 }),
      async (all) => {
        here = await testDesk.openLocation({ timeZone });
        testDesk.clock.now = startOfDay(day, timeZone).getTime() + 12 * hourMs;
        if (all.length > 0) await keep(Object.fromEntries(all.map((one, index) => [`m${index}`, one])));
        const expected = all.flatMap(({ came, cameElsewhere }, index) => {
          const known = [...new Set([...came, ...cameElsewhere])].sort((one, other) => one - other);
          const [last] = known;
          if (last === undefined || last < 14 || last > 120) return [];
          const halfYear = known.filter((day) => day <= last + 181);
          const gaps = halfYear.slice(1).map((day, before) => day - (halfYear[before] ?? 0));
          return [
            {
              accountId: `m${index}`,
              daysAway: last,
              visitDays: halfYear.length,
              gap: halfYear.length < 3 ? null : medianOf(gaps),
            },
          ];
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
      },
    ),
    { seed, numRuns: 10 },
  );
});

const byAccount = (one: { accountId: string }, other: { accountId: string }) =>
  one.accountId.localeCompare(other.accountId);

function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}
