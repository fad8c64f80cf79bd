import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { beginSession } from '#lib/server/auth/begin-session.ts';
import { readBrowserName } from '#lib/server/auth/browser/browser.ts';
import { loadStaff, type SignedIn } from '#lib/server/auth/load-staff.ts';
import { endAllSessions } from '#lib/server/auth/session/sessions.ts';
import { signInStaff } from '#lib/server/auth/sign-in.ts';
import { createSignInLink, findSignInLink } from '#lib/server/auth/sign-in-link.ts';
import { type AuditAction, auditLog } from '#lib/server/db/schema/audit-log.ts';
import { type Staff, staff } from '#lib/server/db/schema/staff.ts';
import { browser, hire } from '#lib/testing/browser.ts';
import { claimOf, knownBrowser } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { type TestLocation, testPassword } from '#lib/testing/test-desk.ts';
import { shiftMs } from '#shared/session/session-rules.ts';
import { changePassword } from './change-password.ts';
import { endOwnSession, listOwnSessions } from './own-sessions.ts';

const next = 'four words in a row';

const testDesk = setUpTestDesk();
let here: TestLocation;
let person: Staff;
let signedIn: SignedIn;

beforeEach(async () => {
  here = await testDesk.openLocation();
  const staffId = await hire(testDesk, 'trainer', here);
  signedIn = await signInAgain(staffId);
  person = signedIn.staff;
});

async function signInAgain(staffId: string): Promise<SignedIn> {
  const opened = await loadStaff(testDesk.desk, await claimOf(testDesk.desk, staffId));
  if (!opened) throw new Error('The session did not begin.');
  return opened;
}
const isOpen = async ({ session, staff: { sessionVersion: version } }: SignedIn) =>
  (await loadStaff(testDesk.desk, { sessionId: session.id, version })) !== null;
const signIn = (password: string) =>
  signInStaff(testDesk.desk, { email: person.email, password, browser: knownBrowser });
const audited = async (action: AuditAction) => {
  const isHere = and(eq(auditLog.locationId, here.location.id), eq(auditLog.action, action));
  const rows = await testDesk.desk.db.select().from(auditLog).where(isHere);
  return rows.map(({ staffId, clientAddress }) => ({ staffId, clientAddress }));
};

describe('the own password', () => {
  test('is changed: this session stays, the others and unused links end', async () => {
    const other = await signInAgain(person.id);
    const { url } = await createSignInLink(testDesk.desk.db, testDesk.desk, { ...person, createdBy: null });
    expect(await changePassword(signedIn, { current: testPassword, next })).toEqual({ kind: 'changed' });
    expect([await isOpen(signedIn), await isOpen(other)]).toEqual([true, false]);
    expect(await findSignInLink(testDesk.desk, new URL(url).searchParams.get('token') ?? '')).toBeNull();
    expect(await signIn(testPassword)).toEqual({ kind: 'wrong' });
    expect(await signIn(next)).toMatchObject({ kind: 'signedIn' });
    expect(await audited('changePassword')).toEqual([{ staffId: person.id, clientAddress: browser.clientAddress }]);
  });

  test('is not changed by somebody who does not know it, and guesses do not lock the person out of the sign-in', async () => {
    for (let guess = 0; guess < 10; guess += 1) {
      expect(await changePassword(signedIn, { current: `guess ${guess}`, next })).toEqual({ kind: 'wrong' });
    }
    expect(await changePassword(signedIn, { current: testPassword, next })).toEqual({ kind: 'tooManyAttempts' });
    expect(await signIn(testPassword)).toMatchObject({ kind: 'signedIn' });
  });

  test.each(['password1234', 'Ana-Keller-1', 'kellerKELLER77'])(
    'is not changed to %s, which is easy to guess',
    async (easy) => {
      expect(await changePassword(signedIn, { current: testPassword, next: easy })).toEqual({ kind: 'unsafe' });
      expect(await signIn(testPassword)).toMatchObject({ kind: 'signedIn' });
    },
  );

  test('is not changed to the name of a gym', async () => {
    const { name } = here.location;
    expect(await changePassword(signedIn, { current: testPassword, next: `${name} ${name}` })).toEqual({
      kind: 'unsafe',
    });
  });

  test('is changed by one of two at a time: the other one knows only the former password', async () => {
    const attempts = [next, 'another five words in a row'].map((one) =>
      changePassword(signedIn, { current: testPassword, next: one }),
    );
    expect((await Promise.all(attempts)).map(({ kind }) => kind).sort()).toEqual(['changed', 'wrong']);
  });

  test('is not changed once all sessions have ended, although this request began before', async () => {
    await endAllSessions(testDesk.desk.db, person.id);
    expect(await changePassword(signedIn, { current: testPassword, next })).toEqual({ kind: 'wrong' });
    expect(await signIn(testPassword)).toMatchObject({ kind: 'signedIn' });
  });

  test('is changed before a sign-in with the former one opens its session: it opens none', async () => {
    const checked = await signIn(testPassword);
    if (checked.kind !== 'signedIn') throw new Error(checked.kind);
    await changePassword(signedIn, { current: testPassword, next });
    const late = { staff: checked.staff, means: 'password', browser: knownBrowser } as const;
    expect(await beginSession(testDesk.desk, late)).toBeNull();
    expect(await listOwnSessions(signedIn)).toHaveLength(1);
  });

  test('has wrong guesses and the lock in the audit log', async () => {
    for (let guess = 0; guess < 11; guess += 1) await changePassword(signedIn, { current: 'wrong', next });
    expect(await audited('signInFailed')).toHaveLength(10);
    expect(await audited('signInLocked')).toHaveLength(1);
  });

  test('is not changed where there is none', async () => {
    await testDesk.desk.db.update(staff).set({ passwordHash: null }).where(eq(staff.id, person.id));
    const invited = { ...signedIn, staff: { ...person, passwordHash: null } };
    expect(await changePassword(invited, { current: '', next })).toEqual({ kind: 'wrong' });
  });
});

describe('the own sessions', () => {
  test('are listed, this one first, with browser and times, without those of others and those that ended', async () => {
    browser.headers = {
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    };
    const browserName = await readBrowserName();
    testDesk.clock.now += 60_000;
    const sent = { staff: person, means: 'password', browser: knownBrowser, browserName } as const;
    const claim = await beginSession(testDesk.desk, sent);
    await signInAgain(await hire(testDesk, 'trainer', here));
    const sessions = await listOwnSessions(signedIn);
    expect(sessions).toMatchObject([
      { id: signedIn.session.id, browser: null, isThis: true },
      { id: claim?.sessionId, browser: 'Firefox, Windows', isThis: false },
    ]);
    expect(sessions[1]?.startedAt).toBe(new Date(testDesk.clock.now).toISOString());
    testDesk.clock.now += shiftMs;
    expect(await listOwnSessions(signedIn)).toEqual([]);
    browser.headers = {};
    expect(await readBrowserName()).toBeNull();
  });

  test('end one by one, at once, and the audit log has it', async () => {
    const [other, third] = [await signInAgain(person.id), await signInAgain(person.id)];
    await endOwnSession(signedIn, { sessionId: other.session.id });
    await endOwnSession(signedIn, { sessionId: other.session.id });
    expect([await isOpen(signedIn), await isOpen(other), await isOpen(third)]).toEqual([true, false, true]);
    expect(await audited('endSession')).toHaveLength(1);
  });

  test('do not include those of others, nor does anybody end this one by mistake', async () => {
    const colleague = await signInAgain(await hire(testDesk, 'manager', here));
    await endOwnSession(signedIn, { sessionId: colleague.session.id });
    await endOwnSession(signedIn, { sessionId: signedIn.session.id });
    expect([await isOpen(signedIn), await isOpen(colleague)]).toEqual([true, true]);
    expect(await audited('endSession')).toEqual([]);
  });
});
