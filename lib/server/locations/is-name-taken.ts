import 'server-only';
import { and, eq, inArray, ne } from 'drizzle-orm';
import { readOwnIds } from '#lib/server/auth/own-locations.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { locations } from '#lib/server/db/schema/locations.ts';

interface WantedName {
  staffId: string;
  /** The location that is to have the name. */
  locationId: string;
  name: string;
}

/**
 * Whether another location of this person has the name. Locations of other people may have the same name: a refusal would reveal
 * that they exist.
 */
export async function isNameTaken(tx: Queryable, { staffId, locationId, name }: WantedName): Promise<boolean> {
  const own = await readOwnIds(tx, staffId);
  const others = and(inArray(locations.id, own), ne(locations.id, locationId), eq(locations.name, name));
  return (await tx.$count(locations, others)) > 0;
}
