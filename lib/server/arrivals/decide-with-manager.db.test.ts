import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { addPasskey, beginPasskey } from '#lib/server/account/own-passkeys.ts';
import { badgeDigest } from '#lib/server/auth/badge/card-of-badge.ts';
import { hashPin } from '#lib/server/auth/badge/pin.ts';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { staff, staffBadges, staffSessions } from '#lib/server/db/schema/staff.ts';
import { browser, hire } from '#lib/testing/browser.ts';
import { contextOf } from '#lib/testing/sessions.ts';
import { setUpStartedDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import type { ManagerOverrideInput, ManagerProof } from '#lib/wire/manager-override.ts';
import type { StaffRole } from '#lib/wire/staff.ts';
import { signDevice } from '#shared/sign-in/known-browser.ts';
import { Authenticator } from '#shared/testing/authenticator.ts';
import { askManager, decideWithManager } from './decide-with-manager.ts';
import { lookUp } from './look-up.ts';

const testDesk = setUpStartedDesk();
const pin = '583920';
const accountId = 'account-refused';
let here: TestLocation;
let reception: StaffContext;
let managerId: string;
let number: string;

const newCard = () => `04${randomUUID().replaceAll('-', '').slice(0, 12).toUpperCase()}`;

async function giveBadge(role: StaffRole): Promise<string> {
  const staffId = await hire(testDesk, role, here);
  const { desk } = testDesk;
  const cardDigest = badgeDigest(desk.badgeKey, `0x${number}`);
  await desk.db
    .insert(staffBadges)
    .values({ staffId, cardDigest, pinHash: await hashPin(desk.badgeKey, { staffId, pin }) });
  return staffId;
}

beforeEach(async () => {
  const { desk } = testDesk;
  here = await testDesk.openLocation();
  number = newCard();
  managerId = await giveBadge('manager');
  reception = await contextOf(desk, await hire(testDesk, 'reception', here), here.location.id);
  here.platform.members.push({
    account: {
      accountId,
      email: 'omar@example.com',
      firstName: 'Omar',
      lastName: 'Haddad',
      membership: { membershipId: 'M-1', membershipType: 'CORPORATE_FITNESS', barcode: 'B-1' },
    },
    rfids: [],
    passes: [],
    admission: { refusal: 'corporateFitnessMembershipExpired' },
  });
  const device = signDevice(desk, { deviceId: desk.newId(), people: [] }, 'ana@example.com');
  browser.cookies = { device };
  browser.headers = { origin: 'http://localhost:3000' };
});

const refuse = () =>
  lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'chosen', value: accountId });
const inputOf = (proof: ManagerProof, tap = here.tap()): ManagerOverrideInput => ({
  ...tap,
  accountId,
  decision: 'admitAnyway',
  reason: 'Showed the new contract',
  proof,
  staffId: reception.actor.staffId,
});
const badge = (entered = pin): ManagerProof => ({ card: number, source: 'scan', pin: entered });
const auditOf = async (action: 'admitAnyway' | 'approveAdmission') => {
  const isHere = and(eq(auditLog.locationId, here.location.id), eq(auditLog.action, action));
  const rows = await testDesk.desk.db.select().from(auditLog).where(isHere);
  return rows.map(({ staffId, reason, cause, accountId: of }) => ({ staffId, reason, cause, of }));
};

test('a manager lets a refused member in at the screen of reception: the log has both, and no session begins', async () => {
  expect((await refuse()).kind).toBe('refused');
  const input = inputOf(badge());
  expect(await decideWithManager(reception, input)).toMatchObject({
    kind: 'decided',
    verdict: { tapId: input.tapId, visit: { tapId: input.tapId } },
  });
  const cause = 'corporateMembershipEnded';
  expect(await auditOf('admitAnyway')).toEqual([
    { staffId: reception.staff.id, reason: 'Showed the new contract', cause, of: accountId },
  ]);
  expect(await auditOf('approveAdmission')).toEqual([
    {
      staffId: managerId,
      reason: `${reception.staff.id} Showed the new contract`,
      cause,
      of: accountId,
    },
  ]);
  expect(await testDesk.desk.db.$count(staffSessions, eq(staffSessions.staffId, managerId))).toBe(0);
  // after a lost answer, the same tap records nothing twice
  expect(await decideWithManager(reception, input)).toMatchObject({ kind: 'decided' });
  expect(await auditOf('approveAdmission')).toHaveLength(1);
});

test('a wrong PIN, an unknown card and a colleague who is no manager decide nothing', async () => {
  await refuse();
  expect(await decideWithManager(reception, inputOf(badge('583921')))).toEqual({ kind: 'wrong' });
  expect(await decideWithManager(reception, inputOf({ card: newCard(), source: 'scan', pin }))).toEqual({
    kind: 'wrong',
  });
  number = newCard();
  const trainer = await giveBadge('trainer');
  expect(await decideWithManager(reception, inputOf(badge()))).toEqual({ kind: 'notManager' });
  expect(await auditOf('admitAnyway')).toEqual([]);
  const refusedOf = and(eq(auditLog.staffId, trainer), eq(auditLog.action, 'refusePermission'));
  expect(await testDesk.desk.db.$count(auditLog, refusedOf)).toBe(1);
});

test('guesses at the PIN are limited as at the badge itself', async () => {
  await refuse();
  for (let tried = 0; tried < 10; tried++) await decideWithManager(reception, inputOf(badge('583921')));
  expect(await decideWithManager(reception, inputOf(badge()))).toEqual({ kind: 'tooManyAttempts' });
});

test('nothing is decided about a member who was not refused, or in the name of somebody else', async () => {
  await expect(decideWithManager(reception, inputOf(badge()))).rejects.toMatchObject({ code: 'conflict' });
  await refuse();
  const ofOther = { ...inputOf(badge()), staffId: here.actor.staffId };
  await expect(decideWithManager(reception, ofOther)).rejects.toMatchObject({ code: 'notAllowed' });
});

/** A phone that counts no signatures, so that only the challenge stops a replay. */
async function givePhone(staffId: string): Promise<Authenticator> {
  const person = await contextOf(testDesk.desk, staffId);
  const phone = new Authenticator();
  phone.countsNone = true;
  await addPasskey(person, { passkey: phone.create(await beginPasskey(person)) });
  return phone;
}

test('a manager of another gym and a disabled one decide nothing, by badge or passkey', async () => {
  await refuse();
  const there = await testDesk.openLocation();
  const other = await hire(testDesk, 'manager', there);
  const phone = await givePhone(other);
  const prove = async (device: Authenticator) => {
    const input = inputOf(badge());
    return { ...input, proof: { passkey: device.prove(await askManager(reception, input)) } };
  };
  expect(await decideWithManager(reception, await prove(phone))).toEqual({ kind: 'wrong' });
  const { desk } = testDesk;
  number = newCard();
  const cardDigest = badgeDigest(desk.badgeKey, `0x${number}`);
  const pinHash = await hashPin(desk.badgeKey, { staffId: other, pin });
  await desk.db.insert(staffBadges).values({ staffId: other, cardDigest, pinHash });
  expect(await decideWithManager(reception, inputOf(badge()))).toEqual({ kind: 'wrong' });

  number = newCard();
  const disabled = await giveBadge('manager');
  const own = await givePhone(disabled);
  await desk.db.update(staff).set({ disabledAt: new Date() }).where(eq(staff.id, disabled));
  expect(await decideWithManager(reception, await prove(own))).toEqual({ kind: 'wrong' });
  expect(await decideWithManager(reception, inputOf(badge()))).toEqual({ kind: 'wrong' });
  expect(await auditOf('approveAdmission')).toEqual([]);
});

test('a check-in that was refused is nothing that a manager has approved', async () => {
  const input = { ...inputOf(badge()), decision: 'checkIn' } as const;
  expect(await decideWithManager(reception, input)).toMatchObject({ kind: 'decided', verdict: { kind: 'refused' } });
  expect(await auditOf('approveAdmission')).toEqual([]);
});

test('a passkey counts for one decision about one member, once', async () => {
  await refuse();
  const phone = await givePhone(managerId);
  const tap = here.tap();
  const question = inputOf(badge(), tap);
  for (const asked of [{ accountId: 'account-other' }, { decision: 'checkIn' as const }]) {
    const ofOther = phone.prove(await askManager(reception, { ...question, ...asked }));
    expect(await decideWithManager(reception, inputOf({ passkey: ofOther }, tap))).toEqual({ kind: 'wrong' });
  }
  const passkey = phone.prove(await askManager(reception, question));
  expect(await decideWithManager(reception, inputOf({ passkey }))).toEqual({ kind: 'wrong' });
  expect(await decideWithManager(reception, inputOf({ passkey }, tap))).toMatchObject({ kind: 'decided' });
  expect(await decideWithManager(reception, inputOf({ passkey }, tap))).toEqual({ kind: 'wrong' });
  expect(await auditOf('approveAdmission')).toMatchObject([{ staffId: managerId }]);
});
