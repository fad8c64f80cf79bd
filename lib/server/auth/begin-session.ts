import 'server-only';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type Staff, staff } from '#lib/server/db/schema/staff.ts';
import type { Browser } from '#shared/sign-in/browser.ts';
import { beginEnrolment, forgetEnrolment } from './passkeys/enrolment.ts';
import { auditSignIn, type SignInMeans } from './session/audit-sign-in.ts';
import { handOverSession, openSession, type SessionClaim } from './session/sessions.ts';

interface SignedIn {
  staff: Staff;
  means: SignInMeans;
  browser: Browser;
  /** The location of the screen, if it has one. */
  locationId?: string | undefined;
  /** The name of the browser, for the person's list of sessions. */
  browserName?: string | null | undefined;
  /** Whether the person entered their password, chose one, or used a passkey. */
  hasAuthenticated?: boolean | undefined;
  /** Whether it is at an address where a passkey can be required. */
  canRequirePasskey?: boolean | undefined;
  /** The session that the browser had before. */
  former?: string | undefined;
}

/**
 * Opens the session of an authenticated person, in place of the browser's former one.
 * @returns null where the password, a version or the access of the person has changed since they were read
 */
export function beginSession(
  desk: Pick<DeskContext, 'db' | 'newId' | 'clock' | 'url'>,
  { staff: person, means, browser, locationId, browserName, hasAuthenticated, canRequirePasskey, former }: SignedIn,
): Promise<SessionClaim | null> {
  const isOneFactor = canRequirePasskey === true && (means === 'password' || means === 'link');
  return desk.db.transaction(async (tx) => {
    if (!(await isStill(tx, person))) return null;
    if (former !== undefined) await handOverSession(tx, desk, former);
    await auditSignIn(tx, desk, { action: 'signIn', staffId: person.id, means, browser, locationId });
    if (isOneFactor) await beginEnrolment(tx, desk, person);
    // otherwise a period from under another host name would count once the passkey no longer does
    if (means === 'passkey') await forgetEnrolment(tx, eq(staff.id, person.id));
    return openSession(tx, desk, { ...person, browserName, hasAuthenticated, isOneFactor });
  });
}

/** Locks the person's row until the session is stored: whoever ends all sessions of the person then ends this one too. Two sign-ins wait for each other, since both may begin the period for a passkey. */
async function isStill(tx: Queryable, { id, sessionVersion, signInVersion, passwordHash }: Staff): Promise<boolean> {
  const isSame = and(
    eq(staff.id, id),
    eq(staff.sessionVersion, sessionVersion),
    eq(staff.signInVersion, signInVersion),
    sql`${staff.passwordHash} is not distinct from ${passwordHash}`,
    isNull(staff.disabledAt),
  );
  return (await tx.select({ id: staff.id }).from(staff).where(isSame).for('no key update')).length > 0;
}
