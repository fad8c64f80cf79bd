import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkIn, lookUp } from '#lib/server/arrivals/look-up.ts';
import { insertStaff } from '#lib/server/auth/create-staff.ts';
import { requireLocation } from '#lib/server/base/locations.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { platformStatus } from '#lib/server/db/schema/platform-status.ts';
import { staff, staffBadges } from '#lib/server/db/schema/staff.ts';
import { mirrorDirectory } from '#lib/server/directory/mirror.ts';
import { setLocation } from '#lib/server/locations/set-location.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { type TestLocation, testPasswordHash } from '#lib/testing/test-desk.ts';
import { optionalSteps } from '#lib/wire/getting-started.ts';
import { defaultReaderProfile } from '#lib/wire/reader/reader-profile.ts';
import type { StaffRole } from '#lib/wire/staff.ts';
import { until } from '#shared/testing/until.ts';
import { readGettingStarted, readProgress } from './read-steps.ts';
import { waiveStep } from './waive-step.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation();
});

const context = async () => ({
  desk: testDesk.desk,
  actor: { ...here.actor, location: await requireLocation(testDesk.desk.db, here.location.id) },
});
const read = async () => readGettingStarted(await context());
const open = async () => (await read()).steps.flatMap(({ step, isDone }) => (isDone ? [] : [step]));
const hire = (role: StaffRole, passwordHash: string | null = testPasswordHash) =>
  insertStaff(testDesk.desk.db, testDesk.desk, {
    email: `${testDesk.desk.newId()}@example.com`,
    name: 'Ana',
    role,
    passwordHash,
    locationIds: [here.location.id],
  });
const waive = async (step: Parameters<typeof waiveStep>[1]['step'], isWaived = true) =>
  waiveStep(await context(), { step, isWaived });

test('in an empty gym everything is open, and each step is ticked by what is true', async () => {
  const { db } = testDesk.desk;
  expect(await open()).toEqual([
    'connection',
    'members',
    'colleagues',
    'reader',
    'closingTimes',
    'badges',
    'secondManager',
  ]);
  const jan = inventMember();
  here.platform.members.push(jan);
  expect((await read()).memberCount).toBeNull();
  await mirrorDirectory(await context());
  expect(await read()).toMatchObject({ memberCount: 1, reading: null });
  expect(await open()).toEqual(['colleagues', 'reader', 'closingTimes', 'badges', 'secondManager']);
  const ana = await hire('reception');
  expect(await open()).toEqual(['reader', 'closingTimes', 'badges', 'secondManager']);
  const tap = async (source: 'scan' | 'typed', value: string) =>
    lookUp(await context(), { ...here.tap(), source, value });
  await tap('typed', jan.card);
  await tap('scan', inventMember().card);
  await db
    .update(locations)
    .set({ readerProfiles: [defaultReaderProfile, { format: 'decimal', byteOrder: 'asRead', byteLength: 7 }] })
    .where(eq(locations.id, here.location.id));
  expect(await open(), 'a typed number, an unknown card, and a setting').toContain('reader');
  await tap('scan', jan.card);
  await until(async () => expect(await open()).toEqual(['closingTimes', 'badges', 'secondManager']));
  await db.insert(staffBadges).values({ staffId: ana, cardDigest: testDesk.desk.newId(), pinHash: '' });
  await db
    .update(locations)
    .set({ closingTimes: { monday: '22:00' } })
    .where(eq(locations.id, here.location.id));
  const manager = await hire('manager', null);
  expect(await open(), 'invited, but without a password').toEqual(['secondManager']);
  await db.update(staff).set({ passwordHash: testPasswordHash }).where(eq(staff.id, manager));
  expect((await read()).doneAt).toBe(new Date(testDesk.clock.now).toISOString());
});

test('a reader works also where the platform names the member of its first card only later, not by a number that was typed', async () => {
  const { db } = testDesk.desk;
  const isHere = eq(locations.id, here.location.id);
  const join = () => {
    const member = inventMember();
    here.platform.members.push(member);
    return member;
  };
  const type = async (value: string, isHeld = false) =>
    lookUp(await context(), { ...here.tap(), source: 'typed', value, isHeld });
  const confirmLater = async (arrive: () => Promise<unknown>) => {
    here.platform.fault = () => ({ status: 503 });
    await arrive();
    here.platform.fault = () => null;
    await here.confirm();
    testDesk.clock.now += 60_000;
  };
  await confirmLater(() => type(join().card));

  await db.update(locations).set({ checkInOnScan: false }).where(isHere);
  const { card, account } = join();
  await type(card);
  await confirmLater(async () => {
    const { tapId: scanTapId } = await type(card);
    await checkIn(await context(), { ...here.tap(), accountId: account.accountId, scanTapId });
  });
  expect((await here.ledger()).map(({ how }) => how)).toEqual(['typed', 'card']);

  await db.update(locations).set({ checkInOnScan: true }).where(isHere);
  const heldAt = new Date(testDesk.clock.now);
  await confirmLater(() => type(join().card, true));
  const readFirst = () => db.select({ at: locations.cardScannedAt }).from(locations).where(isHere);
  // nothing waits for the writes, and only the first one is stored
  await until(async () => expect(await readFirst()).toEqual([{ at: heldAt }]));
  expect(await open()).not.toContain('reader');
});

test('with another key, what the former one told is asked again', async () => {
  await mirrorDirectory(await context());
  testDesk.clock.now += 60_000;
  await setLocation(testDesk.desk, { locationId: here.location.id, change: { apiKey: 'another' }, by: null });
  expect(await open()).toEqual(expect.arrayContaining(['connection', 'members']));
  here.platform.apiKey = 'another';
  await mirrorDirectory(await context());
  expect(await open()).not.toContain('members');
});

test('what was done once is not asked again, and an outage before that is', async () => {
  const { db } = testDesk.desk;
  await mirrorDirectory(await context());
  await db.update(platformStatus).set({ connection: 'keyRejected' });
  expect(await open()).toContain('connection');
  await db
    .update(locations)
    .set({ setUpDoneAt: new Date(testDesk.clock.now) })
    .where(eq(locations.id, here.location.id));
  expect(await read()).toMatchObject({ doneAt: expect.any(String), steps: [] });
});

describe('a step that a gym does not need', () => {
  test('counts as done, names who said so, is in the audit log, and can be needed after all', async () => {
    await waive('badges');
    await waive('badges');
    const { steps } = await read();
    expect(steps.find(({ step }) => step === 'badges')).toEqual({
      step: 'badges',
      isDone: false,
      waiver: { by: 'Mira Sommer', at: new Date(testDesk.clock.now).toISOString() },
    });
    await waive('badges', false);
    expect((await read()).steps.every(({ waiver }) => waiver === null)).toBe(true);
    const entries = await testDesk.desk.db.select().from(auditLog).where(eq(auditLog.locationId, here.location.id));
    expect(entries.map(({ action, reason }) => `${action} ${reason}`).toSorted()).toEqual([
      'unwaiveStep badges',
      'waiveStep badges',
    ]);
  });

  test('lets the page end, and is only that of its gym', async () => {
    const there = await testDesk.openLocation();
    here.platform.members.push(inventMember());
    await mirrorDirectory(await context());
    // a person who works alone, without a reader
    for (const step of optionalSteps) {
      expect((await read()).doneAt).toBeNull();
      await waive(step);
    }
    expect((await read()).doneAt).not.toBeNull();
    const theirs = await readGettingStarted({ desk: testDesk.desk, actor: there.actor });
    expect(theirs.steps.every(({ waiver }) => waiver === null)).toBe(true);
  });
});

describe('the progress of the first reading', () => {
  const now = Date.parse('2026-11-25T11:00:00.000Z');
  const pass = { passStartedAt: new Date(now - 60_000), passOffset: 1_000, passTotal: 4_000 };
  test.each([
    ['at the rate so far', pass, true, { isRunning: true, count: 1_000, total: 4_000, secondsLeft: 180 }],
    [
      'without a total, no time',
      { ...pass, passTotal: null },
      true,
      { isRunning: true, count: 1_000, total: null, secondsLeft: null },
    ],
    [
      'before the first page, no time',
      { ...pass, passOffset: 0 },
      true,
      { isRunning: true, count: 0, total: 4_000, secondsLeft: null },
    ],
    ['during an outage, no time', pass, false, { isRunning: false, count: 1_000, total: 4_000, secondsLeft: null }],
    [
      'never more than there are',
      { ...pass, passOffset: 4_050 },
      true,
      { isRunning: true, count: 4_000, total: 4_000, secondsLeft: 0 },
    ],
    ['before it begins', undefined, true, { isRunning: true, count: 0, total: null, secondsLeft: null }],
  ])('%s', (_, sync, isReachable, expected) => {
    expect(readProgress(sync, { isReachable, now })).toEqual(expected);
  });
});

test('a scan is answered while another transaction holds the row that its step is ticked in', async () => {
  const jan = inventMember();
  here.platform.members.push(jan);
  const scanning = { desk: testDesk.desk, actor: here.actor };
  await testDesk.desk.db.transaction(async (tx) => {
    await tx.select().from(locations).where(eq(locations.id, here.location.id)).for('no key update');
    const verdict = await lookUp(scanning, { ...here.tap(), source: 'scan', value: jan.card });
    expect(verdict.kind).toBe('admitted');
    expect(await open()).toContain('reader');
  });
  await until(async () => expect(await open()).not.toContain('reader'));
});
