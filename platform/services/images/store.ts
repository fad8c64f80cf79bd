import type { Sql } from '#platform/db/client.ts';
import { accountImages } from '#platform/db/schema/accounts.ts';
import type { Call } from '#platform/services/call.ts';
import { requireMember } from '#platform/services/members/find.ts';
import { limitDrawing } from './limit-drawing.ts';
import { type Picture, readPicture } from './picture.ts';
import type { Upload } from './upload.ts';

/**
 * Stores an upload as the member's profile picture.
 * @throws 400 invalidRequest for anything but a picture, 404 as every look-up
 */
export async function storeImage(call: Call, accountId: string, upload: Upload): Promise<void> {
  const { accountId: account_id } = await requireMember(call, { by: 'accountId', accountId });
  const picture = await limitDrawing(async () => readPicture(await upload.read()));
  await call.db.read((sql) => keepPicture(sql, call, account_id, picture));
}

/** Stores a converted picture for the member. */
export async function keepPicture(sql: Sql, { chainId }: Call, accountId: string, picture: Picture): Promise<void> {
  await sql
    .insert(accountImages)
    .values({ chainId, accountId, ...picture })
    .onConflictDoUpdate({ target: [accountImages.chainId, accountImages.accountId], set: picture });
}
