import 'server-only';
import { throttleRead } from '#lib/server/base/background-read.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import type { Log } from '#shared/log/log.ts';

/** Anybody may ask for a name that no location has. */
const readAtMostEveryMs = 10_000;

/**
 * Caches the ids and slugs of all locations. A name that is not cached is read in the background, so that the next request finds
 * it; neither ids nor slugs ever change.
 * @returns the id of the location with this id or slug; undefined where it is not cached
 */
export function knowLocations(
  db: Queryable,
  core: { clock: () => number; log: Log },
): (name: string) => string | undefined {
  let known: ReadonlyMap<string, string> = new Map();
  const read = async () => {
    const rows = await db.select({ id: locations.id, slug: locations.slug }).from(locations);
    // ids last: a slug that looks like the id of another location must not stand for it
    known = new Map([...rows.map(({ id, slug }) => [slug, id] as const), ...rows.map(({ id }) => [id, id] as const)]);
  };
  const refresh = throttleRead(core, {
    everyMs: readAtMostEveryMs,
    broken: 'the names of the locations could not be read',
    read,
  });
  return (name) => {
    const id = known.get(name);
    if (id === undefined) refresh();
    return id;
  };
}
