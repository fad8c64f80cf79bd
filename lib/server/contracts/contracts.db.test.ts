import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { directorySyncs, members } from '#lib/server/db/schema/directory.ts';
import { elsewhereEvents, visits } from '#lib/server/db/schema/visits.ts';
import { upsertMember } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { forgetMember } from '#lib/server/members/forget-member.ts';
import { inventCanary, leaveTraces } from '#lib/testing/member-traces.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import {
  type ContractList,
  type ContractsChoice,
  type ContractsReport,
  contractLists,
  contractsFile,
} from '#lib/wire/contracts.ts';
import { dayOf, startOfDay } from '#shared/calendar/day-in-zone.ts';
import { daysLater } from '#shared/calendar/days.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { seed } from '#shared/testing/seed.ts';
import { readContracts } from './read-contracts.ts';
import { writeContracts } from './write-contracts.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
beforeEach(async () => {
  here = await testDesk.openLocation();
});

const usual: ContractsChoice = { within: 30, visits: 2 };
const read = (choice = usual, at = here) => readContracts({ desk: testDesk.desk, actor: at.actor }, choice);
const namesOf = (report: ContractsReport, list: ContractList) =>
  report.lists[list].members.map(({ displayName }) => displayName);

interface Kept {
  type?: string;
  start?: string | null;
  end?: string | null;
  corporateStart?: Date;
  corporateEnd?: Date;
  born?: string | null;
  knownSince?: Date;
  homeAt?: Date;
  /** Arrivals, days before now. */
  came?: readonly number[];
  /** Arrivals at a turnstile, days before now. */
  cameElsewhere?: readonly number[];
}

/** Stores members by name. */
async function keep(kept: Readonly<Record<string, Kept>>): Promise<void> {
  const { db } = testDesk.desk;
  const { now } = testDesk.clock;
  const locationId = here.location.id;
  const entries = Object.entries(kept);
  if (entries.length === 0) return;
  await db.insert(members).values(
    entries.map(([name, one]) => ({
      locationId,
      accountId: name,
      firstName: name,
      searchName: name,
      syncedAt: new Date(now),
      membershipType: one.type ?? 'PREMIUM',
      startOfContract: one.start ?? null,
      endOfContract: one.end ?? null,
      corporateStart: one.corporateStart ?? null,
      corporateEnd: one.corporateEnd ?? null,
      dateOfBirth: one.born ?? null,
      homeAt: one.homeAt ?? null,
      knownSince: one.knownSince ?? new Date(0),
    })),
  );
  const at = (days: number) => new Date(now - days * dayMs);
  const own = entries.flatMap(([accountId, { came = [] }]) => came.map((days) => ({ accountId, at: at(days) })));
  const elsewhere = entries.flatMap(([accountId, { cameElsewhere = [] }]) =>
    cameElsewhere.map((days) => ({ locationId, accountId, kind: 'checkIn' as const, at: at(days) })),
  );
  if (own.length > 0) {
    await db.insert(visits).values(
      own.map(({ accountId, at: then }) => ({
        locationId,
        tapId: randomUUID(),
        accountId,
        kind: 'checkIn' as const,
        state: 'sent' as const,
        tappedAt: then,
        undoUntil: then,
        nextAttemptAt: then,
        recordedAt: then,
      })),
    );
  }
  if (elsewhere.length > 0) await db.insert(elsewhereEvents).values(elsewhere);
}

const today = () => dayOf(testDesk.clock.now, here.location.timeZone);
const inDays = (days: number) => daysLater(today(), days);

describe('contracts that end', () => {
  test('are listed from today until the last day, the next one first, with who still comes', async () => {
    await keep({
      'ends today': { end: inDays(0) },
      'ends in 30': { end: inDays(30), came: [1, 8] },
      'ends in 31': { end: inDays(31) },
      ended: { end: inDays(-1) },
      'no end': {},
      corporate: {
        type: 'CORPORATE_FITNESS',
        corporateEnd: startOfDay(inDays(3), here.location.timeZone),
        end: inDays(90),
      },
      prospect: { type: 'PROSPECT', end: inDays(3) },
      'long gone': { end: inDays(9), came: [40] },
    });
    const report = await read();
    expect(namesOf(report, 'ending')).toEqual(['ends today', 'corporate', 'long gone', 'ends in 30']);
    expect(report.lists.ending).toMatchObject({ total: 4, marked: 1 });
    expect(report.lists.ending.members.map(({ day, visits: count }) => [day, count])).toEqual([
      [inDays(0), 0],
      [inDays(3), 0],
      [inDays(9), 0],
      [inDays(30), 2],
    ]);
    expect(report.lists.ending.members[2]?.lastVisitAt).toBe(new Date(testDesk.clock.now - 40 * dayMs).toISOString());
    expect(report.of).toMatchObject({ members: 7, withoutEnd: 1 });
    expect(namesOf(await read({ ...usual, within: 60 }), 'ending')).toContain('ends in 31');
  });

  test('are those of this gym itself, once Front Desk has read which members are', async () => {
    const at = new Date(testDesk.clock.now);
    await keep({ own: { end: inDays(3), homeAt: at }, other: { end: inDays(3), born: inDays(-9000) } });
    expect(namesOf(await read(), 'ending')).toEqual(['other', 'own']);
    await testDesk.desk.db.insert(directorySyncs).values({ locationId: here.location.id, homesReadAt: at });
    const report = await read();
    expect(namesOf(report, 'ending')).toEqual(['own']);
    expect(report.of).toMatchObject({ members: 1, ofOtherGyms: 1 });
  });
});

test('prospects are listed from the chosen number of visits on, those who came most first, the turnstile among them', async () => {
  await keep({
    once: { type: 'PROSPECT', came: [1] },
    twice: { type: 'PROSPECT', came: [1], cameElsewhere: [5] },
    often: { type: 'PROSPECT', came: [1, 3, 5, 80] },
    before: { type: 'PROSPECT', came: [91, 95] },
    member: { came: [1, 2, 3] },
  });
  expect(namesOf(await read(), 'prospects')).toEqual(['often', 'twice']);
  expect(namesOf(await read({ ...usual, visits: 1 }), 'prospects')).toEqual(['often', 'twice', 'once']);
  const { lists } = await read({ ...usual, visits: 3 });
  expect(lists.prospects).toMatchObject({ total: 1, members: [{ visits: 4, day: null }] });
});

test('contracts are not started from tomorrow on; one that began and was not used yet is listed until a visit', async () => {
  await keep({
    'next week': { start: inDays(7) },
    tomorrow: { start: inDays(1), came: [2] },
    'new and here': { start: inDays(-3), came: [1] },
    'new, here before': { start: inDays(-3), came: [5] },
    'new today': { start: inDays(0) },
    'new and over': { start: inDays(-9), end: inDays(-1) },
    'not new': { start: inDays(-31) },
  });
  const report = await read();
  expect(namesOf(report, 'notStarted')).toEqual(['tomorrow', 'next week']);
  expect(report.lists.notStarted).toMatchObject({ total: 2, marked: 1 });
  expect(namesOf(report, 'notSeen')).toEqual(['new, here before', 'new today']);
});

test('a corporate contract still begins on its day when the platform returns that no more, and the type is the same', async () => {
  const { clock } = testDesk;
  const omar = inventMember();
  const { accountId, displayName } = {
    ...omar.account,
    displayName: `${omar.account.firstName} ${omar.account.lastName}`,
  };
  const startTimestamp = startOfDay(inDays(1), here.location.timeZone).toISOString();
  const readAs = (membership: object) =>
    upsertMember(testDesk.desk.db, {
      locationId: here.location.id,
      member: memberOf({ ...omar.account, membership: { ...membership, startOfContract: inDays(-900) } }),
      card: { kind: 'rfid', value: omar.card },
      askedAt: new Date(clock.now),
    });
  const corporate = { membershipType: 'CORPORATE_FITNESS' };
  await readAs({ ...corporate, corporateFitness: { startTimestamp } });
  expect(namesOf(await read(), 'notStarted')).toEqual([displayName]);
  // the start was taken back before it came
  await readAs(corporate);
  expect(namesOf(await read(), 'notStarted')).toEqual([]);
  await readAs({ ...corporate, corporateFitness: { startTimestamp } });
  clock.now = Date.parse(startTimestamp) - 1_000;
  // a second later by the platform's clock
  await readAs(corporate);
  clock.now += 2 * dayMs;
  for (let readings = 0; readings < 2; readings += 1) {
    await readAs(corporate);
    expect((await read()).lists.notSeen.members).toMatchObject([{ accountId, displayName, day: inDays(-1) }]);
  }
  await readAs({ membershipType: 'PREMIUM' });
  await readAs(corporate);
  expect(namesOf(await read(), 'notSeen')).toEqual([]);
});

test('birthdays are those of seven days from today on, with the age; 29 February is the 28th in other years', async () => {
  const { clock } = testDesk;
  const before = clock.now;
  clock.now = Date.parse('2027-02-24T08:00:00Z');
  await keep({
    today: { born: '1990-02-24' },
    'leap day': { born: '2000-02-29' },
    'the 28th': { born: '1980-02-28' },
    'in a week': { born: '1990-03-03' },
    yesterday: { born: '1990-02-23' },
    'of no date': {},
  });
  const report = await read();
  expect(namesOf(report, 'birthdays')).toEqual(['today', 'leap day', 'the 28th']);
  expect(report.lists.birthdays.members.map(({ day, age }) => [day, age])).toEqual([
    ['2027-02-24', 37],
    ['2027-02-28', 27],
    ['2027-02-28', 47],
  ]);
  expect(report.of.withoutBirthday).toBe(1);
  clock.now = Date.parse('2028-02-24T08:00:00Z');
  expect((await read()).lists.birthdays.members.map(({ displayName, day }) => [displayName, day])).toEqual([
    ['today', '2028-02-24'],
    ['the 28th', '2028-02-28'],
    ['leap day', '2028-02-29'],
  ]);
  clock.now = before;
});

test('new members are counted by month; those first seen only after the month in which Front Desk read all', async () => {
  const { clock } = testDesk;
  const since = (day: string) => new Date(`${day}T23:30:00Z`);
  await keep({
    a: { start: '2026-09-30', knownSince: since('2026-09-10') },
    b: { start: '2026-10-01', knownSince: since('2026-09-30') },
    c: { start: '2025-12-01', knownSince: since('2026-10-31') },
    d: { start: '2025-11-30', knownSince: new Date(0) },
    e: { start: daysLater(dayOf(clock.now, 'Europe/Berlin'), 1), knownSince: since('2026-11-01') },
    f: { type: 'PROSPECT', start: '2026-10-02', knownSince: since('2026-11-02') },
  });
  const { months, membersSince, of } = await read();
  expect(membersSince).toBe('2026-09-11');
  expect(months).toHaveLength(12);
  expect(months[0]).toEqual({ month: '2025-12', begun: 1, firstSeen: null });
  expect(months.slice(-3)).toEqual([
    { month: '2026-09', begun: 1, firstSeen: null },
    // in Munich it was 1 October
    { month: '2026-10', begun: 1, firstSeen: 1 },
    { month: '2026-11', begun: 0, firstSeen: 2 },
  ]);
  expect(of).toMatchObject({ members: 5, withoutStart: 0 });
});

const someDay = fc.option(fc.integer({ min: -40, max: 95 }), { nil: null, freq: 4 });
const anyMember = fc.record({
  type: fc.constantFrom('PREMIUM', 'BASIC', 'PROSPECT'),
  start: someDay,
  end: someDay,
  born: fc.option(fc.integer({ min: 0, max: 15_000 }), { nil: null, freq: 6 }),
  came: fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 4 }),
  cameElsewhere: fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 2 }),
});

test.each(['Europe/Berlin', 'America/Los_Angeles', 'Pacific/Apia'])(
  'each list is what a plain reading of its members gives, in %s',
  async (timeZone) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyMember, { maxLength: 25 }),
        fc.constantFrom(30, 60, 90),
        fc.constantFrom(1, 2, 3),
        // around both changes of the clock, and the end of February
        fc.constantFrom('2026-03-29T01:30:00Z', '2026-10-25T00:30:00Z', '2028-02-27T23:30:00Z', '2026-11-01T09:30:00Z'),
        async (drawn, within, least, at) => {
          here = await testDesk.openLocation({ timeZone });
          testDesk.clock.now = Date.parse(at);
          // a longest stay apart, so that each arrival is a visit
          const apart = (days: readonly number[], by: number) => [...new Set(days)].map((day) => day + by + 0.001);
          const kept = drawn.map((one) => ({
            type: one.type,
            start: one.start === null ? null : inDays(one.start),
            end: one.end === null ? null : inDays(one.end),
            born: one.born === null ? null : daysLater('1970-01-01', one.born),
            came: apart(one.came, 0),
            cameElsewhere: apart(one.cameElsewhere, 0.5),
          }));
          await keep(Object.fromEntries(kept.map((one, index) => [`m${index}`, one])));
          const report = await read({ within: within as 30, visits: least as 2 });
          const daysOfVisits = (one: (typeof kept)[number]) =>
            [...one.came, ...one.cameElsewhere].map((days) => dayOf(testDesk.clock.now - days * dayMs, timeZone));
          const since = (one: (typeof kept)[number], days: number) =>
            daysOfVisits(one).filter((day) => day >= inDays(-days)).length;
          const expected = (isListed: (one: (typeof kept)[number]) => boolean) =>
            kept.flatMap((one, index) => (isListed(one) ? [`m${index}`] : [])).sort();
          const found = (list: ContractList) => namesOf(report, list).sort();
          const isMember = ({ type }: { type: string }) => type !== 'PROSPECT';
          const isBetween = (day: string | null, from: number, to: number) =>
            day !== null && day >= inDays(from) && day <= inDays(to);
          expect(found('ending')).toEqual(expected((one) => isMember(one) && isBetween(one.end, 0, within)));
          expect(found('prospects')).toEqual(expected((one) => !isMember(one) && since(one, 90) >= least));
          expect(found('notStarted')).toEqual(expected((one) => isMember(one) && isBetween(one.start, 1, 1000)));
          expect(found('notSeen')).toEqual(
            expected(
              (one) =>
                isMember(one) &&
                isBetween(one.start, -30, 0) &&
                (one.end === null || one.end >= inDays(0)) &&
                !daysOfVisits(one).some((day) => day >= (one.start ?? '')),
            ),
          );
          const days = [0, 1, 2, 3, 4, 5, 6].map(inDays);
          const hasLeapDay = (day: string) => new Date(`${day.slice(0, 4)}-02-29T00:00:00Z`).getUTCDate() === 29;
          const birthdayOn = (born: string, day: string) =>
            born.slice(5) === day.slice(5) ||
            (born.slice(5) === '02-29' && day.slice(5) === '02-28' && !hasLeapDay(day));
          expect(found('birthdays')).toEqual(
            expected(
              (one) => isMember(one) && one.born !== null && days.some((day) => birthdayOn(one.born ?? '', day)),
            ),
          );
          for (const list of contractLists) {
            const { total, marked, members: shown } = report.lists[list];
            const counted = shown.map(({ accountId }) => {
              const one = kept[Number(accountId.slice(1))];
              return one ? since(one, list === 'prospects' ? 90 : 30) : 0;
            });
            expect(shown.map(({ visits: count }) => count)).toEqual(counted);
            const came = counted.filter((count) => count > 0).length;
            const saysWhoCame = list === 'ending' || list === 'notStarted';
            const ofToday = list === 'birthdays' ? shown.filter(({ day }) => day === report.today).length : null;
            expect({ total, marked }).toEqual({ total: shown.length, marked: saysWhoCame ? came : ofToday });
          }
        },
      ),
      { seed, numRuns: 12 },
    );
  },
);

const files = contractsFile.shape.list.options;
async function write(list: (typeof files)[number], locale = 'en'): Promise<string> {
  const words = { locale, say: (column: string) => column, nameType: (type: string | null) => `type ${type}` };
  const pieces = writeContracts(
    { desk: testDesk.desk, actor: here.actor },
    { file: contractsFile.parse({ list, within: '90', visits: '1' }), words },
  );
  return (await Array.fromAsync(pieces)).join('');
}

test('a file has all members of a list, however many the page shows', async () => {
  await keep(Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`m${index}`, { end: inDays(5) }])));
  const { members: shown, total } = (await read()).lists.ending;
  expect([shown.length, total]).toEqual([50, 60]);
  const lines = (await write('ending')).trim().split('\r\n');
  expect(lines).toHaveLength(61);
  expect(lines[1]).toContain(',type PREMIUM,');
});

test.each([
  ['erased', false],
  ['opted out', true],
])('a forgotten member is in no list, number or file', async (_, isOptOut) => {
  const { desk } = testDesk;
  const { db } = desk;
  const canary = inventCanary();
  const { accountId } = canary.member.account;
  const locationId = here.location.id;
  await leaveTraces(testDesk.desk, testDesk.clock, here, canary);
  const isCanary = sql`account_id = ${accountId}`;
  const lists: [ContractList, Partial<typeof members.$inferInsert>][] = [
    ['ending', { membershipType: 'PREMIUM', endOfContract: inDays(4) }],
    ['notStarted', { startOfContract: inDays(4) }],
    ['birthdays', { dateOfBirth: `1992-${today().slice(5)}` }],
    ['prospects', { membershipType: 'PROSPECT' }],
  ];
  for (const [list, set] of lists) {
    await db.update(members).set(set).where(isCanary);
    expect(JSON.stringify((await read({ within: 30, visits: 1 })).lists[list])).toContain(accountId);
    expect(await write(list)).toContain(canary.canary);
  }
  await db
    .update(members)
    .set({ membershipType: 'PREMIUM', startOfContract: inDays(1) })
    .where(isCanary);
  testDesk.clock.now += dayMs;
  expect(JSON.stringify((await read()).lists.notSeen)).toContain(accountId);
  expect(await write('notSeen')).toContain(canary.canary);
  expect((await read()).of.members).toBe(1);
  await db.transaction((tx) => forgetMember(tx, desk, { locationId, accountId, isOptOut }));
  const report = await read({ within: 90, visits: 1 });
  expect(JSON.stringify(report)).not.toContain(canary.canary);
  expect(report.of.members).toBe(0);
  for (const file of files) expect(await write(file)).not.toContain(canary.canary);
});
