import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { readLog } from '#lib/server/audit/read-log.ts';
import { createStaff } from '#lib/server/auth/create-staff.ts';
import { loadStaff } from '#lib/server/auth/load-staff.ts';
import type { Reauthenticated } from '#lib/server/auth/reauthentication/reauthenticated.ts';
import { signInStaff } from '#lib/server/auth/sign-in.ts';
import { findSignInLink } from '#lib/server/auth/sign-in-link.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { staff, staffBadges, staffLocations, staffPasskeys } from '#lib/server/db/schema/staff.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { givePasskey } from '#lib/testing/give-passkey.ts';
import { tablesWith } from '#lib/testing/member-traces.ts';
import { inventMember } from '#lib/testing/members.ts';
import { claimOf, contextOf, knownBrowser } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { type TestLocation, testPassword } from '#lib/testing/test-desk.ts';
import type { SignInLink, StaffRole } from '#lib/wire/staff.ts';
import { shiftMs } from '#shared/session/session-rules.ts';
import { giveBadge } from './badges.ts';
import { disableColleague } from './change-colleague.ts';
import { correctColleague } from './correct-colleague.ts';
import { createLink, inviteColleague } from './invite.ts';
import { listColleagues } from './list-colleagues.ts';
import { replaceIdentity } from './replace-identity.ts';

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
const hire = (places: TestLocation[], email = newAddress(), role: StaffRole = 'reception') =>
  createStaff(testDesk.desk.db, testDesk.desk, {
    email,
    name: 'Ana Keller',
    role,
    password: testPassword,
    locationIds: places.map(({ location }) => location.id),
  });
const stored = async (staffId: string) => {
  const [person] = await testDesk.desk.db.select().from(staff).where(eq(staff.id, staffId));
  return person;
};
const signIn = async (email: string) =>
  (await signInStaff(testDesk.desk, { email, password: testPassword, browser: knownBrowser })).kind;
const isLinkOpen = async ({ url }: SignInLink) =>
  (await findSignInLink(testDesk.desk, new URL(url).searchParams.get('token') ?? '')) !== null;
const entriesOf = async ({ actor }: TestLocation, action: string) =>
  (await readLog({ desk: testDesk.desk, actor }, {})).entries.filter((entry) => entry.action === action);
const forget = async (staffId: string, by = manager) => replaceIdentity(by, { staffId, pseudonym: 'Former colleague' });

test('name and address of a colleague change, sessions go on, and the log of every gym has what was and what is', async () => {
  const [before, after] = [newAddress(), newAddress()];
  const staffId = await hire([here, east], before);
  const claim = await claimOf(testDesk.desk, staffId);
  const change = { staffId, name: 'Ana Vogt', email: ` ${after.toUpperCase()} ` };
  expect(await correctColleague(manager, change)).toEqual({ kind: 'corrected' });
  expect(await stored(staffId)).toMatchObject({ name: 'Ana Vogt', email: after });
  expect(await loadStaff(testDesk.desk, claim)).toMatchObject({ staff: { name: 'Ana Vogt' } });
  expect([await signIn(before), await signIn(after)]).toEqual(['wrong', 'signedIn']);
  for (const gym of [here, east]) {
    expect(await entriesOf(gym, 'correctStaff')).toMatchObject([
      {
        by: manager.staff.name,
        colleague: 'Ana Vogt',
        details: [
          { label: 'setting', text: 'personName Ana Keller → Ana Vogt' },
          { label: 'setting', text: `personEmail ${before} → ${after}` },
        ],
      },
    ]);
  }
  // the same once more is no change
  await correctColleague(manager, change);
  expect(await entriesOf(here, 'correctStaff')).toHaveLength(1);
});

test('managers change their own name and address too', async () => {
  const after = newAddress();
  await correctColleague(manager, { staffId: manager.staff.id, name: 'Mira Sommer', email: after });
  expect(await stored(manager.staff.id)).toMatchObject({ name: 'Mira Sommer', email: after });
});

test('an address that another person has is refused, and named only where the manager knows the person', async () => {
  const [own, foreign] = [newAddress(), newAddress()];
  const staffId = await hire([here]);
  await hire([east], own);
  await hire([there], foreign);
  const before = await stored(staffId);
  const take = (email: string) => correctColleague(manager, { staffId, name: 'Ana Vogt', email });
  expect(await take(own.toUpperCase())).toEqual({ kind: 'emailTaken', name: 'Ana Keller' });
  expect(await take(foreign)).toEqual({ kind: 'emailTaken', name: null });
  expect(await stored(staffId)).toEqual(before);
});

test('an open link works on with another name, and no longer with another address, to which it did not go', async () => {
  const staffId = await hire([here]);
  const link = await createLink(manager, { staffId });
  await correctColleague(manager, { staffId, name: 'Ana Vogt' });
  expect(await isLinkOpen(link)).toBe(true);
  await correctColleague(manager, { staffId, email: newAddress() });
  expect(await isLinkOpen(link)).toBe(false);
});

test('nobody is changed who also works where the manager does not, or is disabled', async () => {
  const change = { name: 'Ana Vogt' };
  for (const places of [[here, there], [there]]) {
    const staffId = await hire(places);
    await expect(correctColleague(manager, { staffId, ...change })).rejects.toMatchObject({ code: 'notAllowed' });
  }
  const staffId = await hire([here]);
  await disableColleague(manager, { staffId });
  await expect(correctColleague(manager, { staffId, ...change })).rejects.toMatchObject({ code: 'conflict' });
});

test('who is no manager any more changes nobody, also in a request that began before', async () => {
  const staffId = await hire([here]);
  const demote = { role: 'reception' } as const;
  await testDesk.desk.db.update(staff).set(demote).where(eq(staff.id, manager.staff.id));
  const late = correctColleague(manager, { staffId, name: 'Ana Vogt' });
  await expect(late).rejects.toMatchObject({ code: 'notAllowed' });
  expect(await stored(staffId)).toMatchObject({ name: 'Ana Keller' });
});

test('two managers who change each other at once do not fail', async () => {
  const other = await contextOf(testDesk.desk, await hire([here, east], newAddress(), 'manager'), here.location.id);
  for (let round = 0; round < 5; round += 1) {
    const [mine, hers] = [newAddress(), newAddress()];
    await Promise.all([
      correctColleague(manager, { staffId: other.staff.id, email: hers }),
      correctColleague(other, { staffId: manager.staff.id, email: mine }),
    ]);
    expect(await stored(other.staff.id)).toMatchObject({ email: hers });
    expect(await stored(manager.staff.id)).toMatchObject({ email: mine });
  }
});

test('of a disabled colleague whose name is deleted, no table has the name, the address or the account, and what they did stays', async () => {
  const { desk } = testDesk;
  const canary = `canary${randomUUID().replaceAll('-', '')}`;
  const email = `${canary}@example.com`;
  const staffId = await hire([here, east], email);
  await correctColleague(manager, { staffId, name: `Ana ${canary}` });
  await correctColleague(manager, { staffId, name: `Anna ${canary}` });
  await giveBadge(manager, { staffId, card: '04C0DE000000F1', source: 'scan', pin: '270946' });
  await givePasskey(desk, staffId);
  await createLink(manager, { staffId });
  const link = and(eq(staffLocations.staffId, staffId), eq(staffLocations.locationId, here.location.id));
  await desk.db.update(staffLocations).set({ accountId: canary }).where(link);
  const entry = { locationId: here.location.id, staffId };
  await writeAudit(desk.db, desk, { ...entry, action: 'renamePasskey', reason: `Phone of ${canary}` });
  await writeAudit(desk.db, desk, { ...entry, action: 'linkAccount', accountId: canary, reason: staffId });
  const member = inventMember();
  here.platform.members.push(member);
  await lookUp({ desk, actor: { ...here.actor, staffId } }, { ...here.tap(), source: 'scan', value: member.card });
  expect(await tablesWith(desk.db, [canary])).toEqual(['audit_log', 'staff', 'staff_locations']);

  await disableColleague(manager, { staffId });
  await forget(staffId);
  expect(await tablesWith(desk.db, [canary])).toEqual([]);
  const name = `Former colleague ${staffId.slice(0, 4).toUpperCase()}`;
  expect(await stored(staffId)).toMatchObject({ name, passwordHash: null, disabledAt: expect.any(Date) });
  for (const table of [staffBadges, staffPasskeys])
    expect(await desk.db.$count(table, eq(table.staffId, staffId))).toBe(0);
  expect((await listColleagues(manager)).colleagues.map(({ id }) => id)).not.toContain(staffId);
  expect(await desk.db.$count(visits, eq(visits.staffId, staffId))).toBe(1);
  for (const gym of [here, east]) {
    expect(await entriesOf(gym, 'forgetStaff')).toMatchObject([
      { by: manager.staff.name, colleague: name, details: [] },
    ]);
  }
  expect(await entriesOf(here, 'renamePasskey')).toMatchObject([{ by: name, details: [] }]);
  expect(await entriesOf(here, 'correctStaff')).toMatchObject([
    { colleague: name, details: [] },
    { colleague: name, details: [] },
  ]);
  expect(await desk.db.$count(auditLog, eq(auditLog.staffId, staffId))).toBeGreaterThan(0);

  expect(await signIn(email)).toBe('wrong');
  const again = { name: 'Ben Okoro', email, role: 'reception', locationIds: [here.location.id] } as const;
  const invited = await inviteColleague(manager, { ...again, locationIds: [...again.locationIds] });
  expect(invited.kind).toBe('invited');
});

test('of a manager, the name is deleted a shift after disabling: until then, sessions they may have opened can be ended', async () => {
  const staffId = await hire([here], newAddress(), 'manager');
  await disableColleague(manager, { staffId });
  const before = testDesk.clock.now;
  onTestFinished(() => {
    testDesk.clock.now = before;
  });
  const from = new Date(before + shiftMs).toISOString();
  testDesk.clock.now += shiftMs - 1;
  expect(await forget(staffId)).toEqual({ kind: 'tooEarly', from });
  expect(await stored(staffId)).toMatchObject({ name: 'Ana Keller' });
  expect(await testDesk.desk.db.$count(staffLocations, eq(staffLocations.staffId, staffId))).toBe(1);
  testDesk.clock.now += 1;
  expect(await forget(staffId)).toEqual({ kind: 'forgotten' });
  expect((await stored(staffId))?.name).toMatch(/^Former colleague/);
});

test('several former colleagues can be told apart, and their addresses do not meet', async () => {
  const both = [await hire([here]), await hire([here])];
  for (const staffId of both) {
    await disableColleague(manager, { staffId });
    await forget(staffId);
  }
  const [one, other] = [await stored(both[0] ?? ''), await stored(both[1] ?? '')];
  expect(one?.email).not.toBe(other?.email);
});

test('the name is deleted of nobody who can sign in, who works where the manager does not, or who is the manager', async () => {
  await expect(forget(await hire([here]))).rejects.toMatchObject({ code: 'conflict' });
  const staffId = await hire([here, there]);
  await testDesk.desk.db
    .update(staff)
    .set({ disabledAt: new Date(testDesk.clock.now) })
    .where(eq(staff.id, staffId));
  await expect(forget(staffId)).rejects.toMatchObject({ code: 'notAllowed' });
  await expect(forget(manager.staff.id)).rejects.toMatchObject({ code: 'notAllowed' });
  expect(await stored(staffId)).toMatchObject({ name: 'Ana Keller' });
});
