import 'server-only';
import type { Queryable } from '#lib/server/db/client.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import type { Log } from '#shared/log/log.ts';

/** A throttle: requests with unknown slugs need no sign-in, and must not cause a query each. */
const readAtMostEveryMs = 10_000;

/**
 * A cache from slug to location id. A miss returns undefined and refreshes the cache in the background, for later requests.
 * Entries never go stale, because slugs never change.
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
    // `abs`: a clock that was set back must not stop the refreshing
    if (id === undefined && Math.abs(clock() - readAt) > readAtMostEveryMs) {
      readAt = clock();
      read().catch((error: unknown) => log.warn({ error }, 'the slugs of the locations could not be read'));
    }
    return id;
  };
}
