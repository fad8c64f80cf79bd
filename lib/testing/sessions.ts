import { eq } from 'drizzle-orm';
import type { Browser } from '#lib/auth/browser/browser.ts';
import { loadStaff, type StaffContext } from '#lib/auth/load-staff.ts';
import { openSession, type SessionClaim } from '#lib/auth/session/sessions.ts';
import { staff } from '#lib/db/schema/staff.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';

/** A browser of nobody. */
export const strangeBrowser: Browser = { deviceId: null, clientAddress: '192.0.2.7' };

/** A browser in which somebody has signed in by password. */
export const knownBrowser: Browser = { deviceId: 'f2b8d4f0-6a51-4b7e-9f0d-0c6b1a2d3e4f', clientAddress: '192.0.2.8' };

/** What the cookie of a new session of somebody says. */
export async function claimOf(desk: DeskContext, staffId: string): Promise<SessionClaim> {
  const [person] = await desk.db.select().from(staff).where(eq(staff.id, staffId));
  if (!person) throw new Error('There is no such staff member.');
  return openSession(desk.db, desk, person);
}

/** Somebody who is signed in, at one of their locations. */
export async function contextOf(desk: DeskContext, staffId: string, locationId?: string): Promise<StaffContext> {
  const context = await loadStaff(desk, { ...(await claimOf(desk, staffId)), locationId });
  if (!context) throw new Error('There is no such staff member.');
  return context;
}
