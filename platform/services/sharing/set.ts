import { and, eq } from 'drizzle-orm';
import { chainProfiles } from '#platform/db/schema/accounts.ts';
import { withdrawFromFiles } from '#platform/services/exports/files/withdraw.ts';
import { requireGym } from '#platform/services/gyms/require.ts';
import { type Operator, OperatorMistake } from '#platform/services/operator.ts';
import { isUuid } from '#platform/services/uuid.ts';

interface SharingChoice {
  gymId: string;
  accountId: string;
  sharesData: boolean;
}

/** Sets a member's consent to sharing health data and events with third parties. */
export async function setSharing(operator: Operator, { gymId, accountId, sharesData }: SharingChoice) {
  const { chainId } = await requireGym(operator, gymId);
  const isProfile = and(eq(chainProfiles.chainId, chainId), eq(chainProfiles.accountId, accountId));
  const changed = isUuid(accountId)
    ? await operator.sql
        .update(chainProfiles)
        .set({ sharesData })
        .where(isProfile)
        .returning({ accountId: chainProfiles.accountId })
    : [];
  if (changed.length === 0) throw new OperatorMistake(`There is no account ${accountId} in the chain of this gym.`);
  if (!sharesData) await withdrawFromFiles(operator.sql, chainId, accountId);
  return { accountId, sharesData };
}
