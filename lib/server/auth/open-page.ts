import 'server-only';
import { notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import { ActionFailure } from '#lib/server/base/failure.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { isAllowed, type StaffPermission } from '#lib/wire/permissions.ts';
import { auditRefusal } from './audit-refusal.ts';
import { contextAt, type StaffContext } from './load-staff.ts';
import { readOwnLocations } from './own-locations.ts';
import { isTabElsewhere, locationOfPage } from './page-location.ts';
import { readStaff } from './require-staff.ts';
import { noteActivity } from './session/sessions.ts';

/** Layout and page of one rendering ask at the same moment, and are one refusal. */
const auditOnce = cache(auditRefusal);

interface PageContext extends StaffContext {
  /** All that the person may change to, oldest first. */
  locations: readonly Location[];
}

/**
 * Who opens a page, at the location that the tab shows: all its layouts and the page are of one. Leads to sign-in where
 * nobody is signed in, and away from a location that is not the person's (any more): what stands on the screen of it must
 * not go on with another one's people.
 */
export const readPage = cache(async (): Promise<PageContext> => {
  try {
    const signedIn = await readStaff();
    if (!signedIn) redirect('/sign-in');
    const locations = await readOwnLocations(signedIn.desk.db, signedIn.staff.id);
    if (await isTabElsewhere(signedIn.desk.db, signedIn.staff.id, locations)) redirect('/no-access');
    const context = await contextAt(signedIn, ((await locationOfPage(locations)) ?? locations[0]).id);
    return { ...context, locations };
  } catch (error) {
    if (!(error instanceof ActionFailure)) throw error;
    redirect(error.code === 'signedOut' ? '/sign-in' : '/no-access');
  }
});

/** The same, for those who may. A page the role may not open does not exist for it. */
export async function openPage(permission: StaffPermission): Promise<StaffContext> {
  const context = await readPage();
  if (!isAllowed(context.staff.role, permission)) {
    await auditOnce(context, permission);
    notFound();
  }
  noteActivity(context.desk, context.session);
  return context;
}
