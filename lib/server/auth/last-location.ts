import 'server-only';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { readCookie } from '#lib/server/base/read-cookie.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { locationCookie } from '#lib/wire/last-location.ts';

/** The cookie of an earlier version, `HttpOnly`. It counts until a page has written the present one. */
const formerCookie = 'location';

/** The location used last in this browser. Only for addresses that name no location. */
export const lastLocationId = async (): Promise<string | undefined> =>
  (await lastOfBrowser()).locationId ?? id.parse(await readCookie(formerCookie));

/** Cookies are not trusted: any script of the host can write them. */
const id = z.uuid().optional().catch(undefined);

async function lastOfBrowser(): Promise<{ locationId?: string | undefined; staffId?: string | undefined }> {
  const [locationId, staffId] = (await readCookie(locationCookie))?.split('.') ?? [];
  return { locationId: id.parse(locationId), staffId: id.parse(staffId) };
}

/** The same, if it is one of `own`. */
export async function lastLocation(own: readonly Location[]): Promise<Location | undefined> {
  const named = await lastLocationId();
  return own.find((location) => location.id === named);
}

/**
 * Whether the location that this person used last is no longer one of their `own`. False where the browser remembers another
 * person, or a location that does not exist.
 */
export async function hasLostLast(
  db: Queryable,
  { staffId, own }: { staffId: string; own: readonly Location[] },
): Promise<boolean> {
  const last = await lastOfBrowser();
  if (last.staffId !== staffId || last.locationId === undefined) return false;
  if (own.some((location) => location.id === last.locationId)) return false;
  return (await db.$count(locations, eq(locations.id, last.locationId))) > 0;
}

/** Whether another person used this browser last. */
export async function isOfSomebodyElse(staffId: string): Promise<boolean> {
  const last = await lastOfBrowser();
  return last.staffId !== undefined && last.staffId !== staffId;
}
