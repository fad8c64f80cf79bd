import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { reauthenticatedAction } from '#lib/server/actions/action.ts';
import { loadStaff, type SignedIn } from '#lib/server/auth/load-staff.ts';
import type { SessionClaim } from '#lib/server/auth/session/sessions.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { requirePasskeys } from '#lib/server/staff/require-passkeys.ts';
import { browser, hire } from '#lib/testing/browser.ts';
import { claimOf } from '#lib/testing/sessions.ts';
import { setUpStartedDesk } from '#lib/testing/set-up-test-desk.ts';
import { type TestLocation, testPassword } from '#lib/testing/test-desk.ts';
import { requirePasskeysInput } from '#lib/wire/staff.ts';
import { reauthenticationMin } from '#shared/session/session-rules.ts';
import { mostFailures } from '#shared/sign-in/attempts.ts';
import { reauthenticate } from './reauthenticate.ts';

const testDesk = setUpStartedDesk();
let here: TestLocation;
let staffId: string;

beforeEach(async () => {
  here = await testDesk.openLocation();
  staffId = await hire(testDesk, 'manager', here);
});

/** Opens a session, as a badge does where the password was not entered. */
async function open(hasAuthenticated: boolean): Promise<void> {
  browser.claim = await claimOf(testDesk.desk, staffId, hasAuthenticated);
}
async function signedIn(): Promise<SignedIn> {
  // safe because: `open` has stored the claim of a session
  const context = await loadStaff(testDesk.desk, browser.claim as SessionClaim);
  if (!context) throw new Error('The session has ended.');
  return context;
}
const giveKey = reauthenticatedAction('manageLocation', z.looseObject({}), async () => 'given');
const give = async () => {
  const result = await giveKey({ locationId: here.location.id });
  return result.ok ? result.value : result.error.code;
};
const passMin = (minutes: number) => {
  testDesk.clock.now += minutes * 60_000;
};

test('after a sign-in by password, an action that gives access is done for a few minutes, then asks again', async () => {
  await open(true);
  expect(await give()).toBe('given');
  passMin(reauthenticationMin - 1);
  expect(await give()).toBe('given');
  passMin(2);
  expect(await give()).toBe('reauthenticationNeeded');
  expect(await reauthenticate(await signedIn(), { password: testPassword })).toEqual({ kind: 'confirmed' });
  expect(await give()).toBe('given');
  const isThis = and(eq(auditLog.staffId, staffId), eq(auditLog.action, 'reauthenticate'));
  const entries = await testDesk.desk.db.select().from(auditLog).where(isThis);
  expect(entries).toMatchObject([{ reason: 'password', locationId: here.location.id }]);
});

test('a manager without the passkey that their gym requires gives nobody access, but can end the requirement', async () => {
  await open(true);
  const isHere = eq(locations.id, here.location.id);
  for (const passkeysRequiredOf of ['managers', 'everybody'] as const) {
    await testDesk.desk.db.update(locations).set({ passkeysRequiredOf }).where(isHere);
    expect(await give()).toBe('passkeyRequired');
  }
  expect(await giveKey({ locationId: here.location.id })).toMatchObject({ error: { gym: here.location.name } });
  const end = reauthenticatedAction('manageLocation', requirePasskeysInput, requirePasskeys, {
    isPasskeyOptional: true,
  });
  expect(await end({ locationId: here.location.id, shown: 'everybody', requiredOf: 'nobody' })).toEqual({
    ok: true,
    value: { kind: 'set' },
  });
  expect(await give()).toBe('given');
});

test('a clock that is set back does not prolong it', async () => {
  await open(true);
  passMin(-reauthenticationMin - 1);
  expect(await give()).toBe('reauthenticationNeeded');
  passMin(reauthenticationMin + 1);
});

test('after a badge alone it asks at once, and a wrong password or too many guesses do not confirm', async () => {
  await open(false);
  expect(await give()).toBe('reauthenticationNeeded');
  for (let tried = 0; tried < mostFailures; tried++) {
    expect(await reauthenticate(await signedIn(), { password: 'not the password' })).toEqual({ kind: 'wrong' });
  }
  expect(await reauthenticate(await signedIn(), { password: testPassword })).toEqual({ kind: 'tooManyAttempts' });
  expect(await give()).toBe('reauthenticationNeeded');
});
