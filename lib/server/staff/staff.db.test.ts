import { randomUUID } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { signInByBadge } from '#lib/server/auth/badge/sign-in-by-badge.ts';
import { createStaff } from '#lib/server/auth/create-staff.ts';
import { loadStaff } from '#lib/server/auth/load-staff.ts';
import type { Reauthenticated } from '#lib/server/auth/reauthentication/reauthenticated.ts';
import { openSession, type SessionClaim } from '#lib/server/auth/session/sessions.ts';
import { signInStaff } from '#lib/server/auth/sign-in.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { staff, staffLocations, staffSessions } from '#lib/server/db/schema/staff.ts';
import { refuse } from '#lib/testing/fake-platform.ts';
import { inventMember } from '#lib/testing/members.ts';
import { claimOf, contextOf, knownBrowser, strangeBrowser } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { type TestLocation, testPassword } from '#lib/testing/test-desk.ts';
import type { Browser } from '#shared/sign-in/browser.ts';
import { findStaffAccount, linkAccount, unlinkAccount } from './accounts-of-staff.ts';
import { changePin, giveBadge, takeBadge } from './badges.ts';
import { endSessions } from './colleague.ts';
import { listColleagues } from './list-colleagues.ts';

const pin = '270946';
const notAllowed = { code: 'notAllowed' };

const testDesk = setUpTestDesk();
let here: TestLocation;
let there: TestLocation;
let manager: Reauthenticated;
let ana: string;
/** Works here and at a location of another manager. */
let ben: string;
/** Works only at that location. */
let carla: string;
let count = 0;

beforeEach(async () => {
  here = await testDesk.openLocation();
  there = await testDesk.openLocation();
  manager = await contextOf(testDesk.desk, here.actor.staffId);
  ana = await hire('Ana Keller', [here]);
  ben = await hire('Ben Okoro', [here, there]);
  carla = await hire('Carla Rossi', [there]);
});

const hire = (name: string, places: TestLocation[]) =>
  createStaff(testDesk.desk.db, testDesk.desk, {
    email: `${randomUUID()}@example.com`,
    name,
    role: 'reception',
    password: testPassword,
    locationIds: places.map(({ location }) => location.id),
  });
const newCard = () => {
  count += 1;
  return `04C0DE${count.toString(16).padStart(8, '0')}`.toUpperCase();
};
const give = (staffId: string, card = newCard(), context = manager) =>
  giveBadge(context, { staffId, card, source: 'scan', pin });
const signIn = (card: string, digits = pin) =>
  signInByBadge(testDesk.desk, { card, source: 'scan', pin: digits, browser: knownBrowser });
const lastAudit = async () => {
  const rows = await testDesk.desk.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.locationId, here.location.id))
    .orderBy(desc(auditLog.at), desc(auditLog.id));
  return rows.map(({ action, staffId, reason, accountId }) => ({ action, staffId, reason, accountId }));
};
const wasDone = (action: string, to: string, accountId: string | null = null) => ({
  action,
  staffId: here.actor.staffId,
  reason: to,
  accountId,
});

describe('the staff of a location', () => {
  test('are listed with badge and account, without those of other locations', async () => {
    await give(ana);
    const { colleagues, locations } = await listColleagues(manager);
    expect(colleagues).toMatchObject([
      { id: ana, name: 'Ana Keller', hasBadge: true, isFullyManaged: true, account: null, isDisabled: false },
      { id: ben, hasBadge: false, isFullyManaged: false, locationIds: [here.location.id] },
      { id: here.actor.staffId, isFullyManaged: true, isInvited: false },
    ]);
    expect(locations).toEqual([{ id: here.location.id, name: here.location.name, isRetired: false }]);
    expect(JSON.stringify({ colleagues, locations })).not.toMatch(/hash|digest|\$argon2/i);
  });

  test('are listed with a lock of their sign-in and its client address, while it may hold', async () => {
    const [person] = await testDesk.desk.db.select().from(staff).where(eq(staff.id, ana));
    const guess = (browser: Browser) =>
      signInStaff(testDesk.desk, { email: person?.email ?? '', password: 'wrong', browser });
    const lockOf = async (id: string) =>
      (await listColleagues(manager)).colleagues.find((colleague) => colleague.id === id)?.passwordLock;
    for (let i = 0; i < 10; i += 1) await guess(strangeBrowser);
    expect(await lockOf(ana)).toBeNull();
    expect(await guess(strangeBrowser)).toEqual({ kind: 'tooManyAttempts' });
    const { clientAddress } = strangeBrowser;
    expect(await lockOf(ana)).toEqual({ at: new Date(testDesk.clock.now).toISOString(), clientAddress });
    expect(await lockOf(ben)).toBeNull();
    testDesk.clock.now += 15 * 60_000;
    expect(await lockOf(ana)).toBeNull();
  });

  test('are listed with their last activity, in a session or in the audit log, but not with attempts to sign in as them', async () => {
    const activityOf = async (id: string) =>
      (await listColleagues(manager)).colleagues.find((colleague) => colleague.id === id)?.lastActiveAt;
    expect(await activityOf(ana)).toBeNull();
    const [person] = await testDesk.desk.db.select().from(staff).where(eq(staff.id, ana));
    await signInStaff(testDesk.desk, { email: person?.email ?? '', password: 'wrong', browser: strangeBrowser });
    expect(await activityOf(ana)).toBeNull();
    const claim = await claimOf(testDesk.desk, ana);
    const begun = new Date(testDesk.clock.now).toISOString();
    expect(await activityOf(ana)).toBe(begun);
    await testDesk.desk.db.delete(staffSessions).where(eq(staffSessions.id, claim.sessionId));
    testDesk.clock.now += 60_000;
    const entry = { locationId: here.location.id, staffId: ana, action: 'moveCard' } as const;
    await writeAudit(testDesk.desk.db, testDesk.desk, entry);
    const at = new Date(testDesk.clock.now).toISOString();
    expect(await activityOf(ana)).toBe(at);
    const { colleagues } = await listColleagues(manager);
    const didOf = (id: string) => colleagues.find((colleague) => colleague.id === id)?.lastDid;
    expect([didOf(ana), didOf(ben)]).toEqual([{ action: 'moveCard', at }, null]);
    expect(await activityOf(ben)).toBeNull();
  });

  test('are listed with what they did last, which no sign-in is; of two entries of one moment the log shows the same as last', async () => {
    const { db, newId } = testDesk.desk;
    const entry = { locationId: here.location.id, staffId: ana, at: new Date(testDesk.clock.now) };
    const ids = [newId(), newId(), newId()].toSorted();
    const acts = ['moveCard', 'loseCard', 'receiveCard'] as const;
    for (const order of [
      [1, 2, 0],
      [2, 0, 1],
    ]) {
      await db.delete(auditLog).where(eq(auditLog.staffId, ana));
      for (const i of order)
        await db.insert(auditLog).values({ ...entry, id: ids[i] ?? '', action: acts[i] ?? 'signIn' });
      const { colleagues } = await listColleagues(manager);
      expect(colleagues.find(({ id }) => id === ana)?.lastDid?.action).toBe('receiveCard');
    }
    testDesk.clock.now += 60_000;
    for (const action of ['signIn', 'signOut', 'reauthenticate', 'refusePermission'] as const)
      await writeAudit(db, testDesk.desk, { locationId: here.location.id, staffId: ana, action });
    const { colleagues } = await listColleagues(manager);
    expect(colleagues.find(({ id }) => id === ana)).toMatchObject({
      lastDid: { action: 'receiveCard' },
      lastActiveAt: new Date(testDesk.clock.now).toISOString(),
    });
  });

  test('are listed last if they are disabled', async () => {
    await testDesk.desk.db.update(staff).set({ disabledAt: new Date() }).where(eq(staff.id, ana));
    const { colleagues } = await listColleagues(manager);
    expect(colleagues.at(-1)).toMatchObject({ id: ana, isDisabled: true });
  });
});

describe('a colleague who is signed out everywhere', () => {
  test('has no session any more, even from a sign-in under way, and the audit log names who did it', async () => {
    const [person] = await testDesk.desk.db.select().from(staff).where(eq(staff.id, ana));
    if (!person) throw new Error('There is no such person.');
    const open = [await claimOf(testDesk.desk, ana), await claimOf(testDesk.desk, ana)];
    await endSessions(manager, { staffId: ana });
    open.push(await openSession(testDesk.desk.db, testDesk.desk, person));
    const load = (claim: SessionClaim) => loadStaff(testDesk.desk, claim);
    expect(await Promise.all(open.map(load))).toEqual([null, null, null]);
    expect(await load(await claimOf(testDesk.desk, ana))).not.toBeNull();
    expect(await lastAudit()).toContainEqual(wasDone('signOutEverywhere', ana));
  });

  test('must work at the manager’s location', async () => {
    const session = await claimOf(testDesk.desk, carla);
    await expect(endSessions(manager, { staffId: carla })).rejects.toMatchObject(notAllowed);
    expect(await loadStaff(testDesk.desk, session)).not.toBeNull();
  });
});

describe('a badge', () => {
  test('is given, replaced and taken away, each in the audit log', async () => {
    const [first, second] = [newCard(), newCard()];
    expect(await give(ana, first)).toEqual({ kind: 'given' });
    expect(await give(ana, second)).toEqual({ kind: 'given' });
    expect(await signIn(first)).toEqual({ kind: 'wrong' });
    expect(await signIn(second)).toMatchObject({ kind: 'signedIn' });
    await changePin(manager, { staffId: ana, pin: '9753' });
    expect(await signIn(second)).toEqual({ kind: 'wrong' });
    expect(await signIn(second, '9753')).toMatchObject({ kind: 'signedIn' });
    await takeBadge(manager, { staffId: ana });
    expect(await signIn(second, '9753')).toEqual({ kind: 'wrong' });
    const done = (await lastAudit()).filter(({ action }) => /badge|pin$/i.test(action));
    expect(done).toHaveLength(4);
    for (const action of ['giveBadge', 'changePin', 'takeBadge']) expect(done).toContainEqual(wasDone(action, ana));
  });

  test.each([
    ['one of the most used', () => ana, '2580'],
    ['four digits for a manager', () => here.actor.staffId, '9753'],
  ])('is not given with %s', async (_, whom, weak) => {
    const given = giveBadge(manager, { staffId: whom(), card: newCard(), source: 'scan', pin: weak });
    await expect(given).rejects.toMatchObject({ code: 'invalidInput' });
    expect((await listColleagues(manager)).colleagues.filter(({ hasBadge }) => hasBadge)).toEqual([]);
  });

  test('belongs to one person: neither a colleague’s badge nor a member’s card can be given', async () => {
    const card = newCard();
    await give(ana, card);
    expect(await give(here.actor.staffId, card)).toEqual({ kind: 'takenByColleague', name: 'Ana Keller' });
    const lena = inventMember();
    here.platform.members.push(lena);
    await lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'scan', value: lena.card });
    expect(await give(ana, lena.card)).toMatchObject({ kind: 'takenByMember', name: `Lena ${lena.account.lastName}` });
  });

  test('of a person at another location is taken too, but their name is not shown', async () => {
    const card = newCard();
    await give(carla, card, await contextOf(testDesk.desk, there.actor.staffId));
    expect(await give(ana, card)).toEqual({ kind: 'takenByColleague', name: null });
  });

  test('needs a card number', async () => {
    for (const card of ['M-10442', 'ana@example.com', '04A23B1']) {
      expect(await give(ana, card)).toEqual({ kind: 'unreadable' });
    }
  });

  test('given to two people concurrently belongs to one', async () => {
    const card = newCard();
    const dora = await hire('Dora Lind', [here]);
    const given = await Promise.all([give(ana, card), give(dora, card, { ...manager, desk: testDesk.another() })]);
    expect(given.map(({ kind }) => kind).sort()).toEqual(['given', 'takenByColleague']);
  });

  test('is not changed by the manager of another location', async () => {
    await expect(give(carla)).rejects.toMatchObject(notAllowed);
    await expect(changePin(manager, { staffId: carla, pin })).rejects.toMatchObject(notAllowed);
    await expect(takeBadge(manager, { staffId: carla })).rejects.toMatchObject(notAllowed);
    await expect(give(randomUUID())).rejects.toMatchObject(notAllowed);
    expect(await lastAudit()).toEqual([]);
  });

  test('of a person who also works elsewhere can only be revoked, since it is valid there too', async () => {
    await expect(give(ben)).rejects.toMatchObject(notAllowed);
    const manages = { staffId: manager.staff.id, locationId: there.location.id };
    await testDesk.desk.db.insert(staffLocations).values(manages);
    await give(ben);
    await testDesk.desk.db
      .delete(staffLocations)
      .where(and(eq(staffLocations.staffId, manages.staffId), eq(staffLocations.locationId, manages.locationId)));
    await expect(changePin(manager, { staffId: ben, pin: '9753' })).rejects.toMatchObject(notAllowed);
    await takeBadge(manager, { staffId: ben });
    await expect(takeBadge(manager, { staffId: ben })).rejects.toMatchObject({ code: 'notFound' });
  });

  test('is not given to a disabled person', async () => {
    await testDesk.desk.db.update(staff).set({ disabledAt: new Date() }).where(eq(staff.id, ana));
    await expect(give(ana)).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('the account of a staff member', () => {
  const accountOf = async (staffId: string) => {
    const key = and(eq(staffLocations.staffId, staffId), eq(staffLocations.locationId, here.location.id));
    return (await testDesk.desk.db.select().from(staffLocations).where(key))[0]?.accountId;
  };
  function join() {
    const member = inventMember();
    here.platform.members.push(member);
    const { accountId, email } = member.account;
    if (!email) throw new Error('This member has no address.');
    return { accountId, email };
  }

  test('is found by e-mail address, linked and unlinked, each in the audit log', async () => {
    const { accountId, email } = join();
    expect(await findStaffAccount(manager, { email })).toMatchObject({ kind: 'found', accountId });
    expect(await linkAccount(manager, { staffId: ana, email, accountId })).toEqual({ kind: 'linked' });
    expect(await accountOf(ana)).toBe(accountId);
    await unlinkAccount(manager, { staffId: ana });
    expect(await accountOf(ana)).toBeNull();
    const done = await lastAudit();
    expect(done).toContainEqual(wasDone('linkAccount', ana, accountId));
    expect(done).toContainEqual(wasDone('unlinkAccount', ana));
  });

  test('is reported as missing, unlike a platform that cannot be asked', async () => {
    expect(await findStaffAccount(manager, { email: 'nobody@example.com' })).toEqual({ kind: 'unknown' });
    here.platform.fault = () => refuse('notFound', { entity: 'MEMBERSHIP' });
    expect(await findStaffAccount(manager, { email: 'nobody@example.com' })).toEqual({ kind: 'noMembership' });
    here.platform.fault = () => 'reset';
    await expect(findStaffAccount(manager, { email: 'nobody@example.com' })).rejects.toMatchObject({
      code: 'platformUnavailable',
    });
  });

  test('belongs to one person, and has to be the one that was shown', async () => {
    const { accountId, email } = join();
    await linkAccount(manager, { staffId: ana, email, accountId });
    const mira = here.actor.staffId;
    expect(await linkAccount(manager, { staffId: mira, email, accountId })).toEqual({
      kind: 'takenByColleague',
      name: 'Ana Keller',
    });
    const other = join();
    const mixed = linkAccount(manager, { staffId: mira, email: other.email, accountId });
    await expect(mixed).rejects.toMatchObject({ code: 'conflict' });
    expect(await accountOf(mira)).toBeNull();
  });

  test('of a person at another location cannot be changed', async () => {
    const { accountId, email } = join();
    await expect(linkAccount(manager, { staffId: carla, email, accountId })).rejects.toMatchObject(notAllowed);
    await expect(unlinkAccount(manager, { staffId: carla })).rejects.toMatchObject(notAllowed);
  });
});
