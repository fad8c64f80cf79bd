import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { beginSession } from '#lib/server/auth/begin-session.ts';
import { createStaff } from '#lib/server/auth/create-staff.ts';
import { contextAt, loadStaff } from '#lib/server/auth/load-staff.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { staff, staffSessions } from '#lib/server/db/schema/staff.ts';
import { claimOf, knownBrowser } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { type TestLocation, testPassword } from '#lib/testing/test-desk.ts';
import { until } from '#shared/testing/until.ts';
import { endAllSessions, endSession, noteActivity, openSession, type SessionClaim } from './sessions.ts';

const minutes = (n: number) => n * 60_000;

const testDesk = setUpTestDesk();
let here: TestLocation;
let ana: string;
let session: SessionClaim;

beforeEach(async () => {
  here = await testDesk.openLocation();
  const email = `${here.location.id}-ana@example.com`;
  const person = { email, name: 'Ana Keller', role: 'reception', password: testPassword } as const;
  ana = await createStaff(testDesk.desk.db, testDesk.desk, { ...person, locationIds: [here.location.id] });
  session = await claimOf(testDesk.desk, ana);
});

/** The person of a session at the location; null where the session has ended. */
async function load(claim = session, place = here) {
  const signedIn = await loadStaff(testDesk.desk, claim);
  return signedIn && contextAt(signedIn, place.location.id).catch(() => null);
}
const setIdleLimit = (idleLimitMin: number | null, place = here) =>
  testDesk.desk.db.update(locations).set({ idleLimitMin }).where(eq(locations.id, place.location.id));
async function act(claim = session) {
  const context = await load(claim);
  if (!context) throw new Error('The session has ended.');
  noteActivity(testDesk.desk, context.session);
  const read = async () =>
    (await testDesk.desk.db.select().from(staffSessions).where(eq(staffSessions.id, claim.sessionId)))[0]?.activeAt;
  await until(async () => expect((await read())?.getTime()).toBe(testDesk.clock.now));
}

describe('a session', () => {
  test('ends with the sign-out, even if its cookie is kept, and no other session does', async () => {
    const tablet = await claimOf(testDesk.desk, ana);
    expect(await endSession(testDesk.desk.db, testDesk.desk, session.sessionId)).toBe(ana);
    expect(await load()).toBeNull();
    expect(await load(tablet)).not.toBeNull();
    expect(await endSession(testDesk.desk.db, testDesk.desk, session.sessionId)).toBeNull();
  });

  test('ends everywhere, and so do sessions of sign-ins in progress', async () => {
    const [before] = await testDesk.desk.db.select().from(staff).where(eq(staff.id, ana));
    if (!before) throw new Error('There is no such person.');
    await endAllSessions(testDesk.desk.db, ana);
    const late = await openSession(testDesk.desk.db, testDesk.desk, before);
    expect([await load(), await load(late)]).toEqual([null, null]);
    expect(await load(await claimOf(testDesk.desk, ana))).not.toBeNull();
  });

  test('ends after twelve hours, regardless of activity', async () => {
    for (let hour = 0; hour < 11; hour += 1) {
      testDesk.clock.now += minutes(60);
      await act();
    }
    testDesk.clock.now += minutes(60) - 1;
    expect(await load()).not.toBeNull();
    testDesk.clock.now += 1;
    expect(await load()).toBeNull();
  });

  test('of another person is not valid under this one’s version', async () => {
    await endAllSessions(testDesk.desk.db, ana);
    expect(await load({ ...session, version: session.version + 1 })).toBeNull();
  });

  test('replaces the former one of the browser, which stays valid for a grace period', async () => {
    const [mira] = await testDesk.desk.db.select().from(staff).where(eq(staff.id, here.actor.staffId));
    if (!mira) throw new Error('There is no manager.');
    const now = { staff: mira, means: 'badge', browser: knownBrowser, former: session.sessionId } as const;
    const next = (await beginSession(testDesk.desk, now)) ?? undefined;
    expect(await load()).not.toBeNull();
    testDesk.clock.now += minutes(1);
    expect(await load()).toBeNull();
    expect(await load(next)).not.toBeNull();
    const told = and(eq(auditLog.staffId, mira.id), eq(auditLog.action, 'signIn'));
    expect(await testDesk.desk.db.select().from(auditLog).where(told)).toMatchObject([
      { locationId: here.location.id, reason: 'badge', clientAddress: knownBrowser.clientAddress },
    ]);
  });
});

describe('at a location with an idle limit, a session', () => {
  test('ends when it has been idle for that long, and not before', async () => {
    await setIdleLimit(30);
    testDesk.clock.now += minutes(29);
    await act();
    testDesk.clock.now += minutes(30);
    expect(await load()).not.toBeNull();
    testDesk.clock.now += 1;
    expect(await load()).toBeNull();
  });

  test('that exceeded the limit is not valid at a location without a limit either', async () => {
    await setIdleLimit(30);
    testDesk.clock.now += minutes(31);
    expect(await load()).toBeNull();
    await setIdleLimit(null);
    expect(await load()).toBeNull();
  });

  test('is not kept alive by reads that its page repeats', async () => {
    await setIdleLimit(30);
    for (let minute = 0; minute < 31; minute += 1) {
      testDesk.clock.now += minutes(1);
      await load();
    }
    expect(await load()).toBeNull();
  });
});
