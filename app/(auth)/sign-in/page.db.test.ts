import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { staff, staffLocations } from '#lib/server/db/schema/staff.ts';
import { browser, signIn } from '#lib/testing/browser.ts';
import { setUpStartedDesk } from '#lib/testing/set-up-test-desk.ts';
import SignInPage from './page.tsx';

const testDesk = setUpStartedDesk();
const forgetSession = () => {
  browser.claim = null;
};
beforeEach(forgetSession);
afterAll(forgetSession);

const signInHere = async () => signIn(testDesk, 'reception', await testDesk.openLocation());
/** What the page knows of the session of its browser. */
const told = async () => /"isSignedIn":(\w+)/.exec(JSON.stringify(await SignInPage()))?.[1];

describe('the sign-in page', () => {
  test('leaves the browser its offline shell while somebody is signed in there', async () => {
    await signInHere();
    expect(await told()).toBe('true');
  });

  test('has it removed where nobody is', async () => {
    expect(await told()).toBe('false');
  });

  test('has it removed where the person was disabled, or has no location any more', async () => {
    const { db } = testDesk.desk;
    const disabled = await signInHere();
    await db.update(staff).set({ disabledAt: new Date() }).where(eq(staff.id, disabled));
    expect(await told()).toBe('false');
    const withoutLocation = await signInHere();
    await db.delete(staffLocations).where(eq(staffLocations.staffId, withoutLocation));
    expect(await told()).toBe('false');
  });
});
