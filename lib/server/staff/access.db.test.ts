import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { createStaff } from '#lib/server/auth/create-staff.ts';
import { loadStaff } from '#lib/server/auth/load-staff.ts';
import type { Reauthenticated } from '#lib/server/auth/reauthentication/reauthenticated.ts';
import { signInStaff } from '#lib/server/auth/sign-in.ts';
import { findSignInLink, signInByLink } from '#lib/server/auth/sign-in-link.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { staff, staffLocations } from '#lib/server/db/schema/staff.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { claimOf, contextOf, knownBrowser, strangeBrowser } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { type TestLocation, testPassword } from '#lib/testing/test-desk.ts';
import type { SignInLink, StaffRole } from '#lib/wire/staff.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { unlinkAccount } from './accounts-of-staff.ts';
import { giveBadge } from './badges.ts';
import { disableColleague, enableColleague, placeColleague } from './change-colleague.ts';
import { endSessions } from './colleague.ts';
import { createLink, inviteColleague } from './invite.ts';
import { listColleagues } from './list-colleagues.ts';
import { withdrawInvitation } from './withdraw-invitation.ts';

const notAllowed = { code: 'notAllowed' };
const password = 'four words in a row';

const testDesk = setUpTestDesk();
let here: TestLocation;
let east: TestLocation;
/** A location of another manager. */
let there: TestLocation;
/** Manages `here` and `east`. */
let manager: Reauthenticated;

beforeEach(async () => {
  here = await testDesk.openLocation();
  east = await testDesk.openLocation();
  there = await testDesk.openLocation();
  await testDesk.desk.db.insert(staffLocations).values({ locationId: east.location.id, staffId: here.actor.staffId });
  manager = await contextOf(testDesk.desk, here.actor.staffId, here.location.id);
});

const newAddress = () => `${randomUUID()}@example.com`;
const hire = (places: TestLocation[], role: StaffRole = 'reception', email = newAddress()) =>
  createStaff(testDesk.desk.db, testDesk.desk, {
    email,
    name: 'Ana Keller',
    role,
    password: testPassword,
    locationIds: places.map(({ location }) => location.id),
  });
const invite = async (places: TestLocation[] = [here], email = newAddress(), role: StaffRole = 'reception') => {
  const locationIds = places.map(({ location }) => location.id);
  const outcome = await inviteColleague(manager, { name: 'Ben Okoro', email, role, locationIds });
  if (outcome.kind !== 'invited') throw new Error(outcome.kind);
  const [person] = await testDesk.desk.db.select().from(staff).where(eq(staff.email, email));
  if (!person) throw new Error('The invited person is missing.');
  return { ...outcome, person, email };
};
const tokenOf = ({ url }: SignInLink) => new URL(url).searchParams.get('token') ?? '';
const follow = (link: SignInLink, chosen?: string) =>
  signInByLink(testDesk.desk, { token: tokenOf(link), password: chosen, browser: strangeBrowser });
const signIn = (email: string, tried: string) =>
  signInStaff(testDesk.desk, { email, password: tried, browser: knownBrowser });
const auditOf = async (location: TestLocation, action: (typeof auditLog.$inferSelect)['action']) => {
  const isHere = and(eq(auditLog.locationId, location.location.id), eq(auditLog.action, action));
  const rows = await testDesk.desk.db.select().from(auditLog).where(isHere);
  return rows.map(({ staffId, reason }) => ({ staffId, reason }));
};
const hasBadge = async (staffId: string) =>
  (await listColleagues(manager)).colleagues.find(({ id }) => id === staffId)?.hasBadge;
const placesOf = async (staffId: string) => {
  const rows = await testDesk.desk.db.select().from(staffLocations).where(eq(staffLocations.staffId, staffId));
  return rows.map(({ locationId }) => locationId).sort();
};
const idsOf = (...places: TestLocation[]) => places.map(({ location }) => location.id).sort();

describe('an invited colleague', () => {
  test('is gone once the invitation is withdrawn: the link is dead, and the address is free again', async () => {
    const { link, person, email } = await invite();
    await withdrawInvitation(manager, { staffId: person.id });
    expect(await follow(link, password)).toEqual({ kind: 'wrong' });
    expect((await listColleagues(manager)).colleagues.map(({ id }) => id)).not.toContain(person.id);
    expect(await auditOf(here, 'withdrawInvitation')).toEqual([
      { staffId: manager.staff.id, reason: `${person.id} Ben Okoro, ${email}` },
    ]);
    expect((await invite([here], email)).person.id).not.toBe(person.id);
  });

  test('can be withdrawn after somebody else tried to sign in at that address', async () => {
    const { person, email } = await invite();
    await signIn(email, 'a guess of a stranger');
    await withdrawInvitation(manager, { staffId: person.id });
    expect((await listColleagues(manager)).colleagues.map(({ id }) => id)).not.toContain(person.id);
    expect(await auditOf(here, 'signInFailed')).toEqual([{ staffId: null, reason: 'password' }]);
  });

  test('who has a password cannot be withdrawn, only disabled', async () => {
    const { link, person } = await invite();
    await follow(link, password);
    await expect(withdrawInvitation(manager, { staffId: person.id })).rejects.toMatchObject({ code: 'conflict' });
  });

  test('who has worked by badge cannot be withdrawn either, also once sessions and the log of that have expired', async () => {
    const { person } = await invite();
    const at = new Date(testDesk.clock.now);
    const times = { tappedAt: at, recordedAt: at, undoUntil: at, nextAttemptAt: at };
    await testDesk.desk.db.insert(visits).values({
      locationId: here.location.id,
      tapId: randomUUID(),
      accountId: 'account',
      kind: 'checkIn',
      staffId: person.id,
      ...times,
      state: 'sent',
    });
    await expect(withdrawInvitation(manager, { staffId: person.id })).rejects.toMatchObject({ code: 'conflict' });
    expect((await listColleagues(manager)).colleagues.map(({ id }) => id)).toContain(person.id);
  });

  test('cannot use the link of a manager who is disabled, or no manager any more, since', async () => {
    const other = await hire([here], 'manager');
    const boss = await contextOf(testDesk.desk, other, here.location.id);
    const inviteBy = async () => {
      const input = {
        name: 'Ben Okoro',
        email: newAddress(),
        role: 'reception',
        locationIds: [here.location.id],
      } as const;
      const outcome = await inviteColleague(boss, { ...input, locationIds: [...input.locationIds] });
      if (outcome.kind !== 'invited') throw new Error(outcome.kind);
      return outcome.link;
    };
    const [one, two, three] = [await inviteBy(), await inviteBy(), await inviteBy()];
    expect(await findSignInLink(testDesk.desk, tokenOf(one))).not.toBeNull();
    await placeColleague(manager, { staffId: other, role: 'reception', add: [], remove: [] });
    expect(await follow(one, password)).toEqual({ kind: 'wrong' });
    await placeColleague(manager, { staffId: other, role: 'manager', add: [], remove: [] });
    expect(await follow(two, password)).toMatchObject({ kind: 'signedIn' });
    await disableColleague(manager, { staffId: other });
    expect(await findSignInLink(testDesk.desk, tokenOf(three))).toBeNull();
    expect(await follow(three, password)).toEqual({ kind: 'wrong' });
  });

  test('cannot use the link of a manager who was taken out of the gym since, even one who manages another', async () => {
    const other = await hire([here, east], 'manager');
    const boss = await contextOf(testDesk.desk, other, here.location.id);
    const person = { name: 'Ben Okoro', email: newAddress(), role: 'manager' } as const;
    const outcome = await inviteColleague(boss, { ...person, locationIds: idsOf(here) });
    if (outcome.kind !== 'invited') throw new Error(outcome.kind);
    expect(await findSignInLink(testDesk.desk, tokenOf(outcome.link))).not.toBeNull();
    await placeColleague(manager, { staffId: other, add: [], remove: idsOf(here) });
    expect(await findSignInLink(testDesk.desk, tokenOf(outcome.link))).toBeNull();
    expect(await follow(outcome.link, password)).toEqual({ kind: 'wrong' });
  });

  test('chooses a password with the link, once, and signs in with it from then on', async () => {
    const { link, person, email } = await invite([here, east]);
    expect((await listColleagues(manager)).colleagues).toContainEqual(
      expect.objectContaining({
        id: person.id,
        isInvited: true,
        locationIds: expect.arrayContaining(idsOf(here, east)),
      }),
    );
    expect(await signIn(email, '')).toEqual({ kind: 'wrong' });
    expect(await findSignInLink(testDesk.desk, tokenOf(link))).toMatchObject({ name: 'Ben Okoro', passwordHash: null });
    expect(await follow(link, password)).toMatchObject({ kind: 'signedIn', staff: { id: person.id } });
    expect(await follow(link, password)).toEqual({ kind: 'wrong' });
    expect(await signIn(email, password)).toMatchObject({ kind: 'signedIn' });
    for (const place of [here, east]) {
      expect(await auditOf(place, 'inviteStaff')).toEqual([{ staffId: manager.staff.id, reason: person.id }]);
    }
  });

  test.each([
    ['none', undefined],
    ['a short one', 'too short'],
    ['one of the most used', 'password1234'],
    ['mainly the own name', 'Okoro.Okoro.7'],
  ])('has to choose a safe password: %s is refused, and the link stays valid', async (_, chosen) => {
    const { link } = await invite();
    expect(await follow(link, chosen)).toEqual({ kind: 'unsafePassword' });
    expect(await follow(link, password)).toMatchObject({ kind: 'signedIn' });
  });

  test('has a week for it', async () => {
    const { link } = await invite();
    testDesk.clock.now += 7 * dayMs - 1;
    expect(await findSignInLink(testDesk.desk, tokenOf(link))).not.toBeNull();
    testDesk.clock.now += 1;
    expect(await follow(link, password)).toEqual({ kind: 'wrong' });
  });

  test('can be given another link, which replaces the first', async () => {
    const { link, person } = await invite();
    const second = await createLink(manager, { staffId: person.id });
    expect(await follow(link, password)).toEqual({ kind: 'wrong' });
    expect(await follow(second, password)).toMatchObject({ kind: 'signedIn' });
  });

  test('is not invited twice, and nobody learns who has an address elsewhere', async () => {
    const email = newAddress();
    await hire([here], 'reception', email);
    const again = { name: 'Ben Okoro', role: 'reception' as const, locationIds: [here.location.id] };
    const taken = { kind: 'emailTaken', name: 'Ana Keller' };
    const inEast = newAddress();
    await hire([east], 'reception', inEast);
    expect(await inviteColleague(manager, { ...again, email: inEast })).toEqual(taken);
    expect(await inviteColleague(manager, { ...again, email: email.toUpperCase() })).toEqual(taken);
    const elsewhere = newAddress();
    await hire([there], 'reception', elsewhere);
    expect(await inviteColleague(manager, { ...again, email: elsewhere })).toEqual({ kind: 'emailTaken', name: null });
    const both = newAddress();
    const outcomes = await Promise.all([0, 1].map(() => inviteColleague(manager, { ...again, email: both })));
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['emailTaken', 'invited']);
  });

  test('works only in gyms of the manager', async () => {
    await expect(invite([here, there])).rejects.toMatchObject(notAllowed);
  });
});

describe('a new sign-in link', () => {
  test('lets the person keep the password, or choose a new one, which ends all other sessions', async () => {
    const email = newAddress();
    const staffId = await hire([here], 'reception', email);
    const claim = await claimOf(testDesk.desk, staffId);
    expect(await follow(await createLink(manager, { staffId }))).toMatchObject({ kind: 'signedIn' });
    expect(await loadStaff(testDesk.desk, claim)).not.toBeNull();
    const chosen = await follow(await createLink(manager, { staffId }), password);
    expect(chosen).toMatchObject({ kind: 'signedIn', staff: { sessionVersion: claim.version + 1 } });
    expect(await loadStaff(testDesk.desk, claim)).toBeNull();
    expect(await signIn(email, testPassword)).toEqual({ kind: 'wrong' });
    expect(await signIn(email, password)).toMatchObject({ kind: 'signedIn' });
    expect(await auditOf(here, 'createSignInLink')).toHaveLength(2);
  });

  test('is valid for an hour', async () => {
    const link = await createLink(manager, { staffId: await hire([here]) });
    testDesk.clock.now += 3_600_000;
    expect(await follow(link)).toEqual({ kind: 'wrong' });
  });

  test('is refused to oneself, who would choose a password without the current one', async () => {
    await expect(createLink(manager, { staffId: manager.staff.id })).rejects.toMatchObject(notAllowed);
  });

  test('is valid once, of two that are made at the same time', async () => {
    const staffId = await hire([here]);
    const links = await Promise.all([0, 1].map(() => createLink(manager, { staffId })));
    const found = await Promise.all(links.map((link) => findSignInLink(testDesk.desk, tokenOf(link))));
    expect(found.filter((person) => person !== null)).toHaveLength(1);
  });

  test('is refused for a person who works in another manager’s gym, or is disabled', async () => {
    const staffId = await hire([here, there]);
    await expect(createLink(manager, { staffId })).rejects.toMatchObject(notAllowed);
    const other = await hire([here]);
    await disableColleague(manager, { staffId: other });
    await expect(createLink(manager, { staffId: other })).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('role and gyms', () => {
  test('change at once, also in open sessions, and only what was changed', async () => {
    const staffId = await hire([here]);
    const claim = await claimOf(testDesk.desk, staffId);
    await placeColleague(manager, { staffId, role: 'trainer', add: [east.location.id], remove: [] });
    expect((await loadStaff(testDesk.desk, claim))?.staff.role).toBe('trainer');
    expect(await placesOf(staffId)).toEqual(idsOf(here, east));
    await placeColleague(manager, { staffId, add: [], remove: [here.location.id] });
    expect(await placesOf(staffId)).toEqual(idsOf(east));
    expect(await auditOf(here, 'setRole')).toEqual([
      { staffId: manager.staff.id, reason: `${staffId} reception → trainer` },
    ]);
    expect(await auditOf(east, 'setStaffLocations')).toMatchObject([{ reason: `${staffId} added` }]);
    expect(await auditOf(here, 'setStaffLocations')).toMatchObject([{ reason: `${staffId} removed` }]);
  });

  test('of a person who also works in another manager’s gym: only the manager’s own gyms', async () => {
    const staffId = await hire([here, there]);
    const change = { staffId, add: [], remove: [] };
    await expect(placeColleague(manager, { ...change, role: 'manager' })).rejects.toMatchObject(notAllowed);
    await expect(placeColleague(manager, { ...change, remove: [there.location.id] })).rejects.toMatchObject(notAllowed);
    await expect(placeColleague(manager, { ...change, add: [there.location.id] })).rejects.toMatchObject(notAllowed);
    await placeColleague(manager, { ...change, remove: [here.location.id] });
    expect(await placesOf(staffId)).toEqual(idsOf(there));
  });

  test('revoke the links, and a badge whose PIN a manager knows who does not manage the added gym', async () => {
    const local = await contextOf(testDesk.desk, await hire([here], 'manager'), here.location.id);
    const staffId = await hire([here]);
    const link = await createLink(local, { staffId });
    await giveBadge(local, { staffId, card: '04C0DE00000001', source: 'scan', pin: '270946' });
    await placeColleague(manager, { staffId, add: [east.location.id], remove: [] });
    expect(await follow(link)).toEqual({ kind: 'wrong' });
    expect(await hasBadge(staffId)).toBe(false);
    expect(await auditOf(here, 'takeBadge')).toMatchObject([{ staffId: manager.staff.id, reason: staffId }]);
  });

  test('leave a badge whose PIN only managers of all gyms can know', async () => {
    const staffId = await hire([here]);
    await giveBadge(manager, { staffId, card: '04C0DE00000002', source: 'scan', pin: '270946' });
    await placeColleague(manager, { staffId, add: [east.location.id], remove: [] });
    expect(await hasBadge(staffId)).toBe(true);
  });

  test('can be changed although a gym of the person and the manager is retired, but not to that one alone', async () => {
    const staffId = await hire([here, east]);
    await east.retire();
    await placeColleague(manager, { staffId, role: 'trainer', add: [], remove: [] });
    expect((await listColleagues(manager)).colleagues.find(({ id }) => id === staffId)?.isFullyManaged).toBe(true);
    const onlyRetired = { staffId, add: [], remove: [here.location.id] };
    await expect(placeColleague(manager, onlyRetired)).rejects.toMatchObject({ code: 'conflict' });
    await disableColleague(manager, { staffId });
  });

  test('are never empty', async () => {
    const staffId = await hire([here]);
    const nowhere = { staffId, add: [], remove: [here.location.id] };
    await expect(placeColleague(manager, nowhere)).rejects.toMatchObject({ code: 'conflict' });
    expect(await placesOf(staffId)).toEqual(idsOf(here));
  });
});

describe('a disabled colleague', () => {
  test('is signed out, cannot sign in, and can be enabled again', async () => {
    const email = newAddress();
    const staffId = await hire([here], 'trainer', email);
    const claim = await claimOf(testDesk.desk, staffId);
    const link = await createLink(manager, { staffId });
    await disableColleague(manager, { staffId });
    expect(await loadStaff(testDesk.desk, claim)).toBeNull();
    expect(await follow(link, password)).toEqual({ kind: 'wrong' });
    expect(await signIn(email, testPassword)).toEqual({ kind: 'wrong' });
    await enableColleague(manager, { staffId });
    expect(await signIn(email, testPassword)).toMatchObject({ kind: 'signedIn' });
    for (const action of ['disableStaff', 'enableStaff'] as const) {
      expect(await auditOf(here, action)).toEqual([{ staffId: manager.staff.id, reason: staffId }]);
    }
  });

  test('is enabled once: another manager who sees an old list gives no new days for a passkey, and the log says nothing', async () => {
    const staffId = await hire([here]);
    await disableColleague(manager, { staffId });
    await enableColleague(manager, { staffId });
    const passkeyDueAt = new Date(testDesk.clock.now - dayMs);
    await testDesk.desk.db.update(staff).set({ passkeyDueAt }).where(eq(staff.id, staffId));
    await enableColleague(manager, { staffId });
    expect(await auditOf(here, 'enableStaff')).toHaveLength(1);
    const [row] = await testDesk.desk.db.select().from(staff).where(eq(staff.id, staffId));
    expect(row?.passkeyDueAt).toEqual(passkeyDueAt);
  });

  test('must be the manager’s own in every gym', async () => {
    for (const places of [[here, there], [there]]) {
      const staffId = await hire(places);
      await expect(disableColleague(manager, { staffId })).rejects.toMatchObject(notAllowed);
      await expect(enableColleague(manager, { staffId })).rejects.toMatchObject(notAllowed);
    }
  });
});

describe('a gym always keeps a manager', () => {
  test('nobody disables or demotes themselves', async () => {
    const staffId = manager.staff.id;
    await expect(disableColleague(manager, { staffId })).rejects.toMatchObject(notAllowed);
    const demoted = { staffId, role: 'reception' as const, add: [], remove: [] };
    await expect(placeColleague(manager, demoted)).rejects.toMatchObject(notAllowed);
  });

  test('of two managers who disable each other at the same time, one remains', async () => {
    const second = await contextOf(testDesk.desk, await hire([here, east], 'manager'), here.location.id);
    const outcomes = await Promise.allSettled([
      disableColleague(manager, { staffId: second.staff.id }),
      disableColleague(second, { staffId: manager.staff.id }),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('somebody who works at a retired gym', () => {
  test('and nowhere else can be signed out, disabled and moved by a manager of it, and of no other gym', async () => {
    const staffId = await hire([east]);
    const stranger = await contextOf(testDesk.desk, there.actor.staffId, there.location.id);
    await east.retire();
    await expect(endSessions(stranger, { staffId })).rejects.toMatchObject(notAllowed);
    await expect(disableColleague(stranger, { staffId })).rejects.toMatchObject(notAllowed);
    const claim = await claimOf(testDesk.desk, staffId);
    await endSessions(manager, { staffId });
    expect(await loadStaff(testDesk.desk, claim, { withRetired: true })).toBeNull();
    await disableColleague(manager, { staffId });
    await enableColleague(manager, { staffId });
    await placeColleague(manager, { staffId, add: idsOf(here), remove: idsOf(east) });
    expect(await placesOf(staffId)).toEqual(idsOf(here));
  });

  test('and nowhere else is in the list of each gym of its manager, once, and can get no account at another gym', async () => {
    const listed = async (staffId: string, at = manager) =>
      (await listColleagues(at)).colleagues.flatMap(({ id, worksHere }) => (id === staffId ? [worksHere] : []));
    const [only, both, foreign] = [await hire([east, there]), await hire([here, east]), await hire([there])];
    const ofEast = await hire([east]);
    expect(await listed(ofEast)).toEqual([]);
    await east.retire();
    await there.retire();
    expect([await listed(ofEast), await listed(only), await listed(both), await listed(foreign)]).toEqual([
      [false],
      [false],
      [true],
      [],
    ]);
    await expect(unlinkAccount(manager, { staffId: ofEast })).rejects.toMatchObject(notAllowed);
  });

  test('is listed with it, after those in use, and changes the role without another gym', async () => {
    const staffId = await hire([east]);
    await east.retire();
    const { locations: listed, colleagues } = await listColleagues(manager);
    expect(listed).toEqual([
      { id: here.location.id, name: here.location.name, isRetired: false },
      { id: east.location.id, name: east.location.name, isRetired: true },
    ]);
    expect(colleagues.find(({ id }) => id === staffId)?.locationIds).toEqual(idsOf(east));
    await placeColleague(manager, { staffId, role: 'trainer', add: [], remove: [] });
    expect((await listColleagues(manager)).colleagues.find(({ id }) => id === staffId)?.role).toBe('trainer');
    const nowhere = { staffId, add: [], remove: idsOf(east) };
    await expect(placeColleague(manager, nowhere)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('too loses the retired gym, and gets no other one that is retired', async () => {
    const staffId = await hire([here, east]);
    await east.retire();
    await placeColleague(manager, { staffId, add: [], remove: idsOf(east) });
    expect(await placesOf(staffId)).toEqual(idsOf(here));
    await expect(placeColleague(manager, { staffId, add: idsOf(east), remove: [] })).rejects.toMatchObject(notAllowed);
  });

  test('of another manager is not reached by a manager of other retired gyms', async () => {
    const staffId = await hire([there]);
    await there.retire();
    await east.retire();
    await expect(endSessions(manager, { staffId })).rejects.toMatchObject(notAllowed);
  });
});
