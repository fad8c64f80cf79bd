import { accountImages } from '#platform/db/schema.ts';
import { findKnownMember } from '#platform/services/accounts/find.ts';
import type { Call } from '#platform/services/call.ts';
import { readPicture } from './picture.ts';

/**
 * Makes an upload the member's profile picture.
 * @param field name under which a bad upload is refused
 */
export async function storeImage(call: Call, accountId: string, upload: Uint8Array, field: string): Promise<void> {
  const { account_id } = await findKnownMember(call, { by: 'accountId', accountId });
  const picture = { ...(await readPicture(upload, field)), uploadedAt: call.clock() };
  await call.db.read((sql) =>
    sql
      .insert(accountImages)
      .values({ chainId: call.chainId, accountId: account_id, ...picture })
      .onConflictDoUpdate({ target: [accountImages.chainId, accountImages.accountId], set: picture }),
  );
}
