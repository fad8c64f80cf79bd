import 'server-only';
import { getServerSession } from 'next-auth';
import { cache } from 'react';
import { runningDesk } from '#lib/server/base/desk-context.ts';
import type { StaffPermission } from '#lib/wire/permissions.ts';
import { auditRefusal } from './audit-refusal.ts';
import { authorise, loadStaff, type SignedIn } from './load-staff.ts';
import { authOptions } from './options.ts';

/**
 * The person whose session this request carries. The layouts and the page of one rendering ask once.
 * @returns null when nobody is signed in
 * @throws ActionFailure `notAllowed` for a person without a location
 */
export const readStaff = cache(async (): Promise<SignedIn | null> => {
  const session = await getServerSession(authOptions());
  // a session of an earlier version of the desk names no row and could not be withdrawn
  if (session?.sessionId === undefined || session.version === undefined) return null;
  const { sessionId, version } = session;
  return loadStaff(runningDesk(), { sessionId, version });
});

/** @throws ActionFailure `signedOut` or `notAllowed` */
export async function requireStaff(permission: StaffPermission): Promise<SignedIn> {
  const signedIn = await readStaff();
  try {
    return authorise(signedIn, permission);
  } catch (error) {
    if (signedIn) await auditRefusal(signedIn, { permission, error });
    throw error;
  }
}
