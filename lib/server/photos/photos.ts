import 'server-only';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { ActorContext, LocationContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { holdForgetting } from '#lib/server/base/forgotten.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import type { MemberKey } from '#lib/server/base/member-key.ts';
import { failureOf } from '#lib/server/base/platform-failure.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { unsealPhoto } from '#lib/server/crypto/seal.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { photos } from '#lib/server/db/schema/photos.ts';
import { isKnown } from '#lib/server/directory/directory.ts';
import { classifyFailure } from '#lib/server/gym-api/errors.ts';
import { deleteImage } from '#lib/server/gym-api/images.ts';
import { photoUrlOf } from '#lib/wire/photos.ts';
import type { OfMember } from '#lib/wire/reads/read.ts';
import { withPhotoLease } from './photo-lease.ts';
import { recordDoubt } from './record-doubt.ts';

/** Condition: the picture of a member at a location. */
export const photoOf = (locationId: string, accountId: string): SQL | undefined =>
  and(eq(photos.locationId, locationId), eq(photos.accountId, accountId));

/** Notifies all processes, once the transaction commits, that pictures at a location have changed. */
export async function notifyPhotos(tx: Queryable, locationId: string): Promise<void> {
  await notifyLive(tx, { locationId, event: 'kept' });
  await notifyLive(tx, { locationId, event: 'presence' });
}

/** The picture of a member as WebP; null where the desk has none, or cannot decrypt it. */
export async function readPhoto(
  desk: Pick<DeskContext, 'db' | 'secret' | 'previousSecret' | 'log'>,
  { locationId, accountId }: MemberKey,
): Promise<Buffer | null> {
  const [kept] = await desk.db.select().from(photos).where(photoOf(locationId, accountId));
  if (!kept) return null;
  const context = { locationId, accountId };
  const picture = unsealPhoto(desk, { sealed: kept.sealedPicture, ...context });
  if (!picture) desk.log.error({ locationId }, 'a picture could not be decrypted');
  return picture;
}

/** Whether the desk has a picture of the member, as a column of a query. */
export const hasPhoto = ({ locationId, accountId }: MemberKey): SQL<boolean> =>
  sql<boolean>`exists (select from ${photos} where ${photoOf(locationId, accountId)})`;

/** Null where the desk has no picture of the member. */
export async function findPhotoVersion(db: Queryable, { locationId, accountId }: MemberKey): Promise<string | null> {
  const [kept] = await db.select({ version: photos.version }).from(photos).where(photoOf(locationId, accountId));
  return kept?.version ?? null;
}

/** The URL of a member's picture; null where there is none. */
export async function readPhotoPlace(
  { desk: { db }, actor }: LocationContext,
  { accountId }: OfMember,
): Promise<{ photoUrl: string | null }> {
  const locationId = actor.location.id;
  return { photoUrl: photoUrlOf(locationId, accountId, await findPhotoVersion(db, { locationId, accountId })) };
}

/**
 * Removes the picture of a member: first at the platform, then here, so that no screen shows it as removed while the
 * platform still has it. The other gyms of the chain on this desk lose it, too.
 * @throws ActionFailure where the platform did not remove it; then the desk keeps it as well
 */
export const removePhoto = (context: ActorContext, { accountId }: OfMember): Promise<null> =>
  withPhotoLease(context.desk, { locationId: context.actor.location.id, accountId }, (gyms) =>
    removeUnderLease(context, { accountId, gyms }),
  );

async function removeUnderLease(
  context: ActorContext,
  { accountId, gyms }: { accountId: string; gyms: readonly string[] },
): Promise<null> {
  const { desk, actor } = context;
  const { location, staffId } = actor;
  const answer = await deleteImage(desk.gymClientOf(location), accountId);
  // a member whom the platform does not know has no picture there either
  if (!answer.ok && classifyFailure(answer.problem).kind !== 'missing') {
    await recordDoubt(context, { accountId, action: 'removePhoto', problem: answer.problem });
    throw failureOf(answer.problem);
  }
  return desk.db.transaction(async (tx) => {
    // before any row: an erasure at one of them would miss the entry in its log
    for (const gym of gyms) await holdForgetting(tx, gym);
    const isOfMember = await isKnown(tx, { locationId: location.id, accountId });
    const removed = await tx
      .delete(photos)
      .where(and(inArray(photos.locationId, gyms), eq(photos.accountId, accountId)))
      .returning({ locationId: photos.locationId });
    const changedAt = new Set(removed.map(({ locationId }) => locationId));
    // nothing about a member who was erased in the meantime
    if (isOfMember) changedAt.add(location.id);
    for (const locationId of [...changedAt].toSorted()) {
      await writeAudit(tx, desk, { locationId, staffId, action: 'removePhoto', accountId });
      await notifyPhotos(tx, locationId);
    }
    return null;
  });
}
