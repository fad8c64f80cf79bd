import 'server-only';
import { getServerSession } from 'next-auth';
import { cache } from 'react';
import { runningDesk } from '#lib/server/base/desk-context.ts';
import type { StaffPermission } from '#lib/wire/permissions.ts';
import { auditRefusal } from './audit-refusal.ts';
import { authorise, loadStaff, type SignedIn } from './load-staff.ts';
import { authOptions } from './options.ts';

/**
 * The person of this request's session, cached for one render.
 * @returns null where nobody is signed in
 * @throws ActionFailure `notAllowed` for a person without a location
 */
export const readStaff = cache(async (): Promise<SignedIn | null> => {
  const session = await getServerSession(authOptions());
  // the cookie of an earlier version names no session row, so it could not be revoked
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
