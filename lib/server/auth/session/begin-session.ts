import 'server-only';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Staff } from '#lib/server/db/schema/staff.ts';
import type { Browser } from '#shared/sign-in/browser.ts';
import { auditSignIn, type SignInMeans } from './audit-sign-in.ts';
import { handOverSession, openSession, type SessionClaim } from './sessions.ts';

interface SignedIn {
  staff: Staff;
  means: SignInMeans;
  browser: Browser;
  /** The location of the screen, if it has one. */
  locationId?: string | undefined;
  /** The name of the browser, for the person's list of sessions. */
  browserName?: string | null | undefined;
  /** The session that the browser had before. */
  former?: string | undefined;
}

/** Opens the session of an authenticated person, in place of the browser's former one. */
export function beginSession(
  desk: Pick<DeskContext, 'db' | 'newId' | 'clock'>,
  { staff, means, browser, locationId, browserName, former }: SignedIn,
): Promise<SessionClaim> {
  return desk.db.transaction(async (tx) => {
    if (former !== undefined) await handOverSession(tx, desk, former);
    await auditSignIn(tx, desk, { action: 'signIn', staffId: staff.id, means, browser, locationId });
    return openSession(tx, desk, { ...staff, browserName });
  });
}
