import 'server-only';
import { getServerSession } from 'next-auth';
import { cache } from 'react';
import { runningDesk } from '#lib/desk/desk.ts';
import { authorise, loadStaff, type StaffContext } from './load-staff.ts';
import { chosenLocation } from './location-cookie.ts';
import { authOptions } from './options.ts';
import type { StaffPermission } from './permissions.ts';

/**
 * The person whose session this request carries, at the location they work for. The layouts and the page of one
 * rendering ask once.
 * @returns null when nobody is signed in
 * @throws ActionFailure `notAllowed` for a person without a location
 */
export const readStaff = cache(async (): Promise<StaffContext | null> => {
  // safe because: our session callback puts it there
  const session = (await getServerSession(authOptions())) as { staffId?: string } | null;
  if (!session?.staffId) return null;
  return loadStaff(runningDesk(), { staffId: session.staffId, locationId: await chosenLocation() });
});

/** @throws ActionFailure `signedOut` or `notAllowed` */
export async function requireStaff(permission: StaffPermission): Promise<StaffContext> {
  return authorise(await readStaff(), permission);
}
