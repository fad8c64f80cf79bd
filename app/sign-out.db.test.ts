import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test, vi } from 'vitest';
import { createStaff } from '#lib/auth/create-staff.ts';
import { loadStaff } from '#lib/auth/load-staff.ts';
import { authOptions } from '#lib/auth/options.ts';
import type { SessionClaim } from '#lib/auth/session/sessions.ts';
import { type AuditAction, auditLog } from '#lib/db/schema/audit-log.ts';
import { claimOf } from '#lib/testing/sessions.ts';
import { setUpStartedDesk } from '#lib/testing/set-up-test-desk.ts';
import { type TestLocation, testPassword } from '#lib/testing/test-desk.ts';
import { signOutEverywhere } from './actions.ts';

const cookie = vi.hoisted((): { session: SessionClaim | null } => ({ session: null }));
const clientAddress = '198.51.100.7';
vi.mock('next-auth', () => ({ getServerSession: async () => cookie.session }));
vi.mock('next/headers', () => ({
  cookies: async () => new Map(),
  headers: async () => new Headers({ 'x-forwarded-for': clientAddress }),
}));

const testDesk = setUpStartedDesk();
let here: TestLocation;
let staffId: string;
let screen: SessionClaim;
let tablet: SessionClaim;

beforeEach(async () => {
  here = await testDesk.openLocation();
  const person = { email: `${randomUUID()}@example.com`, name: 'Ana Keller', role: 'reception' } as const;
  const given = { ...person, password: testPassword, locationIds: [here.location.id] };
  staffId = await createStaff(testDesk.desk.db, testDesk.desk, given);
  screen = await claimOf(testDesk.desk, staffId);
  tablet = await claimOf(testDesk.desk, staffId);
  cookie.session = screen;
});

const isOpen = async (claim: SessionClaim) =>
  (await loadStaff(testDesk.desk, { ...claim, locationId: undefined })) !== null;
const told = (action: AuditAction) =>
  testDesk.desk.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.locationId, here.location.id), eq(auditLog.action, action)));

test('a sign-out ends the session of its cookie, and no other of the person', async () => {
  // safe because: next-auth hands over what the cookie says
  const signedOut = { token: screen } as unknown as Parameters<
    NonNullable<NonNullable<ReturnType<typeof authOptions>['events']>['signOut']>
  >[0];
  await authOptions().events?.signOut?.(signedOut);
  expect([await isOpen(screen), await isOpen(tablet)]).toEqual([false, true]);
  expect(await told('signOut')).toMatchObject([{ staffId, clientAddress }]);
});

test('a sign-out everywhere ends them all', async () => {
  expect(await signOutEverywhere({ staffId })).toEqual({ ok: true, value: null });
  expect([await isOpen(screen), await isOpen(tablet)]).toEqual([false, false]);
  expect(await told('signOutEverywhere')).toMatchObject([{ staffId, clientAddress }]);
});

test('a screen that shows another person’s name ends nobody’s session', async () => {
  expect(await signOutEverywhere({ staffId: here.actor.staffId })).toMatchObject({
    ok: false,
    error: { code: 'notAllowed' },
  });
  expect([await isOpen(screen), await isOpen(tablet)]).toEqual([true, true]);
  expect(await isOpen(await claimOf(testDesk.desk, here.actor.staffId))).toBe(true);
});
