import { eq } from 'drizzle-orm';
import { encode } from 'next-auth/jwt';
import { expect, test } from 'vitest';
import { staff } from '#lib/server/db/schema/staff.ts';
import { claimOf } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { until } from '#shared/testing/until.ts';
import { cacheEndedSessions } from './ended-sessions.ts';
import { sessionTest } from './session-token.ts';
import { endAllSessions, endSession, type SessionClaim } from './sessions.ts';

const testDesk = setUpTestDesk();

interface Person {
  staffId: string;
  claim: SessionClaim;
}
const endings: [string, (person: Person) => Promise<unknown>][] = [
  ['a sign-out', ({ claim }) => endSession(testDesk.desk.db, testDesk.desk, claim.sessionId)],
  ['a sign-out everywhere', ({ staffId }) => endAllSessions(testDesk.desk.db, staffId)],
  [
    'the disabling of its person',
    ({ staffId }) => testDesk.desk.db.update(staff).set({ disabledAt: new Date() }).where(eq(staff.id, staffId)),
  ],
];

test.each(endings)('a session that %s has ended has no share of a gym at the door any more', async (_, end) => {
  const { desk } = testDesk;
  const [here, there] = [await testDesk.openLocation(), await testDesk.openLocation()];
  const cookieOf = async (claim: SessionClaim) =>
    `next-auth.session-token=${await encode({ secret: desk.secret, token: { ...claim } })}`;
  const { staffId } = here.actor;
  const claim = await claimOf(desk, staffId);
  const [own, other] = [await cookieOf(claim), await cookieOf(await claimOf(desk, there.actor.staffId))];
  const hasSession = sessionTest({ ...desk, clock: Date.now }, cacheEndedSessions(desk));
  expect([hasSession(own), hasSession(other)]).toEqual([true, true]);
  await end({ staffId, claim });
  testDesk.clock.now += 10_001;
  await until(() => expect(hasSession(own)).toBe(false));
  expect(hasSession(other)).toBe(true);
});
