import 'server-only';
import { eq } from 'drizzle-orm';
import type { Queryable } from '#lib/db/client.ts';
import { type Location, locations } from '#lib/db/schema/locations.ts';
import { ActionFailure } from '#lib/failure.ts';

/** @throws ActionFailure `notFound` */
export async function requireLocation(db: Queryable, id: string): Promise<Location> {
  const [location] = await db.select().from(locations).where(eq(locations.id, id));
  if (!location) throw new ActionFailure('notFound', 'There is no such location: list-locations shows their ids.');
  return location;
}
