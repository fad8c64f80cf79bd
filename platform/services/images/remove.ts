import { and, eq } from 'drizzle-orm';
import { accountImages } from '#platform/db/schema/accounts.ts';
import type { Call } from '#platform/services/call.ts';
import { requireMember } from '#platform/services/members/find.ts';

/** Removes the member's profile picture, if there is one. */
export async function removeImage(call: Call, accountId: string): Promise<void> {
  const { accountId: account_id } = await requireMember(call, { by: 'accountId', accountId });
  const isPicture = and(eq(accountImages.chainId, call.chainId), eq(accountImages.accountId, account_id));
  await call.db.read((sql) => sql.delete(accountImages).where(isPicture));
}
