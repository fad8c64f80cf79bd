import 'server-only';
import { eq } from 'drizzle-orm';
import { cookies } from 'next/headers';
import { z } from 'zod';
import type { Queryable } from '#lib/server/db/client.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { locationCookie } from '#lib/wire/last-location.ts';

/** Where a version before kept it, in a cookie that no script can change. It counts until a page has written its own. */
const formerCookie = 'location';

/** The location that was shown last at this browser: of an address that names none, and of nothing else. */
export const lastLocationId = async (): Promise<string | undefined> =>
  (await lastOfBrowser()).locationId ?? name.parse((await cookies()).get(formerCookie)?.value);

/** Any script and any program of the host can write either. */
const name = z.uuid().optional().catch(undefined);

async function lastOfBrowser(): Promise<{ locationId?: string | undefined; staffId?: string | undefined }> {
  const [locationId, staffId] = (await cookies()).get(locationCookie)?.value.split('.') ?? [];
  return { locationId: name.parse(locationId), staffId: name.parse(staffId) };
}

/** The same, where it is one of these. */
export async function lastLocation(own: readonly Location[]): Promise<Location | undefined> {
  const named = await lastLocationId();
  return own.find(({ id }) => id === named);
}

/**
 * Whether the person was at a location last that is none of their `own` any more. What a browser remembers of somebody else,
 * or of a location that is no more, counts for nothing.
 */
export async function hasLostLast(
  db: Queryable,
  { staffId, own }: { staffId: string; own: readonly Location[] },
): Promise<boolean> {
  const last = await lastOfBrowser();
  if (last.staffId !== staffId || last.locationId === undefined) return false;
  if (own.some(({ id }) => id === last.locationId)) return false;
  return (await db.$count(locations, eq(locations.id, last.locationId))) > 0;
}

/** Whether the last who worked at this browser was another person than this one. */
export async function isOfSomebodyElse(staffId: string): Promise<boolean> {
  const last = await lastOfBrowser();
  return last.staffId !== undefined && last.staffId !== staffId;
}
