import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addPasskey, beginPasskey, postponePasskey } from '#lib/server/account/own-passkeys.ts';
import { personalAction } from '#lib/server/actions/action.ts';
import { beginSession } from '#lib/server/auth/begin-session.ts';
import { findFirstPage } from '#lib/server/auth/first-page.ts';
import { leadToPasskey } from '#lib/server/auth/lead-to-passkey.ts';
import { loadStaff } from '#lib/server/auth/load-staff.ts';
import { readPageOfPasskey, readPageOrLast } from '#lib/server/auth/open-page.ts';
import { isPasskeyRequired, lacksPasskey } from '#lib/server/auth/passkeys/find-passkeys.ts';
import { requireReauthentication } from '#lib/server/auth/reauthentication/reauthenticated.ts';
import { requireStaff } from '#lib/server/auth/require-staff.ts';
import type { SessionClaim } from '#lib/server/auth/session/sessions.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { staff, staffLocations, staffPasskeys } from '#lib/server/db/schema/staff.ts';
import { setRetired } from '#lib/server/locations/set-retired.ts';
import {
  disableColleague,
  enableColleague,
  placeColleague,
  removePasskeys,
} from '#lib/server/staff/change-colleague.ts';
import { listColleagues } from '#lib/server/staff/list-colleagues.ts';
import { giveTimeForPasskey, requirePasskeys } from '#lib/server/staff/require-passkeys.ts';
import { browser, hire } from '#lib/testing/browser.ts';
import { chooseRequirement } from '#lib/testing/choose-requirement.ts';
import { givePasskey } from '#lib/testing/give-passkey.ts';
import { contextOf, knownBrowser } from '#lib/testing/sessions.ts';
import { setUpStartedDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import type { PasskeyRequirement } from '#lib/wire/staff.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { Authenticator } from '#shared/testing/authenticator.ts';

const testDesk = setUpStartedDesk();
const week = 7 * dayMs;
let here: TestLocation;
let staffId: string;
let phone: Authenticator;

beforeEach(async () => {
  here = await testDesk.openLocation();
  await givePasskey(testDesk.desk, here.actor.staffId);
  staffId = await hire(testDesk, 'reception', here);
  phone = new Authenticator();
  browser.claim = null;
  browser.cookies = {};
  browser.headers = { origin: phone.origin };
});

const managerOf = (gym = here) => contextOf(testDesk.desk, gym.actor.staffId, gym.location.id);
const setRequired = async (requiredOf: PasskeyRequirement, gym = here) =>
  chooseRequirement(await managerOf(gym), requiredOf);
const personOf = async (id = staffId) => {
  const [person] = await testDesk.desk.db.select().from(staff).where(eq(staff.id, id));
  if (!person) throw new Error('There is no such person.');
  return person;
};
const dueAt = async (id = staffId) => (await personOf(id)).passkeyDueAt?.getTime() ?? null;
/** Signs in as the sign-in page does. */
async function signIn(
  means: 'password' | 'link' | 'badge' | 'passkey' = 'password',
  { canRequirePasskey = true } = {},
): Promise<SessionClaim> {
  const person = await personOf();
  const hasAuthenticated = means !== 'badge';
  const opened = { staff: person, means, browser: knownBrowser, hasAuthenticated, canRequirePasskey };
  const claim = await beginSession(testDesk.desk, opened);
  if (!claim) throw new Error('No session was opened.');
  return claim;
}
const load = (claim: SessionClaim) => loadStaff(testDesk.desk, claim);
const isOpen = async (claim: SessionClaim) => (await load(claim)) !== null;
const waiting = async (claim: SessionClaim) => {
  const context = await loadStaff(testDesk.desk, claim, { evenWaiting: true });
  if (!context) throw new Error('The session has ended.');
  return context;
};
/** The period of the person ended a while ago. */
const endPeriod = (id = staffId) =>
  testDesk.desk.db
    .update(staff)
    .set({ passkeyDueAt: new Date(testDesk.clock.now - 60_000) })
    .where(eq(staff.id, id));

describe('the time to put off a required passkey', () => {
  test('is seven days from the first sign-in that asks, and no later sign-in prolongs it', async () => {
    await signIn();
    expect(await dueAt()).toBeNull();
    await setRequired('everybody');
    for (const means of ['badge', 'passkey'] as const) await signIn(means);
    expect(await dueAt()).toBeNull();
    const first = testDesk.clock.now;
    await Promise.all([signIn(), signIn('link'), signIn()]);
    expect(await dueAt()).toBe(first + week);
    testDesk.clock.now += 60_000;
    expect(await isOpen(await signIn())).toBe(true);
    expect(await dueAt()).toBe(first + week);
  });

  test('keeps nobody from the counter, but until it is put off the beginning and the office lead to the page', async () => {
    await setRequired('everybody');
    browser.claim = await signIn();
    const lead = { digest: expect.stringContaining('/add-passkey') };
    await expect(findFirstPage(undefined)).rejects.toMatchObject(lead);
    const context = await readPageOrLast(here.location.slug);
    await expect(leadToPasskey(context, '/')).rejects.toMatchObject(lead);
    await postponePasskey(context);
    expect(await findFirstPage(undefined)).toBe(`/g/${here.location.slug}`);
  });

  test('begins for nobody at an address where no browser offers passkeys, nor does it end there', async () => {
    await setRequired('everybody');
    await signIn('password', { canRequirePasskey: false });
    expect(await dueAt()).toBeNull();
    await endPeriod();
    expect(await isOpen(await signIn('password', { canRequirePasskey: false }))).toBe(true);
    expect(await isOpen(await signIn())).toBe(false);
  });

  test('ends with a passkey', async () => {
    await setRequired('everybody');
    const context = requireReauthentication(await waiting(await signIn()));
    await addPasskey(context, { passkey: phone.create(await beginPasskey(context)) });
    expect(await dueAt()).toBeNull();
  });

  test('begins anew where a gym requires it of somebody of whom none did', async () => {
    const there = await testDesk.openLocation();
    await givePasskey(testDesk.desk, there.actor.staffId);
    await testDesk.desk.db.insert(staffLocations).values({ staffId, locationId: there.location.id });
    await setRequired('everybody', there);
    await endPeriod();
    // another gym of the person joins in
    await setRequired('everybody');
    await setRequired('nobody');
    expect(await dueAt()).not.toBeNull();
    await setRequired('managers', there);
    await setRequired('everybody', there);
    expect(await dueAt()).toBeNull();
  });

  test('begins anew with a role or a gym that needs one, but not while another gym requires it all the time', async () => {
    const there = await testDesk.openLocation();
    const boss = await hire(testDesk, 'manager', here, there);
    await givePasskey(testDesk.desk, boss);
    await givePasskey(testDesk.desk, there.actor.staffId);
    const atBoth = await contextOf(testDesk.desk, boss, here.location.id);
    await setRequired('managers');
    await endPeriod();
    await placeColleague(atBoth, { staffId, role: 'manager', add: [], remove: [] });
    expect(await dueAt()).toBeNull();
    await endPeriod();
    await setRequired('everybody', there);
    await placeColleague(atBoth, { staffId, role: 'trainer', add: [there.location.id], remove: [here.location.id] });
    await setRequired('everybody');
    await placeColleague(await contextOf(testDesk.desk, boss, there.location.id), {
      staffId,
      add: [here.location.id],
      remove: [there.location.id],
    });
    expect(await dueAt()).not.toBeNull();
  });

  test('begins anew where a gym is reopened that requires it, but not for the manager who reopens it', async () => {
    await setRequired('everybody');
    const { locationId, by } = { locationId: here.location.id, by: here.actor.staffId };
    await endPeriod();
    await endPeriod(by);
    await setRetired(testDesk.desk, { locationId, isRetired: true, by });
    await setRetired(testDesk.desk, { locationId, isRetired: false, by });
    expect(await dueAt()).toBeNull();
    expect(await dueAt(by)).not.toBeNull();
  });

  test('begins anew with a sign-in by passkey: a host name that was tried meanwhile counts for nothing', async () => {
    await setRequired('everybody');
    await givePasskey(testDesk.desk, staffId);
    await endPeriod();
    for (const means of ['password', 'badge'] as const) await signIn(means);
    expect(await dueAt()).not.toBeNull();
    await signIn('passkey');
    expect(await dueAt()).toBeNull();
  });

  test('begins anew for a colleague who is enabled again', async () => {
    await setRequired('everybody');
    const manager = await managerOf();
    await endPeriod();
    await disableColleague(manager, { staffId });
    await enableColleague(manager, { staffId });
    expect(await dueAt()).toBeNull();
  });

  test('begins anew where a manager has removed the passkeys', async () => {
    await setRequired('everybody');
    await givePasskey(testDesk.desk, staffId);
    await endPeriod();
    await removePasskeys(await managerOf(), { staffId });
    expect(await dueAt()).toBeNull();
    await signIn();
    expect(await dueAt()).toBe(testDesk.clock.now + week);
  });

  test('is prolonged for no manager by their own choice for the gym: they need a passkey to require it', async () => {
    const boss = await hire(testDesk, 'manager', here);
    const lacking = await contextOf(testDesk.desk, boss, here.location.id);
    const choose = async (requiredOf: PasskeyRequirement) => (await chooseRequirement(lacking, requiredOf)).kind;
    expect(await choose('managers')).toBe('ownPasskeyFirst');
    await setRequired('managers');
    expect(await choose('everybody')).toBe('ownPasskeyFirst');
    expect(await choose('nobody')).toBe('set');
    expect(await choose('managers')).toBe('ownPasskeyFirst');
    await givePasskey(testDesk.desk, boss);
    expect(await choose('managers')).toBe('set');
  });

  test('is ended by no manager who saw an older choice than the one of another manager', async () => {
    const other = await hire(testDesk, 'manager', here);
    await givePasskey(testDesk.desk, other);
    const late = await contextOf(testDesk.desk, other, here.location.id);
    await setRequired('everybody');
    for (const requiredOf of ['managers', 'nobody'] as const) {
      const outcome = await requirePasskeys(late, {
        shown: requiredOf === 'nobody' ? 'managers' : 'nobody',
        requiredOf,
      });
      expect(outcome).toEqual({ kind: 'changedMeanwhile' });
    }
    expect(await lacksPasskey(testDesk.desk.db, testDesk.desk, { id: staffId })).toBe(true);
    expect(await requirePasskeys(late, { shown: 'nobody', requiredOf: 'everybody' })).toEqual({ kind: 'set' });
  });

  test('is begun by sign-ins while a manager changes what the gym requires', async () => {
    const manager = await managerOf();
    const opened: SessionClaim[] = [];
    for (let round = 0; round < 10; round += 1) {
      const requiredOf = round % 2 === 0 ? 'everybody' : 'nobody';
      const signIns = Array.from({ length: 6 }, () => signIn());
      await chooseRequirement(manager, requiredOf);
      opened.push(...(await Promise.all(signIns)));
    }
    expect(opened).toHaveLength(60);
  });
});

describe('at a desk without a host name that passkeys can belong to', () => {
  test.each(['http://desk.local:3000', 'http://192.0.2.4:3000'])(
    'none is required, and a manager is told why none can be: %s',
    async (url) => {
      await setRequired('everybody');
      const desk = { ...testDesk.desk, url };
      const manager = await managerOf();
      expect(await lacksPasskey(desk.db, desk, { id: staffId })).toBe(false);
      expect(await isPasskeyRequired(desk.db, desk, { id: staffId })).toBe(false);
      const choose = (requiredOf: PasskeyRequirement) => chooseRequirement({ ...manager, desk }, requiredOf);
      expect(await choose('managers')).toEqual({ kind: 'set' });
      expect(await choose('everybody')).toEqual({ kind: 'notHere' });
    },
  );
});

test('at a desk that other machines open without HTTPS, a manager at one of them is told why none can be required', async () => {
  const manager = await managerOf();
  const desk = { ...testDesk.desk, url: '' };
  const choose = () => chooseRequirement({ ...manager, desk }, 'everybody');
  browser.headers = { origin: 'http://192.0.2.4:3000' };
  expect(await choose()).toEqual({ kind: 'notHere' });
  browser.headers = { origin: 'http://localhost:3000' };
  expect(await choose()).toEqual({ kind: 'set' });
});

describe('after it', () => {
  beforeEach(async () => {
    await setRequired('everybody');
  });

  test('a password or a link opens nothing but what adds a passkey; badge, passkey and earlier sessions go on', async () => {
    const before = await signIn();
    await endPeriod();
    testDesk.clock.now += 60_000;
    // it began before the end
    await testDesk.desk.db
      .update(staff)
      .set({ passkeyDueAt: new Date(testDesk.clock.now - 1) })
      .where(eq(staff.id, staffId));
    expect(await isOpen(before)).toBe(true);
    for (const means of ['password', 'link'] as const) {
      const claim = await signIn(means);
      expect(await isOpen(claim)).toBe(false);
      expect((await waiting(claim)).session.awaitsPasskey).toBe(true);
    }
    const context = await load(await signIn('badge'));
    if (!context) throw new Error('The session by badge waits.');
    // at the counter, nobody is kept from the queue
    await leadToPasskey(context, '/');
    expect(await isOpen(await signIn('passkey'))).toBe(true);
  });

  test('pages lead to the page that adds one, requests are answered as without a session', async () => {
    await endPeriod();
    browser.claim = await signIn();
    const lead = expect.stringContaining('/add-passkey');
    await expect(readPageOrLast(here.location.slug)).rejects.toMatchObject({ digest: lead });
    expect((await readPageOfPasskey()).session.awaitsPasskey).toBe(true);
    const url = `https://desk.test/api?locationId=${here.location.id}`;
    await expect(requireStaff('readFloor', { url })).rejects.toMatchObject({ code: 'signedOut' });
    const actions = [{}, { evenWaiting: true }].map((options) =>
      personalAction('readFloor', z.object({}), async () => 'done', options),
    );
    const told = await Promise.all(actions.map((act) => act({})));
    expect(told.map((result) => (result.ok ? result.value : result.error.code))).toEqual(['signedOut', 'done']);
  });

  test('the page that adds one opens also where the gym used last in this browser is no longer the person’s', async () => {
    await endPeriod();
    browser.claim = await signIn();
    const lost = await testDesk.openLocation();
    browser.cookies = { 'last-location': `${lost.location.id}.${staffId}` };
    expect((await readPageOfPasskey()).actor.location.id).toBe(here.location.id);
  });

  test('it stays ended where the passkeys that others removed were those of a former host name', async () => {
    await endPeriod();
    await givePasskey(testDesk.desk, staffId);
    const isOwn = eq(staffPasskeys.staffId, staffId);
    await testDesk.desk.db.update(staffPasskeys).set({ rpId: 'former.example.com' }).where(isOwn);
    await removePasskeys(await managerOf(), { staffId });
    expect(await testDesk.desk.db.$count(staffPasskeys, isOwn)).toBe(0);
    expect(await dueAt()).not.toBeNull();
  });

  test('adding a passkey opens the session that did it, and ends the others that wait', async () => {
    await endPeriod();
    const [own, stolen, byBadge] = [await signIn(), await signIn(), await signIn('badge')];
    const context = requireReauthentication(await waiting(own));
    await addPasskey(context, { passkey: phone.create(await beginPasskey(context)) });
    expect(await Promise.all([own, stolen, byBadge].map(isOpen))).toEqual([true, false, true]);
  });

  test('a session goes on once no gym requires one any more', async () => {
    await endPeriod();
    const claim = await signIn();
    await setRequired('managers');
    expect(await isOpen(claim)).toBe(true);
  });

  test('a manager gives a colleague seven days from then on, which the log has, and nobody gives them to themselves', async () => {
    await endPeriod();
    const claim = await signIn();
    const manager = await managerOf();
    const listed = async () => (await listColleagues(manager)).colleagues.find(({ id }) => id === staffId);
    expect(Date.parse((await listed())?.passkeyDueAt ?? '')).toBeLessThan(testDesk.clock.now);
    expect(await giveTimeForPasskey(manager, { staffId })).toEqual({ kind: 'given' });
    const until = testDesk.clock.now + week;
    expect(Date.parse((await listed())?.passkeyDueAt ?? '')).toBe(until);
    expect(await isOpen(claim)).toBe(true);
    testDesk.clock.now += dayMs;
    await signIn();
    expect(await dueAt()).toBe(until);
    const isGiven = and(eq(auditLog.locationId, here.location.id), eq(auditLog.action, 'giveTimeForPasskey'));
    const entries = await testDesk.desk.db.select().from(auditLog).where(isGiven);
    expect(entries).toMatchObject([{ staffId: here.actor.staffId, reason: staffId }]);
    await expect(giveTimeForPasskey(manager, { staffId: here.actor.staffId })).rejects.toMatchObject({
      code: 'notAllowed',
    });
    await givePasskey(testDesk.desk, staffId);
    expect(await giveTimeForPasskey(manager, { staffId })).toEqual({ kind: 'notNeeded' });
  });

  test('of two managers who each manage one of the gyms, that of the gym that requires it gives the days', async () => {
    const there = await testDesk.openLocation();
    await testDesk.desk.db.insert(staffLocations).values({ staffId, locationId: there.location.id });
    await endPeriod();
    const other = await managerOf(there);
    await expect(giveTimeForPasskey(other, { staffId })).rejects.toMatchObject({ code: 'notAllowed' });
    const seenBy = async (manager: typeof other) =>
      (await listColleagues(manager)).colleagues.find(({ id }) => id === staffId)?.lacksPasskey;
    expect([await seenBy(other), await seenBy(await managerOf())]).toEqual([true, true]);
    expect(await giveTimeForPasskey(await managerOf(), { staffId })).toEqual({ kind: 'given' });
    expect(await dueAt()).toBe(testDesk.clock.now + week);
  });
});
