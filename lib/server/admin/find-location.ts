import 'server-only';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { ActionFailure } from '#lib/server/base/failure.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';

/** What the operator types to name a location. */
export const locationInput = z.string().trim().min(1, 'Give the id, the slug or the name: list-locations shows them.');

/**
 * The location that the operator means: by its id, its slug, or a name that no other location has.
 * @throws ActionFailure `notFound`; `conflict` for a name of several locations
 */
export async function requireLocation(db: Queryable, meant: string): Promise<Location> {
  if (z.uuid().safeParse(meant).success) {
    const [byId] = await db.select().from(locations).where(eq(locations.id, meant));
    if (byId) return byId;
  }
  const [bySlug] = await db.select().from(locations).where(eq(locations.slug, meant));
  if (bySlug) return bySlug;
  const [byName, ...others] = await db
    .select()
    .from(locations)
    .where(eq(locations.name, meant))
    .orderBy(locations.slug);
  if (!byName) throw new ActionFailure('notFound', 'There is no such location: list-locations shows them.');
  if (others.length === 0) return byName;
  const slugs = [byName, ...others].map(({ slug }) => slug);
  throw new ActionFailure(
    'conflict',
    `Several locations are named ${meant}. Give the slug of one: ${slugs.join(', ')}.`,
  );
}
