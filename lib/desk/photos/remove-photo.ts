import 'server-only';
import type { Location } from '#lib/db/schema/locations.ts';
import { photos } from '#lib/db/schema/photos.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import { notifyLive } from '#lib/desk/base/live-events.ts';
import { failureOf } from '#lib/desk/base/platform-failure.ts';
import { classifyFailure } from '#lib/gym-api/errors.ts';
import { deleteImage } from '#lib/gym-api/images.ts';
import { photoOf } from './read-photo.ts';

/**
 * Removes the picture of a member: first at the platform, then here, so that no screen says it is gone while it is not.
 * @throws ActionFailure where the platform did not remove it; then it is still here as well
 */
export async function removePhoto(desk: DeskContext, location: Location, accountId: string): Promise<void> {
  const answer = await deleteImage(desk.gymClientOf(location), accountId);
  // whom the platform does not know has no picture there either
  if (!answer.ok && classifyFailure(answer.problem).kind !== 'missing') throw failureOf(answer.problem);
  await desk.db.transaction(async (tx) => {
    await tx.delete(photos).where(photoOf(location.id, accountId));
    await notifyLive(tx, location.id, 'members');
    await notifyLive(tx, location.id, 'presence');
  });
}
