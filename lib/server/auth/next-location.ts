import 'server-only';
import { redirect } from 'next/navigation';
import { ActionFailure } from '#lib/server/base/failure.ts';
import type { NextLocation } from '#lib/wire/last-location.ts';
import { hasLostLast, lastLocation } from './last-location.ts';
import { readOwnLocations } from './own-locations.ts';
import { readStaff } from './require-staff.ts';

/** Without a session, redirects to the sign-in. @returns null for a person without any location */
export async function findNextLocation(): Promise<NextLocation | null> {
  try {
    const signedIn = await readStaff();
    if (!signedIn) redirect('/sign-in');
    const { desk, staff } = signedIn;
    const own = await readOwnLocations(desk.db, staff.id);
    const isInsteadOfLast = await hasLostLast(desk.db, { staffId: staff.id, own });
    const { id, slug, name } = (await lastLocation(own)) ?? own[0];
    return { id, slug, name, staffId: staff.id, isInsteadOfLast };
  } catch (error) {
    if (error instanceof ActionFailure) return null;
    throw error;
  }
}
