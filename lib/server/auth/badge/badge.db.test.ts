import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { createStaff } from '#lib/server/auth/create-staff.ts';
import { forgetSignInFailures } from '#lib/server/auth/forget-failures.ts';
import type { Reauthenticated } from '#lib/server/auth/reauthentication/reauthenticated.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { type AuditAction, auditLog } from '#lib/server/db/schema/audit-log.ts';
import { badgeFailures, signInFailures, staff, staffBadges, staffLocations } from '#lib/server/db/schema/staff.ts';
import { taps } from '#lib/server/db/schema/visits.ts';
import { changePin, giveBadge, openBadge } from '#lib/server/staff/badges.ts';
import { listColleagues } from '#lib/server/staff/list-colleagues.ts';
import { chooseRequirement } from '#lib/testing/choose-requirement.ts';
import { givePasskey } from '#lib/testing/give-passkey.ts';
import { inventMember } from '#lib/testing/members.ts';
import { contextOf, knownBrowser, strangeBrowser } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { type TestLocation, testPassword, testSecret } from '#lib/testing/test-desk.ts';
import type { Browser } from '#shared/sign-in/browser.ts';
import { countBadgeFailure } from './badge-failures.ts';
import { badgeDigest } from './card-of-badge.ts';
import { signInByBadge } from './sign-in-by-badge.ts';

// the longest PIN, so that random digits elsewhere cannot match it
const pin = '25809413';
const minutes = (n: number) => n * 60_000;

const testDesk = setUpTestDesk();
let here: TestLocation;
let manager: Reauthenticated;
let ana: string;
let card: string;
let count = 0;

beforeEach(async () => {
  here = await testDesk.openLocation();
  manager = await contextOf(testDesk.desk, here.actor.staffId);
  count += 1;
  card = `04B0C0${count.toString(16).padStart(2, '0')}112233`.toUpperCase();
  ana = await hire('Ana Keller');
  expect(await giveBadge(manager, { staffId: ana, card, source: 'scan', pin })).toEqual({ kind: 'given' });
});

const hire = (name: string, locationIds = [here.location.id]) =>
  createStaff(testDesk.desk.db, testDesk.desk, {
    email: `${randomUUID()}@example.com`,
    name,
    role: 'reception',
    password: testPassword,
    locationIds,
  });
const disable = (staffId: string) =>
  testDesk.desk.db.update(staff).set({ disabledAt: new Date() }).where(eq(staff.id, staffId));

const signIn = (given: Partial<Parameters<typeof signInByBadge>[1]> = {}, desk: DeskContext = testDesk.desk) =>
  signInByBadge(desk, { card, source: 'scan', pin, locationId: here.location.id, ...given, browser: knownBrowser });
const scan = (at = here) =>
  lookUp({ desk: testDesk.desk, actor: at.actor }, { ...at.tap(), source: 'scan', value: card });

describe('a badge and its PIN', () => {
  test('sign in their person, also on a screen without a location', async () => {
    expect(await signIn()).toMatchObject({ kind: 'signedIn', staff: { id: ana } });
    expect(await signIn({ locationId: undefined })).toMatchObject({ kind: 'signedIn', staff: { id: ana } });
    expect(await signIn({ card: `0x${card.toLowerCase()}`, source: 'typed' })).toMatchObject({ kind: 'signedIn' });
  });

  test('sign in at a location whose readers write the bytes in reverse order', async () => {
    const there = await testDesk.openLocation({
      readerProfiles: [{ format: 'hex', byteOrder: 'reversed', byteLength: 'auto' }],
    });
    const ben = await hire('Ben Okoro', [here.location.id, there.location.id]);
    const his = `04AA00${count.toString(16).padStart(2, '0')}445566`;
    await testDesk.desk.db.insert(staffLocations).values({ staffId: manager.staff.id, locationId: there.location.id });
    await giveBadge(manager, { staffId: ben, card: his, source: 'scan', pin });
    const reversed = (his.match(/../g) ?? []).toReversed().join('');
    const answer = await signIn({ card: reversed, locationId: there.location.id });
    expect(answer).toMatchObject({ kind: 'signedIn', staff: { id: ben } });
  });

  test('get the same answer where the card, the PIN, the person or the location is wrong', async () => {
    const there = await testDesk.openLocation();
    expect(await signIn({ pin: '2581' })).toEqual({ kind: 'wrong' });
    expect(await signIn({ card: '04FFFFFFFFFFFF' })).toEqual({ kind: 'wrong' });
    expect(await signIn({ card: 'no card at all' })).toEqual({ kind: 'wrong' });
    expect(await signIn({ locationId: there.location.id })).toEqual({ kind: 'wrong' });
    await disable(ana);
    expect(await signIn()).toEqual({ kind: 'wrong' });
  });

  test('are stored neither as number nor as PIN', async () => {
    await signIn({ pin: '86493017' });
    const rows = [
      ...(await testDesk.desk.db.select().from(staffBadges)),
      ...(await testDesk.desk.db.select().from(signInFailures)),
      ...(await testDesk.desk.db.select().from(taps)),
    ];
    expect(rows.length).toBeGreaterThan(1);
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${card}|${pin}|86493017`, 'i'));
  });

  test('a PIN hash is valid neither for another person nor under another key', async () => {
    const ben = await hire('Ben Okoro');
    await giveBadge(manager, { staffId: ben, card: '04B0C0FF998877', source: 'scan', pin: '9753' });
    expect(await signIn({ pin: '9753' })).toEqual({ kind: 'wrong' });
    expect(await signIn({}, { ...testDesk.desk, badgeKey: 'another-secret-of-thirty-two-characters' })).toEqual({
      kind: 'wrong',
    });
  });
});

describe('after ten wrong PINs in fifteen minutes', () => {
  test('that badge is locked, also for the right PIN, and another one is not', async () => {
    for (let i = 0; i < 10; i += 1) expect(await signIn({ pin: '0000' })).toEqual({ kind: 'wrong' });
    expect(await signIn()).toEqual({ kind: 'tooManyAttempts' });
    // the same number in another notation is the same badge
    expect(await signIn({ card: `0x${card}`, source: 'typed' })).toEqual({ kind: 'tooManyAttempts' });
    const ben = await hire('Ben Okoro');
    await giveBadge(manager, { staffId: ben, card: '04B0C0EE998877', source: 'scan', pin });
    expect(await signIn({ card: '04B0C0EE998877' })).toMatchObject({ kind: 'signedIn', staff: { id: ben } });
  });

  test('after thirty with any cards, all badges are locked in that browser and in no other', async () => {
    const tablet = { ...knownBrowser, deviceId: randomUUID() };
    const other = { ...knownBrowser, deviceId: randomUUID() };
    const tryCard = (number: string, browser: Browser) =>
      signInByBadge(testDesk.desk, { card: number, source: 'scan', pin, browser });
    for (let i = 0; i < 30; i += 1) expect(await tryCard(`04DDEEFF${10 + i}`, tablet)).toEqual({ kind: 'wrong' });
    expect(await tryCard(card, tablet)).toEqual({ kind: 'tooManyAttempts' });
    expect(await tryCard(card, other)).toMatchObject({ kind: 'signedIn' });
  });

  test('the lock ends when the failures are older than that', async () => {
    for (let i = 0; i < 10; i += 1) await signIn({ pin: '0000' });
    testDesk.clock.now += minutes(15) + 1;
    expect(await signIn()).toMatchObject({ kind: 'signedIn' });
  });
});

describe('after thirty wrong PINs', () => {
  /** Slowly enough for the limit of fifteen minutes. */
  const failPatiently = async (times: number, given: Parameters<typeof signIn>[0] = {}) => {
    for (let i = 0; i < times; i += 1) {
      if (i % 9 === 0) testDesk.clock.now += minutes(15) + 1;
      expect(await signIn({ pin: '0000', ...given })).toEqual({ kind: 'wrong' });
    }
    testDesk.clock.now += minutes(15) + 1;
  };
  const auditOf = async (action: AuditAction) =>
    testDesk.desk.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.locationId, here.location.id), eq(auditLog.action, action)));

  test('the badge is locked until a manager unlocks it, despite successes in between and in any notation', async () => {
    await failPatiently(20);
    expect(await signIn()).toMatchObject({ kind: 'signedIn' });
    await failPatiently(5, { card: `0x${card}`, source: 'typed' });
    await failPatiently(5, { card: card.toLowerCase() });
    expect(await signIn()).toEqual({ kind: 'locked' });
    testDesk.clock.now += minutes(60 * 24 * 100);
    expect(await signIn()).toEqual({ kind: 'locked' });
    expect(await auditOf('lockBadge')).toMatchObject([{ staffId: ana, clientAddress: knownBrowser.clientAddress }]);

    const seen = async () => (await listColleagues(manager)).colleagues.find(({ id }) => id === ana)?.badgeLockedAt;
    expect(await seen()).toEqual(expect.any(String));
    await openBadge(manager, { staffId: ana });
    expect(await seen()).toBeNull();
    expect(await auditOf('openBadge')).toMatchObject([{ reason: ana }]);
    expect(await signIn()).toMatchObject({ kind: 'signedIn' });
  });

  test('a card that is no badge gets the same answers', async () => {
    const member = '04ABCDEF123456';
    await failPatiently(30, { card: member });
    expect(await signIn({ card: member })).toEqual({ kind: 'locked' });
    expect(await signIn()).toMatchObject({ kind: 'signedIn' });
    const told = await testDesk.desk.db.select().from(auditLog);
    expect(JSON.stringify(told)).not.toMatch(/abcdef/i);
  });

  test('failures are deleted after 90 days for a card that is no badge, and never for a badge', async () => {
    const member = '04ABCDEF123457';
    await failPatiently(30);
    await failPatiently(30, { card: member });
    for (const [days, answered] of [
      [89, 'locked'],
      [2, 'wrong'],
    ] as const) {
      testDesk.clock.now += minutes(60 * 24 * days);
      await forgetSignInFailures(testDesk.desk.db, testDesk.clock.now);
      expect(await testDesk.desk.db.select().from(signInFailures)).toEqual([]);
      expect(await signIn({ card: member, pin: '0000' })).toEqual({ kind: answered });
      expect(await signIn()).toEqual({ kind: 'locked' });
    }
  });

  test('of many concurrent attempts, thirty PINs are verified', async () => {
    const desks = [testDesk.another(), testDesk.another()];
    const counted = Array.from({ length: 40 }, (_, i) =>
      countBadgeFailure(desks[i % 2] ?? testDesk.desk, `card ${count}`),
    );
    expect((await Promise.all(counted)).filter((failures) => failures !== null)).toHaveLength(30);
  });

  test('a manager of another location cannot unlock it', async () => {
    const there = await testDesk.openLocation();
    const stranger = await contextOf(testDesk.desk, there.actor.staffId);
    await expect(openBadge(stranger, { staffId: ana })).rejects.toMatchObject({ code: 'notAllowed' });
  });
});

test('the audit log has wrong PINs and locks with person and address, and not the PINs that were tried', async () => {
  testDesk.clock.now += minutes(15) + 1;
  for (let i = 0; i < 12; i += 1) await signIn({ pin: '86493017' });
  const member = '04ABCDEF123458';
  await signIn({ card: member });
  const { clientAddress } = knownBrowser;
  const rows = await testDesk.desk.db.select().from(auditLog).where(eq(auditLog.clientAddress, clientAddress));
  const toldOf = (staffId: string | null) =>
    rows
      .filter((row) => row.staffId === staffId && row.at.getTime() === testDesk.clock.now)
      .map(({ action, reason, locationId }) => ({ action, reason, locationId }));
  const failed = { action: 'signInFailed', reason: 'badge', locationId: here.location.id };
  expect(toldOf(ana)).toEqual(
    expect.arrayContaining([...Array(10).fill(failed), { ...failed, action: 'signInLocked' }]),
  );
  expect(toldOf(ana)).toHaveLength(11);
  expect(toldOf(null)).toEqual([{ ...failed, locationId: null }]);
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${card}|${member}|86493017`, 'i'));
});

describe('a badge signs in', () => {
  test('only in a browser where a password sign-in succeeded before; elsewhere it is not looked up', async () => {
    const answer = await signInByBadge(testDesk.desk, { card, source: 'scan', pin, browser: strangeBrowser });
    expect(answer).toEqual({ kind: 'unknownBrowser' });
    expect(await testDesk.desk.db.select().from(badgeFailures)).not.toContainEqual(
      expect.objectContaining({ cardDigest: badgeDigest(testSecret, card) }),
    );
  });

  test('everybody, also where a passkey is required of them and they have none', async () => {
    await givePasskey(testDesk.desk, here.actor.staffId);
    await chooseRequirement(manager, 'everybody');
    expect(await signIn()).toMatchObject({ kind: 'signedIn', staff: { id: ana } });
  });

  test('no manager with fewer than six digits, also a person who became manager later', async () => {
    await changePin(manager, { staffId: ana, pin: '9753' });
    expect(await signIn({ pin: '9753' })).toMatchObject({ kind: 'signedIn' });
    await testDesk.desk.db.update(staff).set({ role: 'manager' }).where(eq(staff.id, ana));
    expect(await signIn({ pin: '9753' })).toEqual({ kind: 'weakPin' });
    await expect(changePin(manager, { staffId: ana, pin: '9754' })).rejects.toMatchObject({ code: 'invalidInput' });
    await changePin(manager, { staffId: ana, pin: '975310' });
    expect(await signIn({ pin: '975310' })).toMatchObject({ kind: 'signedIn' });
  });
});

describe('a badge at the reader', () => {
  test('gets the verdict of a badge, and its number is not sent to the platform', async () => {
    await expect(scan()).rejects.toMatchObject({ code: 'staffBadge' });
    // the tap is repeated, and the number is typed
    await expect(scan()).rejects.toMatchObject({ code: 'staffBadge' });
    const typed = lookUp(
      { desk: testDesk.desk, actor: here.actor },
      { ...here.tap(), source: 'typed', value: `0x${card}` },
    );
    await expect(typed).rejects.toMatchObject({ code: 'staffBadge' });
    expect(here.platform.requests).toEqual([]);
    expect(await here.ledger()).toEqual([]);
  });

  test.each([
    ['of a disabled person', async () => void (await disable(ana)), () => here],
    ['of a person of another location', async () => {}, () => testDesk.openLocation()],
  ])('%s is an unknown card, and the platform is not asked either', async (_, prepare, place) => {
    await prepare();
    const at = await place();
    expect(await scan(at)).toMatchObject({ kind: 'unknown', reasons: [{ code: 'cardUnknown' }] });
    expect(at.platform.requests).toEqual([]);
  });

  test('does not prevent a member from being admitted', async () => {
    const lena = inventMember();
    here.platform.members.push(lena);
    const verdict = await lookUp(
      { desk: testDesk.desk, actor: here.actor },
      { ...here.tap(), source: 'scan', value: lena.card },
    );
    expect(verdict).toMatchObject({ kind: 'admitted' });
  });

  test('control: without the badge, the platform is asked about the same card', async () => {
    await testDesk.desk.db.delete(staffBadges).where(eq(staffBadges.staffId, ana));
    expect(await scan()).toMatchObject({ kind: 'unknown' });
    expect(here.platform.count(card)).toBe(1);
  });
});
