import 'server-only';
import { eq, isNull } from 'drizzle-orm';
import type { Queryable } from '#lib/db/client.ts';
import { type Location, locations } from '#lib/db/schema/locations.ts';

/** Holds for locations that people work at. */
export const isInUse = isNull(locations.retiredAt);

/** @throws Error where there is none: every row of the desk belongs to a location */
export async function locationOf(db: Queryable, locationId: string): Promise<Location> {
  const [location] = await db.select().from(locations).where(eq(locations.id, locationId));
  if (!location) throw new Error('There is no such location.');
  return location;
}
