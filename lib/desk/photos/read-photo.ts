import 'server-only';
import { and, eq } from 'drizzle-orm';
import { unsealPhoto } from '#lib/crypto/seal.ts';
import type { Queryable } from '#lib/db/client.ts';
import { photos } from '#lib/db/schema/photos.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';

export const photoOf = (locationId: string, accountId: string) =>
  and(eq(photos.locationId, locationId), eq(photos.accountId, accountId));

/** The picture of a member, a WebP; null where the desk has none, or cannot open it. */
export async function readPhoto(
  desk: Pick<DeskContext, 'db' | 'secret' | 'previousSecret' | 'log'>,
  locationId: string,
  accountId: string,
): Promise<Buffer | null> {
  const [kept] = await desk.db.select().from(photos).where(photoOf(locationId, accountId));
  if (!kept) return null;
  const context = { locationId, field: 'photo', accountId } as const;
  const picture = unsealPhoto(kept.sealedPicture, context, desk.secret, desk.previousSecret);
  if (!picture) desk.log.error({ locationId }, 'a picture could not be opened');
  return picture;
}

/** Null where the desk has no picture of the member. */
export async function findPhotoVersion(db: Queryable, locationId: string, accountId: string): Promise<string | null> {
  const [kept] = await db.select({ version: photos.version }).from(photos).where(photoOf(locationId, accountId));
  return kept?.version ?? null;
}
