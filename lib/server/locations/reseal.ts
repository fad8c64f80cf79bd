import 'server-only';
import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { badgeKeyContext } from '#lib/server/auth/badge/badge-key.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { type SealContext, seal, sealPhoto, unseal, unsealPhoto } from '#lib/server/crypto/seal.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { photos } from '#lib/server/db/schema/photos.ts';
import { badgeKeys, staffBadges } from '#lib/server/db/schema/staff.ts';
import { webhookRegistrations } from '#lib/server/db/schema/webhooks.ts';
import { renameListed } from '#lib/server/opt-outs/rename-listed.ts';
import { sealNewSecret } from '#lib/server/webhooks/registration.ts';
import { type Lost, type PhotoKey, photosAfter } from './find-lost.ts';

type Resealing = Pick<DeskContext, 'db' | 'clock' | 'newId' | 'secret' | 'previousSecret'>;

interface Resealed {
  locations: number;
  webhooks: number;
  photos: number;
  /** Members who have opted out: a keyed digest keeps their data from being deleted a second time. */
  optedOut: number;
  /** Values that neither secret opens. They stay as they are, or were replaced if the secret is lost. */
  unreadable: { locationId: string; field: SealContext['field'] | 'photo' }[];
  /** What was lost with the secret. */
  deleted: { badges: number; photos: number };
}

/** The work of one command, and what it has found so far. */
interface Run {
  resealed: Resealed;
  /** For values that no secret will ever open again: what replaces them, so that the desk can start. */
  lost: Lost | null;
}

/**
 * Seals everything again under DESK_SECRET. Desks with both secrets may keep running meanwhile. Idempotent: values that are
 * already sealed under the new secret are readable, too.
 *
 * If a secret is lost, each key that it had sealed is replaced by one that no platform knows, as if the platform had revoked it: what is
 * recorded waits until somebody enters a new key. Addresses stay, because training is deleted where there is no address of a data
 * export. Badges and pictures are deleted.
 */
export async function reseal(desk: Resealing, lost: Lost | null = null): Promise<Resealed> {
  const deleted = { badges: 0, photos: 0 };
  const resealed: Resealed = { locations: 0, webhooks: 0, photos: 0, optedOut: 0, unreadable: [], deleted };
  await resealRows(desk, { resealed, lost });
  await resealPhotos(desk, { resealed, lost });
  for (const { id } of await desk.db.select({ id: locations.id }).from(locations)) {
    resealed.optedOut += await renameListed(desk, id);
  }
  return resealed;
}

/** Keys, tokens and secrets: a few for each location. */
function resealRows(desk: Resealing, { resealed, lost }: Run): Promise<void> {
  const anew = <Sealed extends string | null>(sealed: Sealed, context: SealContext): Sealed | string => {
    if (sealed === null) return sealed;
    try {
      return seal(desk, { plain: unseal(desk, { sealed, ...context }), ...context });
    } catch {
      resealed.unreadable.push({ locationId: context.locationId, field: context.field });
      return lost ? unknownTo(desk, context) : sealed;
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
      const about = { locationId: id, staffId: null, action: 'reseal' } as const;
      await writeAudit(tx, desk, lost ? { ...about, reason: countsOf(lost, id) } : about);
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
    // their digests are of the former key
    if (lost && lost.badges > 0) resealed.deleted.badges = (await tx.delete(staffBadges)).rowCount ?? 0;
  });
}

/** What the location loses: keys, badges of all colleagues, and pictures. */
const countsOf = ({ keys, badges, photos: pictures }: Lost, locationId: string): string =>
  [keys.filter((key) => key.locationId === locationId).length, badges, pictures.get(locationId) ?? 0].join(' ');

/** A key that nobody else knows, sealed. */
const unknownTo = (desk: Resealing, context: SealContext): string =>
  context.field === 'webhookSecret'
    ? sealNewSecret(desk, context.locationId)
    : seal(desk, { plain: randomBytes(32).toString('base64url'), ...context });

async function resealPhotos(desk: Resealing, run: Run): Promise<void> {
  for (let last: PhotoKey | undefined; ; ) {
    const batch = await desk.db.transaction((tx) => resealPhotosAfter(tx, desk, { ...run, last }));
    last = batch.at(-1);
    if (!last) return;
  }
}

async function resealPhotosAfter(
  tx: Queryable,
  desk: Resealing,
  { resealed, lost, last }: Run & { last: PhotoKey | undefined },
): Promise<PhotoKey[]> {
  const batch = await photosAfter(tx, last).for('update');
  for (const { locationId, accountId, sealedPicture } of batch) {
    const context = { locationId, accountId };
    const isPhoto = and(eq(photos.locationId, locationId), eq(photos.accountId, accountId));
    const picture = unsealPhoto(desk, { sealed: sealedPicture, ...context });
    if (!picture && lost) {
      await tx.delete(photos).where(isPhoto);
      resealed.deleted.photos += 1;
      continue;
    }
    if (!picture) {
      resealed.unreadable.push({ locationId, field: 'photo' });
      continue;
    }
    await tx
      .update(photos)
      .set({ sealedPicture: sealPhoto(desk, { picture, ...context }) })
      .where(isPhoto);
    resealed.photos += 1;
  }
  return batch;
}
