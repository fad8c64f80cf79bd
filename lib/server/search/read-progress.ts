import { eq } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import { directorySyncs, members } from '#lib/server/db/schema/directory.ts';
import type { SyncProgress } from '#lib/wire/directory.ts';

/** How many members the first full pass of the mirror has read so far; null once it is complete. */
export async function readProgress(db: Queryable, locationId: string): Promise<SyncProgress | null> {
  const [sync] = await db
    .select({ allReadAt: directorySyncs.allReadAt, total: directorySyncs.passTotal })
    .from(directorySyncs)
    .where(eq(directorySyncs.locationId, locationId));
  if (sync?.allReadAt) return null;
  return { read: await db.$count(members, eq(members.locationId, locationId)), total: sync?.total ?? null };
}
