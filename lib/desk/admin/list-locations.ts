import 'server-only';
import { asc } from 'drizzle-orm';
import type { Queryable } from '#lib/db/client.ts';
import { locations } from '#lib/db/schema/locations.ts';

/** All locations by name, without their credentials. */
export function listLocations(db: Queryable) {
  const { id, name, timeZone, capacity, apiUrl, retiredAt } = locations;
  return db.select({ id, name, timeZone, capacity, apiUrl, retiredAt }).from(locations).orderBy(asc(name));
}
