import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { staff, staffBadges, staffSessions } from '#lib/server/db/schema/staff.ts';
import { browser, hire } from '#lib/testing/browser.ts';
import { claimOf } from '#lib/testing/sessions.ts';
import { setUpStartedDesk } from '#lib/testing/set-up-test-desk.ts';
import { testPassword } from '#lib/testing/test-desk.ts';
import { deviceLifeMs, signDevice } from '#shared/sign-in/known-browser.ts';
import { badgeDigest } from './badge/card-of-badge.ts';
import { hashPin } from './badge/pin.ts';
import { authOptions } from './options.ts';
import { createSignInLink } from './sign-in-link.ts';

const testDesk = setUpStartedDesk();
const card = '04B0C0D1E2F3A5';
const pin = '583920';
let staffId: string;

beforeEach(async () => {
  const { desk } = testDesk;
  staffId = await hire(testDesk, 'manager', await testDesk.openLocation());
  const device = signDevice(desk, { deviceId: desk.newId(), people: [] }, 'ana@example.com');
  browser.claim = null;
  browser.cookies = { device };
});

type Authorize = (raw: Record<string, string>) => Promise<{ sessionId: string } | null>;

/** Signs in as the sign-in page does. @returns whether the session counts as one whose person has just proved who they are */
async function hasAuthenticated(means: string, raw: Record<string, string>): Promise<boolean> {
  // safe because: next-auth keeps what it was given
  const providers = authOptions().providers.map(({ options }) => options as { id?: string; authorize: Authorize });
  const provider = providers.find(({ id = 'password' }) => id === means);
  const claim = await provider?.authorize(raw);
  if (!claim) throw new Error('The sign-in failed.');
  const [session] = await testDesk.desk.db.select().from(staffSessions).where(eq(staffSessions.id, claim.sessionId));
  return session?.authenticatedAt != null;
}

const newLink = async () => {
  const { db } = testDesk.desk;
  const [person] = await db.select().from(staff).where(eq(staff.id, staffId));
  if (!person) throw new Error('There is no such person.');
  const { url } = await createSignInLink(db, testDesk.desk, { ...person, createdBy: null });
  return new URL(url).searchParams.get('token') ?? '';
};

const giveBadge = async () => {
  const { db, badgeKey } = testDesk.desk;
  const cardDigest = badgeDigest(badgeKey, `0x${card}`);
  // of the person of the test before
  await db.delete(staffBadges).where(eq(staffBadges.cardDigest, cardDigest));
  await db.insert(staffBadges).values({ staffId, cardDigest, pinHash: await hashPin(badgeKey, { staffId, pin }) });
};

test('a counter where everybody signs in by badge stays known, beyond a year', async () => {
  await giveBadge();
  const started = testDesk.clock.now;
  onTestFinished(() => {
    testDesk.clock.now = started;
  });
  for (const years of [0.9, 1.8]) {
    testDesk.clock.now = started + years * deviceLifeMs;
    await hasAuthenticated('badge', { card, source: 'scan', pin });
  }
  testDesk.clock.now = started + 2.9 * deviceLifeMs;
  await expect(hasAuthenticated('badge', { card, source: 'scan', pin })).rejects.toThrow('unknownBrowser');
});

test('a session by badge, or by a link alone, has to prove again who sits at it before it gives access', async () => {
  await giveBadge();
  expect(await hasAuthenticated('badge', { card, source: 'scan', pin })).toBe(false);
  expect(await hasAuthenticated('link', { token: await newLink() })).toBe(false);
  expect(await hasAuthenticated('link', { token: await newLink(), password: 'four words in a row' })).toBe(true);
});

test('one by password does not', async () => {
  const [person] = await testDesk.desk.db.select().from(staff).where(eq(staff.id, staffId));
  expect(await hasAuthenticated('password', { email: person?.email ?? '', password: testPassword })).toBe(true);
});

test('a sign-out whose end the database could not store is done for the person, and an error in the log', async () => {
  const { db, log } = testDesk.desk;
  const token = await claimOf(testDesk.desk, staffId);
  const errors = vi.spyOn(log, 'error');
  onTestFinished(() => errors.mockRestore());
  await db.execute(sql`alter table staff_sessions rename to away`);
  const signedOut = Promise.resolve(authOptions().events?.signOut?.({ token } as never)); // safe because: it reads the token alone
  await signedOut.finally(() => db.execute(sql`alter table away rename to staff_sessions`));
  expect(errors.mock.calls).toEqual([[{ error: expect.any(Error) }, expect.stringContaining('at a sign-out')]]);
  const isOpen = eq(staffSessions.id, token.sessionId);
  await authOptions().events?.signOut?.({ token } as never);
  expect(await db.select().from(staffSessions).where(isOpen)).toEqual([
    expect.objectContaining({ expiresAt: new Date(testDesk.clock.now) }),
  ]);
  expect(errors).toHaveBeenCalledOnce();
});
