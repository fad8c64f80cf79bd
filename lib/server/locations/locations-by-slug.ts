import 'server-only';
import type { Queryable } from '#lib/server/db/client.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import type { Log } from '#shared/log/log.ts';

/** In milliseconds: an address that no location has is anybody's to ask for. */
const readAtMostEvery = 10_000;

/**
 * Which location a slug stands for, as the database said when it was read last. One that is not known is read in the background,
 * so that the next request knows it; slugs never change.
 */
export function knowLocationsBySlug(
  db: Queryable,
  { clock, log }: { clock: () => number; log: Log },
): (slug: string) => string | undefined {
  let known: ReadonlyMap<string, string> = new Map();
  let readAt = Number.NEGATIVE_INFINITY;
  const read = async () => {
    const rows = await db.select({ id: locations.id, slug: locations.slug }).from(locations);
    known = new Map(rows.map(({ id, slug }) => [slug, id]));
  };
  return (slug) => {
    const id = known.get(slug);
    // a clock that was set back reads once more than it had to
    if (id === undefined && Math.abs(clock() - readAt) > readAtMostEvery) {
      readAt = clock();
      read().catch((error: unknown) => log.warn({ error }, 'the slugs of the locations could not be read'));
    }
    return id;
  };
}
