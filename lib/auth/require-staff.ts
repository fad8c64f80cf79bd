import 'server-only';
import { getServerSession } from 'next-auth';
import { cache } from 'react';
import { runningDesk } from '#lib/desk/base/desk-context.ts';
import type { StaffPermission } from '#lib/wire/permissions.ts';
import { auditRefusal } from './audit-refusal.ts';
import { authorise, loadStaff, type StaffContext } from './load-staff.ts';
import { chosenLocation } from './location-cookie.ts';
import { authOptions } from './options.ts';
import type { SessionClaim } from './session/sessions.ts';

/**
 * The person whose session this request carries, at the location they work for. The layouts and the page of one
 * rendering ask once.
 * @returns null when nobody is signed in
 * @throws ActionFailure `notAllowed` for a person without a location
 */
export const readStaff = cache(async (): Promise<StaffContext | null> => {
  // safe because: our session callback puts it there
  const session = (await getServerSession(authOptions())) as Partial<SessionClaim> | null;
  // a session of an earlier version of the desk names no row and could not be withdrawn
  if (session?.sessionId === undefined || session.version === undefined) return null;
  const { sessionId, version } = session;
  return loadStaff(runningDesk(), { sessionId, version, locationId: await chosenLocation() });
});

/** @throws ActionFailure `signedOut` or `notAllowed` */
export async function requireStaff(permission: StaffPermission): Promise<StaffContext> {
  const context = await readStaff();
  try {
    return authorise(context, permission);
  } catch (error) {
    if (context) await auditRefusal(context, permission, error);
    throw error;
  }
}
