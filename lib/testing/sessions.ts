import { eq } from 'drizzle-orm';
import { contextAt, loadStaff } from '#lib/server/auth/load-staff.ts';
import { readOwnLocations } from '#lib/server/auth/own-locations.ts';
import { type Reauthenticated, requireReauthentication } from '#lib/server/auth/reauthentication/reauthenticated.ts';
import { openSession, type SessionClaim } from '#lib/server/auth/session/sessions.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { staff } from '#lib/server/db/schema/staff.ts';
import type { Browser } from '#shared/sign-in/browser.ts';

/** A browser without a session. */
export const strangeBrowser: Browser = { deviceId: null, clientAddress: '192.0.2.7' };

/** A browser in which the user has signed in by password before. */
export const knownBrowser = {
  deviceId: 'f2b8d4f0-6a51-4b7e-9f0d-0c6b1a2d3e4f',
  person: 'somebody',
  clientAddress: '192.0.2.8',
} satisfies Browser;

/**
 * The content of the cookie of a new session.
 * @param hasAuthenticated false for one of a badge
 */
export async function claimOf(desk: DeskContext, staffId: string, hasAuthenticated = true): Promise<SessionClaim> {
  const [person] = await desk.db.select().from(staff).where(eq(staff.id, staffId));
  if (!person) throw new Error('There is no such staff member.');
  return openSession(desk.db, desk, { ...person, hasAuthenticated });
}

/** A user at one of their locations, who has just signed in by password. */
export async function contextOf(desk: DeskContext, staffId: string, locationId?: string): Promise<Reauthenticated> {
  const signedIn = await loadStaff(desk, await claimOf(desk, staffId));
  if (!signedIn) throw new Error('There is no such staff member.');
  const context = await contextAt(signedIn, locationId ?? (await readOwnLocations(desk.db, staffId))[0].id);
  return requireReauthentication(context);
}
