import { accountImages } from '#platform/db/schema/accounts.ts';
import { findKnownMember } from '#platform/services/accounts/find.ts';
import type { Call } from '#platform/services/call.ts';
import { limitTo } from './in-turn.ts';
import { readPicture } from './picture.ts';
import type { Upload } from './upload.ts';

/** Pictures being drawn at a time in this process: each takes memory for its upload and its pixels. */
const drawInTurn = limitTo(2);

/**
 * Makes an upload the member's profile picture.
 * @throws 400 invalidRequest for anything but a picture, 404 as every look-up
 */
export async function storeImage(call: Call, accountId: string, upload: Upload): Promise<void> {
  const { account_id } = await findKnownMember(call, { by: 'accountId', accountId });
  const drawn = await drawInTurn(async () => readPicture(await upload.read()));
  const picture = { ...drawn, uploadedAt: call.clock() };
  await call.db.read((sql) =>
    sql
      .insert(accountImages)
      .values({ chainId: call.chainId, accountId: account_id, ...picture })
      .onConflictDoUpdate({ target: [accountImages.chainId, accountImages.accountId], set: picture }),
  );
}
