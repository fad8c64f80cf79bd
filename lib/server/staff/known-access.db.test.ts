import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { mostBadgeFailures } from '#lib/server/auth/badge/badge-failures.ts';
import { badgeDigest, cardNumberOf } from '#lib/server/auth/badge/card-of-badge.ts';
import { signInByBadge } from '#lib/server/auth/badge/sign-in-by-badge.ts';
import { beginSession } from '#lib/server/auth/begin-session.ts';
import { createStaff } from '#lib/server/auth/create-staff.ts';
import { loadStaff } from '#lib/server/auth/load-staff.ts';
import type { Reauthenticated } from '#lib/server/auth/reauthentication/reauthenticated.ts';
import { signInByLink } from '#lib/server/auth/sign-in-link.ts';
import { lockExclusive } from '#lib/server/db/locks.ts';
import { type AuditAction, auditLog } from '#lib/server/db/schema/audit-log.ts';
import { badgeFailures, staff, staffBadges, staffLocations, staffPasskeys } from '#lib/server/db/schema/staff.ts';
import { countWaiting } from '#lib/testing/count-waiting.ts';
import { givePasskey } from '#lib/testing/give-passkey.ts';
import { claimOf, contextOf, knownBrowser } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { type TestLocation, testPassword } from '#lib/testing/test-desk.ts';
import type { StaffRole } from '#lib/wire/staff.ts';
import { until } from '#shared/testing/until.ts';
import { changePin, giveBadge, openBadge, takeBadge } from './badges.ts';
import { disableColleague, placeColleague } from './change-colleague.ts';
import { createLink } from './invite.ts';
import { readManagersHere } from './managers-here.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
let east: TestLocation;
/** Manages `here` and `east`. */
let manager: Reauthenticated;
/** Manages `here` alone. */
let local: Reauthenticated;
let ana: string;
let count = 0;

const db = () => testDesk.desk.db;
const pin = '270946';
const hire = (places: TestLocation[], role: StaffRole = 'reception') =>
  createStaff(db(), testDesk.desk, {
    email: `${randomUUID()}@example.com`,
    name: 'Ana Keller',
    role,
    password: testPassword,
    locationIds: places.map(({ location }) => location.id),
  });
const newCard = () => ({ card: `04C0DF0000${(++count).toString(16).padStart(4, '0')}`, source: 'scan' as const });
const give = (by: Reauthenticated, staffId: string, card = newCard()) => giveBadge(by, { staffId, ...card, pin });
const badgesOf = (staffId: string) => db().$count(staffBadges, eq(staffBadges.staffId, staffId));
const passkeysOf = (staffId: string) => db().$count(staffPasskeys, eq(staffPasskeys.staffId, staffId));
const addEast = (staffId: string) => placeColleague(manager, { staffId, add: [east.location.id], remove: [] });
/** With a link of this manager, who may be the one who uses it. */
async function choosePassword(by: Reauthenticated, staffId: string): Promise<void> {
  const { url } = await createLink(by, { staffId });
  const token = new URL(url, 'http://localhost').searchParams.get('token') ?? '';
  const answer = await signInByLink(testDesk.desk, { token, password: 'four words in a row', browser: knownBrowser });
  expect(answer.kind).toBe('signedIn');
}
const entriesAt = (place: TestLocation, action: AuditAction) =>
  db().$count(auditLog, and(eq(auditLog.locationId, place.location.id), eq(auditLog.action, action)));

beforeEach(async () => {
  [here, east] = [await testDesk.openLocation(), await testDesk.openLocation()];
  await db().insert(staffLocations).values({ locationId: east.location.id, staffId: here.actor.staffId });
  manager = await contextOf(testDesk.desk, here.actor.staffId, here.location.id);
  local = await contextOf(testDesk.desk, await hire([here], 'manager'), here.location.id);
  ana = await hire([here]);
});

describe('a person who is moved, added to one gym and taken out of another at once', () => {
  test('loses the badge and the passkeys that the former gym’s manager may know, and the log of both gyms has it', async () => {
    const card = newCard();
    await give(local, ana, card);
    await choosePassword(local, ana);
    await givePasskey(testDesk.desk, ana);
    await placeColleague(manager, { staffId: ana, add: [east.location.id], remove: [here.location.id] });
    const atEast = { ...card, pin, locationId: east.location.id, browser: knownBrowser };
    expect(await signInByBadge(testDesk.desk, atEast)).toEqual({ kind: 'wrong' });
    expect(await badgesOf(ana)).toBe(0);
    expect(await passkeysOf(ana)).toBe(0);
    for (const place of [here, east]) expect(await entriesAt(place, 'takeBadge')).toBe(1);
  });

  test('gets no badge from that manager at the same time', async () => {
    const card = newCard();
    const number = cardNumberOf(card, here.location.readerProfiles) ?? '';
    let giving: Promise<unknown> = Promise.resolve();
    let placing: Promise<unknown> = Promise.resolve();
    let isPlaced = false;
    await db().transaction(async (tx) => {
      // the badge is about to be stored
      await lockExclusive(tx, `badge ${badgeDigest(testDesk.desk.badgeKey, number)}`);
      giving = give(local, ana, card).catch((error: unknown) => error);
      await until(async () => expect(await countWaiting(db())).toBe(1));
      placing = placeColleague(manager, { staffId: ana, add: [east.location.id], remove: [] }).finally(() => {
        isPlaced = true;
      });
      await until(async () => expect(isPlaced || (await countWaiting(db())) === 2).toBe(true));
    });
    await Promise.all([giving, placing]);
    expect(await badgesOf(ana)).toBe(0);
  });
});

describe('a person to whom a gym is added', () => {
  test('is signed out where a manager does not manage it, and a sign-in in progress begins no session', async () => {
    const claim = await claimOf(testDesk.desk, ana, false);
    const [checked] = await db().select().from(staff).where(eq(staff.id, ana));
    if (!checked) throw new Error('Ana is missing.');
    await addEast(ana);
    expect(await loadStaff(testDesk.desk, claim)).toBeNull();
    for (const place of [here, east]) expect(await entriesAt(place, 'signOutEverywhere')).toBe(1);
    expect(await beginSession(testDesk.desk, { staff: checked, means: 'badge', browser: knownBrowser })).toBeNull();
  });

  test('stays signed in where no manager can have given a badge or link, or the only one was disabled a shift ago', async () => {
    const third = await testDesk.openLocation();
    await db().insert(staffLocations).values({ locationId: third.location.id, staffId: manager.staff.id });
    const ofTwo = await hire([here, third]);
    await hire([third], 'manager');
    await choosePassword(manager, ofTwo);
    const claim = await claimOf(testDesk.desk, ofTwo, false);
    await addEast(ofTwo);
    expect(await loadStaff(testDesk.desk, claim)).not.toBeNull();
    const claimOfAna = await claimOf(testDesk.desk, ana, false);
    const longAgo = new Date(testDesk.desk.clock() - 24 * 3_600_000);
    await db().update(staff).set({ disabledAt: longAgo }).where(eq(staff.id, local.staff.id));
    await addEast(ana);
    expect(await loadStaff(testDesk.desk, claimOfAna)).not.toBeNull();
  });

  test.each<[string, () => Promise<unknown>]>([
    ['works elsewhere since', () => db().delete(staffLocations).where(eq(staffLocations.staffId, local.staff.id))],
    ['is no manager since', () => db().update(staff).set({ role: 'trainer' }).where(eq(staff.id, local.staff.id))],
    ['is disabled since', () => disableColleague(manager, { staffId: local.staff.id })],
  ])('loses what a manager may know who %s', async (_, happen) => {
    await give(local, ana);
    await choosePassword(local, ana);
    await givePasskey(testDesk.desk, ana);
    const claim = await claimOf(testDesk.desk, ana, false);
    await happen();
    await addEast(ana);
    expect([await badgesOf(ana), await passkeysOf(ana)]).toEqual([0, 0]);
    expect(await loadStaff(testDesk.desk, claim)).toBeNull();
  });

  test('loses a badge to which a manager of one gym has given another PIN', async () => {
    await give(manager, ana);
    await changePin(local, { staffId: ana, pin: '270947' });
    await addEast(ana);
    expect(await badgesOf(ana)).toBe(0);
  });

  test('keeps what a manager of all gyms has given, and passkeys that nobody else can have added', async () => {
    await give(manager, ana);
    await choosePassword(manager, ana);
    await givePasskey(testDesk.desk, ana);
    await addEast(ana);
    expect([await badgesOf(ana), await passkeysOf(ana)]).toEqual([1, 1]);
  });

  test.each([true, false])(
    'keeps what is from before its giver was stored, unless a manager does not manage the gym: %s',
    async (hasLocal) => {
      await give(manager, ana);
      await givePasskey(testDesk.desk, ana);
      await db().update(staffBadges).set({ givenBy: null }).where(eq(staffBadges.staffId, ana));
      await db().update(staff).set({ passwordBy: null }).where(eq(staff.id, ana));
      if (!hasLocal) await db().delete(staffLocations).where(eq(staffLocations.staffId, local.staff.id));
      await addEast(ana);
      expect([await badgesOf(ana), await passkeysOf(ana)]).toEqual(hasLocal ? [0, 0] : [1, 1]);
    },
  );
});

test('two managers who give each other a badge do not wait for each other', async () => {
  const other = await contextOf(testDesk.desk, await hire([here, east], 'manager'), here.location.id);
  for (let round = 0; round < 5; round += 1) {
    const given = await Promise.all([give(manager, other.staff.id), give(other, manager.staff.id)]);
    expect(given).toEqual([{ kind: 'given' }, { kind: 'given' }]);
  }
});

test('a badge is valid at all gyms of the person, and the log of each says who gave, unlocked, changed or took it', async () => {
  const both = await hire([here, east]);
  await give(manager, both);
  const [badge] = await db().select().from(staffBadges).where(eq(staffBadges.staffId, both));
  const locked = { failures: mostBadgeFailures, failedAt: new Date(testDesk.clock.now) };
  await db()
    .insert(badgeFailures)
    .values({ cardDigest: badge?.cardDigest ?? '', ...locked });
  await openBadge(manager, { staffId: both });
  await changePin(manager, { staffId: both, pin: '270947' });
  await takeBadge(local, { staffId: both });
  for (const action of ['giveBadge', 'openBadge', 'changePin', 'takeBadge'] as const) {
    for (const place of [here, east]) expect([action, await entriesAt(place, action)]).toEqual([action, 1]);
  }
});

test('reception is told to call the managers who can decide: with a badge, or with a passkey of this host name', async () => {
  const names = async () => (await readManagersHere({ desk: testDesk.desk, actor: here.actor })).names;
  expect(await names()).toEqual([]);
  await give(manager, manager.staff.id);
  expect(await names()).toEqual([manager.staff.name]);
  await givePasskey(testDesk.desk, local.staff.id);
  expect(await names()).toHaveLength(2);
  const isLocal = eq(staffPasskeys.staffId, local.staff.id);
  await db().update(staffPasskeys).set({ rpId: 'former.example.com' }).where(isLocal);
  expect(await names()).toEqual([manager.staff.name]);
});
