import 'server-only';
import { and, asc, eq, gt, or } from 'drizzle-orm';
import { badgeKeyContext } from '#lib/server/auth/badge/badge-key.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { type SealContext, seal, sealPhoto, unseal, unsealPhoto } from '#lib/server/crypto/seal.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { photos } from '#lib/server/db/schema/photos.ts';
import { badgeKeys } from '#lib/server/db/schema/staff.ts';
import { webhookRegistrations } from '#lib/server/db/schema/webhooks.ts';
import { renameListed } from '#lib/server/opt-outs/rename-listed.ts';

type Resealing = Pick<DeskContext, 'db' | 'clock' | 'newId' | 'secret' | 'previousSecret'>;

interface Resealed {
  locations: number;
  webhooks: number;
  photos: number;
  /** Members who have opted out: a keyed digest keeps their data from being deleted a second time. */
  optedOut: number;
  /** Values that open under neither secret; they stay as they are. */
  unreadable: { locationId: string; field: SealContext['field'] | 'photo' }[];
}

/** Rows locked at a time; a running desk waits for one batch at most. */
const batchSize = 200;

/**
 * Seals everything again under DESK_SECRET. Desks with both secrets may keep running meanwhile. Idempotent: values that are
 * already sealed under the new secret are readable, too.
 */
export async function reseal(desk: Resealing): Promise<Resealed> {
  const resealed: Resealed = { locations: 0, webhooks: 0, photos: 0, optedOut: 0, unreadable: [] };
  await resealRows(desk, resealed);
  await resealPhotos(desk, resealed);
  for (const { id } of await desk.db.select({ id: locations.id }).from(locations)) {
    resealed.optedOut += await renameListed(desk, id);
  }
  return resealed;
}

/** Keys, tokens and secrets: a few for each location. */
function resealRows(desk: Resealing, resealed: Resealed): Promise<void> {
  const anew = <Sealed extends string | null>(sealed: Sealed, context: SealContext): Sealed | string => {
    if (sealed === null) return sealed;
    try {
      return seal(desk, { plain: unseal(desk, { sealed, ...context }), ...context });
    } catch {
      resealed.unreadable.push({ locationId: context.locationId, field: context.field });
      return sealed;
    }
  };
  return desk.db.transaction(async (tx) => {
    for (const { id, ...location } of await tx.select().from(locations).for('update')) {
      const sealed = {
        sealedApiKey: anew(location.sealedApiKey, { locationId: id, field: 'apiKey' }),
        sealedV1Token: anew(location.sealedV1Token, { locationId: id, field: 'v1Token' }),
        sealedExportKey: anew(location.sealedExportKey, { locationId: id, field: 'exportKey' }),
      };
      await tx.update(locations).set(sealed).where(eq(locations.id, id));
      await writeAudit(tx, desk, { locationId: id, staffId: null, action: 'reseal' });
      resealed.locations += 1;
    }
    for (const { locationId, ...sealed } of await tx.select().from(webhookRegistrations).for('update')) {
      const context = { locationId, field: 'webhookSecret' } as const;
      await tx
        .update(webhookRegistrations)
        .set({
          sealedSecret: anew(sealed.sealedSecret, context),
          sealedFormerSecret: anew(sealed.sealedFormerSecret, context),
        })
        .where(eq(webhookRegistrations.locationId, locationId));
      resealed.webhooks += 1;
    }
    for (const { sealedKey } of await tx.select().from(badgeKeys).for('update')) {
      await tx.update(badgeKeys).set({ sealedKey: anew(sealedKey, badgeKeyContext) });
    }
  });
}

async function resealPhotos(desk: Resealing, resealed: Resealed): Promise<void> {
  for (let last: PhotoKey | undefined; ; ) {
    const batch = await desk.db.transaction((tx) => resealPhotosAfter(tx, desk, last, resealed));
    last = batch.at(-1);
    if (!last) return;
  }
}

type PhotoKey = Pick<typeof photos.$inferSelect, 'locationId' | 'accountId'>;

async function resealPhotosAfter(
  tx: Queryable,
  desk: Resealing,
  last: PhotoKey | undefined,
  resealed: Resealed,
): Promise<PhotoKey[]> {
  const isLater =
    last &&
    or(
      gt(photos.locationId, last.locationId),
      and(eq(photos.locationId, last.locationId), gt(photos.accountId, last.accountId)),
    );
  const batch = await tx
    .select()
    .from(photos)
    .where(isLater)
    .orderBy(asc(photos.locationId), asc(photos.accountId))
    .limit(batchSize)
    .for('update');
  for (const { locationId, accountId, sealedPicture } of batch) {
    const context = { locationId, accountId };
    const picture = unsealPhoto(desk, { sealed: sealedPicture, ...context });
    if (!picture) {
      resealed.unreadable.push({ locationId, field: 'photo' });
      continue;
    }
    await tx
      .update(photos)
      .set({ sealedPicture: sealPhoto(desk, { picture, ...context }) })
      .where(and(eq(photos.locationId, locationId), eq(photos.accountId, accountId)));
    resealed.photos += 1;
  }
  return batch;
}
