import 'server-only';
import { inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { sealPhoto } from '#lib/server/crypto/seal.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import { photos } from '#lib/server/db/schema/photos.ts';
import { isKnown } from '#lib/server/directory/directory.ts';
import { drawPortrait } from '#lib/server/photos/draw-portrait.ts';

export const demoPortraits = z.object({
  portraits: z.array(z.object({ accountId: z.string().min(1), jpeg: z.base64() })),
});

/**
 * Stores the photos of the demo's platform, as if they had been taken at this desk. Existing ones stay.
 * @returns how many of the members are in no directory, since its mirror may not have read them yet
 */
export async function keepDemoPortraits(
  desk: DeskContext,
  { portraits }: z.infer<typeof demoPortraits>,
): Promise<{ unknown: number }> {
  const ids = portraits.map(({ accountId }) => accountId);
  if (ids.length === 0) return { unknown: 0 };
  const known = await desk.db
    .select({ locationId: members.locationId, accountId: members.accountId })
    .from(members)
    .where(inArray(members.accountId, ids));
  const jpegs = new Map(portraits.map(({ accountId, jpeg }) => [accountId, jpeg]));
  for (const { locationId, accountId } of known) {
    const drawn = await drawPortrait(Buffer.from(jpegs.get(accountId) ?? '', 'base64'), undefined);
    if (typeof drawn === 'string') throw new Error(`A portrait of the demo is no picture: ${drawn}.`);
    const sealedPicture = sealPhoto(desk, { picture: drawn.small, locationId, accountId });
    const kept = { locationId, accountId, sealedPicture, version: desk.newId() };
    await desk.db.transaction(async (tx) => {
      if (await isKnown(tx, { locationId, accountId })) await tx.insert(photos).values(kept).onConflictDoNothing();
    });
  }
  for (const locationId of new Set(known.map((member) => member.locationId))) {
    await notifyLive(desk.db, { locationId, event: 'kept' });
    await notifyLive(desk.db, { locationId, event: 'presence' });
  }
  return { unknown: ids.length - new Set(known.map(({ accountId }) => accountId)).size };
}
