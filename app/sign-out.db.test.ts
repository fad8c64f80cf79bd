import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { loadStaff } from '#lib/server/auth/load-staff.ts';
import { authOptions } from '#lib/server/auth/options.ts';
import type { SessionClaim } from '#lib/server/auth/session/sessions.ts';
import { type AuditAction, auditLog } from '#lib/server/db/schema/audit-log.ts';
import { browser, hire } from '#lib/testing/browser.ts';
import { claimOf } from '#lib/testing/sessions.ts';
import { setUpStartedDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { signOutEverywhere } from './actions.ts';

const testDesk = setUpStartedDesk();
let here: TestLocation;
let staffId: string;
let screen: SessionClaim;
let tablet: SessionClaim;

beforeEach(async () => {
  here = await testDesk.openLocation();
  staffId = await hire(testDesk, 'reception', here);
  screen = await claimOf(testDesk.desk, staffId);
  tablet = await claimOf(testDesk.desk, staffId);
  browser.claim = screen;
});

const isOpen = async (claim: SessionClaim) => (await loadStaff(testDesk.desk, claim)) !== null;
const told = (action: AuditAction) =>
  testDesk.desk.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.locationId, here.location.id), eq(auditLog.action, action)));

test('a sign-out ends the session of its cookie and no other session of the user', async () => {
  // safe because: next-auth passes the content of the cookie
  const signedOut = { token: screen } as unknown as Parameters<
    NonNullable<NonNullable<ReturnType<typeof authOptions>['events']>['signOut']>
  >[0];
  await authOptions().events?.signOut?.(signedOut);
  expect([await isOpen(screen), await isOpen(tablet)]).toEqual([false, true]);
  expect(await told('signOut')).toMatchObject([{ staffId, clientAddress: browser.clientAddress }]);
});

test('a sign-out everywhere ends all sessions of the user', async () => {
  expect(await signOutEverywhere({ locationId: here.location.id, staffId })).toEqual({ ok: true, value: null });
  expect([await isOpen(screen), await isOpen(tablet)]).toEqual([false, false]);
  expect(await told('signOutEverywhere')).toMatchObject([{ staffId, clientAddress: browser.clientAddress }]);
});

test('a sign-out everywhere from a screen of another user ends no session', async () => {
  expect(await signOutEverywhere({ locationId: here.location.id, staffId: here.actor.staffId })).toMatchObject({
    ok: false,
    error: { code: 'notAllowed' },
  });
  expect([await isOpen(screen), await isOpen(tablet)]).toEqual([true, true]);
  expect(await isOpen(await claimOf(testDesk.desk, here.actor.staffId))).toBe(true);
});
