import 'server-only';
import { and, asc, eq, gt, or } from 'drizzle-orm';
import { badgeKeyContext } from '#lib/server/auth/badge/badge-key.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { type SealContext, unseal, unsealPhoto } from '#lib/server/crypto/seal.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { photos } from '#lib/server/db/schema/photos.ts';
import { badgeKeys, staffBadges } from '#lib/server/db/schema/staff.ts';
import { webhookRegistrations } from '#lib/server/db/schema/webhooks.ts';

/** What opens neither under DESK_SECRET nor under DESK_SECRET_PREVIOUS. */
export interface Lost {
  keys: SealContext[];
  /** All of them where their key does not open, otherwise none. */
  badges: number;
  /** The number of pictures by location. */
  photos: ReadonlyMap<string, number>;
}

type Secrets = Pick<DeskContext, 'db' | 'secret' | 'previousSecret'>;

/** Tries to open everything that is sealed, and changes nothing. */
export async function findLost(desk: Secrets): Promise<Lost> {
  const keys = (await readSealed(desk.db)).flatMap(({ sealed, ...context }) =>
    sealed === null || opens(desk, { sealed, ...context }) ? [] : [context],
  );
  const isBadgeKeyLost = keys.some(({ field }) => field === badgeKeyContext.field);
  return { keys, badges: isBadgeKeyLost ? await desk.db.$count(staffBadges) : 0, photos: await countPhotos(desk) };
}

interface Sealed extends SealContext {
  sealed: string | null;
}

async function readSealed(db: Queryable): Promise<Sealed[]> {
  const ofLocations = (await db.select().from(locations)).flatMap(({ id: locationId, ...location }): Sealed[] => [
    { locationId, field: 'apiKey', sealed: location.sealedApiKey },
    { locationId, field: 'v1Token', sealed: location.sealedV1Token },
    { locationId, field: 'exportKey', sealed: location.sealedExportKey },
  ]);
  const ofWebhooks = (await db.select().from(webhookRegistrations)).flatMap(({ locationId, ...webhook }): Sealed[] => [
    { locationId, field: 'webhookSecret', sealed: webhook.sealedSecret },
    { locationId, field: 'webhookSecret', sealed: webhook.sealedFormerSecret },
  ]);
  const ofBadges = (await db.select().from(badgeKeys)).map(({ sealedKey }) => ({
    ...badgeKeyContext,
    sealed: sealedKey,
  }));
  return [...ofLocations, ...ofWebhooks, ...ofBadges];
}

function opens(desk: Secrets, sealed: SealContext & { sealed: string }): boolean {
  try {
    unseal(desk, sealed);
    return true;
  } catch {
    return false;
  }
}

async function countPhotos(desk: Secrets): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let last: PhotoKey | undefined; ; ) {
    const batch = await photosAfter(desk.db, last);
    for (const { locationId, accountId, sealedPicture } of batch) {
      if (unsealPhoto(desk, { sealed: sealedPicture, locationId, accountId })) continue;
      counts.set(locationId, (counts.get(locationId) ?? 0) + 1);
    }
    last = batch.at(-1);
    if (!last) return counts;
  }
}

export type PhotoKey = Pick<typeof photos.$inferSelect, 'locationId' | 'accountId'>;

/** Pictures in memory, or locked, at a time; a running desk waits for one batch at most. */
const batchSize = 200;

/** The next pictures in the order of their keys. */
export const photosAfter = (tx: Queryable, last: PhotoKey | undefined) =>
  tx
    .select()
    .from(photos)
    .where(
      last &&
        or(
          gt(photos.locationId, last.locationId),
          and(eq(photos.locationId, last.locationId), gt(photos.accountId, last.accountId)),
        ),
    )
    .orderBy(asc(photos.locationId), asc(photos.accountId))
    .limit(batchSize);
