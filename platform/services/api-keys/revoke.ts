import { and, eq, isNull } from 'drizzle-orm';
import { apiKeys } from '#platform/db/schema/keys.ts';
import type { Transaction } from '#platform/services/transaction.ts';

interface KeyToRevoke {
  keyId: string;
  /** The gym the key must be of; the operator may revoke any. */
  gymId?: string;
}

/**
 * From the next request on, the key is unknown.
 * @returns undefined where there is no such key, or it was revoked before
 */
export async function revokeApiKey({ sql, clock }: Transaction, { keyId, gymId }: KeyToRevoke) {
  const revokedAt = clock();
  const isMeant = and(
    eq(apiKeys.keyId, keyId),
    isNull(apiKeys.revokedAt),
    gymId === undefined ? undefined : eq(apiKeys.gymId, gymId),
  );
  const revoked = await sql.update(apiKeys).set({ revokedAt }).where(isMeant).returning({ keyId: apiKeys.keyId });
  return revoked.length === 0 ? undefined : { keyId, revokedAt: revokedAt.toISOString() };
}
