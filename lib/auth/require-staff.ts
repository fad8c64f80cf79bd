import 'server-only';
import { cookies } from 'next/headers';
import { getServerSession } from 'next-auth';
import { runningDesk } from '#lib/desk/desk.ts';
import { authorise, loadStaff, type StaffContext } from './load-staff.ts';
import { authOptions } from './options.ts';
import type { StaffPermission } from './permissions.ts';

/** The cookie that says which of their locations a person works for at this browser. */
export const locationCookie = 'location';

/**
 * The person whose session this request carries, at the location they work for.
 * @returns null when nobody is signed in
 * @throws ActionFailure `notAllowed` for a person without a location
 */
export async function readStaff(): Promise<StaffContext | null> {
  // safe because: our session callback puts it there
  const session = (await getServerSession(authOptions())) as { staffId?: string } | null;
  if (!session?.staffId) return null;
  const locationId = (await cookies()).get(locationCookie)?.value;
  return loadStaff(runningDesk(), { staffId: session.staffId, locationId });
}

/** @throws ActionFailure `signedOut` or `notAllowed` */
export async function requireStaff(permission: StaffPermission): Promise<StaffContext> {
  return authorise(await readStaff(), permission);
}
