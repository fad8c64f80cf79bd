import 'server-only';
import { eq, or } from 'drizzle-orm';
import { z } from 'zod';
import { ActionFailure } from '#lib/server/base/failure.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';

/** What the operator types to name a location. */
export const locationInput = z.string().trim().min(1, 'Give the id, the slug or the name: list-locations shows them.');

/**
 * The location that the operator means: by its id, or by a slug or a name that no other location has as either.
 * @throws ActionFailure `notFound`; `conflict` for what several locations are called
 */
export async function requireMeantLocation(db: Queryable, meant: string): Promise<Location> {
  if (z.uuid().safeParse(meant).success) {
    const [byId] = await db.select().from(locations).where(eq(locations.id, meant));
    if (byId) return byId;
  }
  const isMeant = or(eq(locations.slug, meant), eq(locations.name, meant));
  const [found, ...others] = await db.select().from(locations).where(isMeant).orderBy(locations.slug);
  if (!found) throw new ActionFailure('notFound', 'There is no such location: list-locations shows them.');
  if (others.length === 0) return found;
  const ids = [found, ...others].map(({ id, name, slug }) => `${id} (${name}, ${slug})`);
  throw new ActionFailure(
    'conflict',
    `Several locations have this slug or name. Give the id of one: ${ids.join(', ')}.`,
  );
}
