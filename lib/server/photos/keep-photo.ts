import 'server-only';
import type { ActorContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { holdForgetting } from '#lib/server/base/forgotten.ts';
import { answered, failureOf } from '#lib/server/base/platform-failure.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { sealPhoto } from '#lib/server/crypto/seal.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { photos } from '#lib/server/db/schema/photos.ts';
import { findInDirectory, isKnown, upsertMember } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { readAccount } from '#lib/server/gym-api/accounts.ts';
import { uploadImage } from '#lib/server/gym-api/images.ts';
import { type Crop, type PhotoOutcome, photoUrlOf } from '#lib/wire/photos.ts';
import { drawPortrait, type Portrait } from './draw-portrait.ts';
import { withPhotoLease } from './photo-lease.ts';
import { notifyPhotos, photoOf } from './photos.ts';
import { recordDoubt } from './record-doubt.ts';

interface NewPhoto {
  accountId: string;
  file: Buffer;
  crop?: Crop;
}

/**
 * Makes a file the picture of a member: first at the platform, then here. Other gyms of the chain on this desk that have a picture get
 * the new one. If the process dies in between, the platform has the new picture and the desk shows the previous one; uploading the file
 * again repairs that.
 * @throws ActionFailure where the platform does not accept it, or does not know the member
 */
export async function keepPhoto(context: ActorContext, { accountId, file, crop }: NewPhoto): Promise<PhotoOutcome> {
  const { desk, actor } = context;
  const drawn = await drawPortrait(file, crop);
  if (typeof drawn === 'string') return { kind: 'refused', because: drawn };
  await rememberMember(desk, actor.location, accountId);
  return withPhotoLease(desk, { locationId: actor.location.id, accountId }, (gyms) =>
    keepUnderLease(context, { accountId, drawn, gyms }),
  );
}

/** Only for {@link keepPhoto}, which holds the lease: without it, of two uploads the platform may keep one, and the desk the other. */
export async function keepUnderLease(
  context: ActorContext,
  { accountId, drawn, gyms }: { accountId: string; drawn: Portrait; gyms: readonly string[] },
): Promise<PhotoOutcome> {
  const { desk, actor } = context;
  const { location, staffId } = actor;
  const answer = await uploadImage(desk.gymClientOf(location), { accountId, jpeg: drawn.large });
  if (!answer.ok) {
    await recordDoubt(context, { accountId, action: 'keepPhoto', problem: answer.problem });
    throw failureOf(answer.problem);
  }
  const version = desk.newId();
  const keptAt = (locationId: string) => ({
    sealedPicture: sealPhoto(desk, { picture: drawn.small, locationId, accountId }),
    version,
  });
  const kept = keptAt(location.id);
  await desk.db.transaction(async (tx) => {
    // before any row: an erasure at one of them would miss the entry in its log
    for (const gym of gyms) await holdForgetting(tx, gym);
    if (!(await isKnown(tx, { locationId: location.id, accountId })))
      throw new ActionFailure('notFound', 'The member was erased in the meantime.');
    await tx
      .insert(photos)
      .values({ locationId: location.id, accountId, ...kept })
      .onConflictDoUpdate({ target: [photos.locationId, photos.accountId], set: kept });
    await writeAudit(tx, desk, { locationId: location.id, staffId, action: 'keepPhoto', accountId });
    await notifyPhotos(tx, location.id);
    for (const gym of gyms.filter((id) => id !== location.id)) {
      // an update and no insert: nothing about a member whom that gym has erased
      const { rowCount } = await tx.update(photos).set(keptAt(gym)).where(photoOf(gym, accountId));
      if (!rowCount) continue;
      await writeAudit(tx, desk, { locationId: gym, staffId, action: 'keepPhoto', accountId });
      await notifyPhotos(tx, gym);
    }
  });
  return { kind: 'kept', photoUrl: photoUrlOf(location.id, accountId, version) };
}

/** A picture needs a member in the directory: an unknown one is read from the platform first. */
async function rememberMember(desk: DeskContext, location: Location, accountId: string): Promise<void> {
  if (await findInDirectory(desk.db, { locationId: location.id, key: { kind: 'accountId', value: accountId } })) return;
  const answer = await readAccount(desk.gymClientOf(location), { accountId, urgency: 'interactive' });
  const account = answered(answer);
  if (!account.membership) throw new ActionFailure('notFound', 'This account is no member any more.');
  await upsertMember(desk.db, {
    locationId: location.id,
    member: memberOf(account, location),
    askedAt: answer.askedAt,
  });
}
